import { randomUUID } from 'node:crypto'
import type { StubResponse } from '../../server/plugin.ts'

/** An answer that refuses, in the provider's shape. */
export const refused = (status: number, error: string, message: string): StubResponse => ({
  status,
  body: { message, error, status },
})

/** Codes and tokens that the provider gives: a code and a refresh token are good once. */
export function createStubGrants() {
  const codes = new Map<string, { readonly returnTo: string; readonly account: string }>()
  const [access, refresh] = [new Map<string, string>(), new Map<string, string>()]
  const tokens = (account: string): StubResponse => {
    const [given, renewal] = [`APP_USR-${randomUUID()}`, `TG-renova-${randomUUID()}`]
    access.set(given, account)
    refresh.set(renewal, account)
    const body = {
      access_token: given,
      token_type: 'bearer',
      expires_in: 15_552_000,
      scope: 'read write offline_access',
      user_id: Number(account),
      refresh_token: renewal,
      public_key: `APP_USR-publica-${account}`,
      live_mode: true,
    }
    return { status: 200, body }
  }
  const grant = (body: Readonly<Record<string, unknown>>): StubResponse => {
    if (!body.client_id || !body.client_secret) return refused(400, 'invalid_client', 'Credenciais do aplicativo inválidas')
    if (body.grant_type === 'refresh_token') {
      const account = refresh.get(String(body.refresh_token))
      refresh.delete(String(body.refresh_token))
      return account ? tokens(account) : refused(400, 'invalid_grant', 'Refresh token inválido')
    }
    const known = codes.get(String(body.code))
    codes.delete(String(body.code))
    if (!known || known.returnTo !== body.redirect_uri) return refused(400, 'invalid_grant', 'Código de autorização inválido')
    return tokens(known.account)
  }
  return {
    grant,
    code(returnTo: string, account: string): string {
      const code = `TG-${randomUUID()}`
      codes.set(code, { returnTo, account })
      return code
    },
    accountOf: (authorization: unknown): string | undefined => access.get(String(authorization ?? '').replace('Bearer ', '')),
    expire(all = false): void {
      access.clear()
      if (all) refresh.clear()
    },
  }
}
