import { inputOfStore, operation, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import { answerInvoice } from '../invoices/answerInvoice.ts'
import { storeRange } from '../invoices/storeRange.ts'
import { noteAnswerOutput } from '../transmission/answerWords.ts'
import type { Authority } from '../transport/authority.ts'
import { signingMessages } from './issueInvoice.ts'

/** Voids the range of numbers of a record that was made for it. */
export const voidInvoiceNumbers = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/InutilizaNumeracaoNFe',
    title: 'Inutilizar uma faixa de números',
    gate: 'estoque_ver',
    standsAlone: true,
    input: inputOfStore({ nfeId: { type: 'integer' } }),
    output: noteAnswerOutput('nfeId', 'chave'),
    messages: [
      ...signingMessages,
      'nfce.reason',
      ...['is-note', 'year', 'range-used', 'range-drafted', 'range-voided', 'store-incomplete'].map(code => `nfe.${code}`),
    ],
    async run({ caller, input: { nfeId }, writing }) {
      const lojaId = requireStore(caller)
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeRange({ lojaId, nfeId }, work))
      const { refused: _, ...answer } = await answerInvoice({ service: writing.service, authority }, lojaId, stored)
      return answer
    },
  })
