import type { StubRequest, StubResponse } from '../../server/plugin.ts'

/** A number from a text, the same each time: far addresses stay far. */
const sumOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)

/** The directions service: every two addresses have a way between them but where one says that it is nowhere (`inexistente`). */
export function stubDirectionsAnswer({ method, steps, query }: StubRequest): StubResponse {
  if (`${method} ${steps.join('/')}` !== 'GET maps/api/directions/json')
    return { status: 404, body: { error_message: 'Not found' } }
  const { origin = '', destination = '', key = '' } = query
  if (key === 'errada')
    return { status: 200, body: { status: 'REQUEST_DENIED', error_message: 'A chave informada não vale', routes: [] } }
  if (/inexistente/i.test(`${origin} ${destination}`)) return { status: 200, body: { status: 'NOT_FOUND', routes: [] } }
  const value = 400 + sumOf(`${origin}|${destination}`)
  return {
    status: 200,
    body: {
      status: 'OK',
      routes: [
        {
          summary: 'Rua das Palmeiras',
          legs: [
            {
              distance: { text: `${(value / 1000).toFixed(1).replace('.', ',')} km`, value },
              duration: { text: `${Math.ceil(value / 400)} min`, value: Math.ceil(value / 400) * 60 },
              start_address: origin,
              end_address: destination,
            },
          ],
        },
      ],
    },
  }
}
