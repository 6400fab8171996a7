import type { StubRequest, StubResponse } from '../../server/plugin.ts'

const states = [
  { estadoID: 25, estadoUF: 'SP' },
  { estadoID: 19, estadoUF: 'RJ' },
]

const cities: Readonly<Record<string, readonly { readonly cidadeID: number; readonly cidadeNome: string }[]>> = {
  25: [
    { cidadeID: 2501, cidadeNome: 'São Paulo' },
    { cidadeID: 2502, cidadeNome: 'Campinas' },
  ],
  19: [{ cidadeID: 1901, cidadeNome: 'Rio de Janeiro' }],
}

/** The couriers' contract: any key is known but one that says it is wrong (`errada`). */
export function stubCourierAnswer({ method, steps, headers, query }: StubRequest): StubResponse {
  const path = `${method} ${steps.join('/')}`
  const key = headers['app-key']
  if (!key || String(key).includes('errada')) return { status: 200, body: { success: false, message: 'Chave desconhecida' } }
  if (path === 'POST integrationTest') return { status: 200, body: { success: true } }
  if (path === 'GET states') return { status: 200, body: { success: true, states } }
  if (path === 'GET cities') return { status: 200, body: { success: true, cities: cities[query.stateId ?? ''] ?? [] } }
  return { status: 404, body: { message: 'Not found' } }
}
