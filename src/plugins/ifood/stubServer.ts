import { randomUUID } from 'node:crypto'
import { membersOf } from '../../base/record.ts'
import type { StubRequest, StubResponse } from '../../server/plugin.ts'

/** A code of eight letters, as people read it from one screen and type it at another. */
const newCode = (): string =>
  randomUUID()
    .slice(0, 8)
    .toUpperCase()
    .replace(/(.{4})/, '$1-')

/**
 * The platform's contract: codes, tokens, stores and their status. A person confirms a code at `autorizar?userCode=`, a small page that
 * shows the authorisation code; tokens are taken back by `expire`.
 */
export function createIFoodStub() {
  const verifiers = new Map<string, string>()
  let [access, refresh] = ['', '']
  const tokens = (): StubResponse => {
    access = `acesso-${randomUUID()}`
    refresh = `renovacao-${randomUUID()}`
    return { status: 200, body: { accessToken: access, refreshToken: refresh, type: 'bearer', expiresIn: 21_600 } }
  }
  const refused = (status: number, message: string): StubResponse => ({
    status,
    body: { error: { code: 'Unauthorized', message } },
  })

  const grant = (body: Readonly<Record<string, unknown>>): StubResponse => {
    if (body.grantType === 'refresh_token')
      return body.refreshToken === refresh && refresh !== '' ? tokens() : refused(401, 'Refresh token inválido')
    const code = String(body.authorizationCode ?? '').trim()
    const known = verifiers.get(code)
    if (known === undefined || known !== body.authorizationCodeVerifier) return refused(401, 'Código de autorização inválido')
    // A code is good for one time.
    verifiers.delete(code)
    return tokens()
  }

  const userCode = (address: string): StubResponse => {
    const [code, verifier] = [newCode(), randomUUID()]
    verifiers.set(authorisationOf(code), verifier)
    const place = `${address}/autorizar`
    return {
      status: 200,
      body: {
        userCode: code,
        authorizationCodeVerifier: verifier,
        verificationUrl: place,
        verificationUrlComplete: `${place}?userCode=${code}`,
        expiresIn: 600,
      },
    }
  }

  const answer = ({ method, steps, headers, body, query }: StubRequest, address: string): StubResponse => {
    const path = `${method} ${steps.join('/')}`
    if (path === 'GET autorizar') return { status: 200, body: authorisationPage(query.userCode ?? '') }
    const form = membersOf(body)
    if (path === 'POST authentication/v1.0/oauth/userCode')
      return form.clientId ? userCode(address) : refused(400, 'clientId ausente')
    if (path === 'POST authentication/v1.0/oauth/token') return grant(form)
    if (headers.authorization !== `Bearer ${access}` || access === '') return refused(401, 'Token expirado')
    if (path === 'GET merchant/v1.0/merchants')
      return { status: 200, body: [{ id: 'm-1', name: 'Cantina Bella Massa', corporateName: 'Cantina Bella Massa Ltda' }] }
    if (path === 'GET merchant/v1.0/merchants/m-1/status')
      return {
        status: 200,
        body: [
          {
            operation: 'DELIVERY',
            salesChannel: 'ifood-app',
            available: true,
            state: 'OK',
            message: { title: 'Loja aberta', subtitle: 'Dentro do horário de funcionamento' },
          },
        ],
      }
    return { status: 404, body: { message: 'Not found' } }
  }
  return {
    answer,
    /** The tokens that were given are good no more. */
    expire(): void {
      access = ''
      refresh = ''
    },
  }
}

/** Returns the code that the portal shows once somebody has confirmed one. */
export const authorisationOf = (userCode: string): string => `AUT-${userCode}`

const authorisationPage = (code: string): string => {
  const safe = /^[A-Z0-9-]{1,20}$/.test(code) ? code : ''
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Portal do parceiro (demonstração)</title>
<body style="font-family:system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem">
<h1>Portal do parceiro (demonstração)</h1>
<p>Aplicativo com o código <strong>${safe}</strong> autorizado.</p>
<p>Código de autorização:</p><p style="font-size:1.5rem"><code>${authorisationOf(safe)}</code></p></body></html>`
}
