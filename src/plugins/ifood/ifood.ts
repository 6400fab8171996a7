import type { IntegrationClient } from '../../server/plugin.ts'
import {
  type Merchant,
  type MerchantStatus,
  readMerchants,
  readStatus,
  readTokens,
  readUserCode,
  type Tokens,
  type UserCode,
} from './contract.ts'

/** The delivery platform, as its published contract has it. */
export interface IFood {
  userCode(): Promise<UserCode>
  token(authorizationCode: string, verifier: string): Promise<Tokens>
  refresh(refreshToken: string): Promise<Tokens>
  merchants(accessToken: string): Promise<readonly Merchant[]>
  status(accessToken: string, merchant: string): Promise<readonly MerchantStatus[]>
}

const oauth = (name: string): string[] => ['authentication', 'v1.0', 'oauth', name]

/** `keys` are those of the platform's application, one for the whole installation. */
export function createIFood(client: IntegrationClient, keys: { readonly id: string; readonly secret: string }): IFood {
  const { id: clientId, secret: clientSecret } = keys
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const grant = async (form: Readonly<Record<string, string>>): Promise<Tokens> =>
    readTokens(await client.send('POST', oauth('token'), { form: { clientId, clientSecret, ...form } }))
  return {
    userCode: async () => readUserCode(await client.send('POST', oauth('userCode'), { form: { clientId } })),
    token: (authorizationCode, authorizationCodeVerifier) =>
      grant({ grantType: 'authorization_code', authorizationCode, authorizationCodeVerifier }),
    refresh: refreshToken => grant({ grantType: 'refresh_token', refreshToken }),
    merchants: async token => readMerchants(await client.send('GET', ['merchant', 'v1.0', 'merchants'], bearer(token))),
    status: async (token, merchant) =>
      readStatus(await client.send('GET', ['merchant', 'v1.0', 'merchants', merchant, 'status'], bearer(token))),
  }
}
