import { membersOf } from '../../../base/record.ts'
import { UnexpectedAnswer } from '../../../base/unexpectedAnswer.ts'
import type { IntegrationClient } from '../../../server/plugin.ts'
import type { CardProvider } from '../providerOperations.ts'

/** PagBank: one token of the store, checked by asking for the public key of its account. */
export const pagbankProvider = (client: IntegrationClient): CardProvider => ({
  register: 'Pagbank_auth',
  partner: 'PagBank',
  testPath: 'Pagbank_auth/test',
  credentials: { token: { type: 'string', minLength: 10, maxLength: 500, pattern: '^[!-~]+$' } },
  async test({ token }) {
    const answer = await client.send('GET', ['public-keys', 'card'], {
      headers: { authorization: `Bearer ${String(token ?? '')}` },
    })
    if (typeof membersOf(answer).public_key !== 'string') throw new UnexpectedAnswer('public_key')
  },
})
