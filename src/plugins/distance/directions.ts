import { membersOf, recordsIn } from '../../base/record.ts'
import { foreignText } from '../../base/text.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import type { IntegrationClient } from '../../server/plugin.ts'

/** A way between two addresses. */
export interface Directions {
  /** Kilometres of the first route, to the metre. */
  readonly distance: number
  /** The service's answer, as it is. */
  readonly answer: Readonly<Record<string, unknown>>
}

/** Thrown where the service finds no way, or refuses; `status` and `said` are its words. */
export class NoDirections extends Error {
  readonly status: string
  readonly said: string

  constructor(status: string, said: string) {
    super(status)
    this.status = status
    this.said = said
  }
}

/**
 * Reads the answer of a directions service: `routes` with `legs`, each with a `distance` whose `value` is in metres. A `status` other than
 * OK says why there is none.
 */
export function readDirections(answer: unknown): Directions {
  const members = membersOf(answer)
  const { status, error_message: said, routes } = members
  if (typeof status === 'string' && status !== 'OK')
    throw new NoDirections(foreignText(status, 60), foreignText(said, 300).replace(/\s+/g, ' '))
  if (!Array.isArray(routes)) throw new UnexpectedAnswer('routes')
  const [route] = recordsIn(routes)
  if (!route) throw new NoDirections('ZERO_RESULTS', '')
  const metres = recordsIn(route.legs).map(({ distance }) => membersOf(distance).value)
  if (metres.length === 0) throw new UnexpectedAnswer('legs')
  let sum = 0
  for (const value of metres) {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new UnexpectedAnswer('distance')
    sum += value
  }
  return { distance: Math.round(sum) / 1000, answer: members }
}

/** Asks for the way by car between two addresses. */
export async function askDirections(
  client: IntegrationClient,
  key: string,
  way: { readonly origin: string; readonly destination: string },
) {
  const query = { ...way, language: 'pt-BR', region: 'br', ...(key === '' ? {} : { key }) }
  return readDirections(await client.send('GET', ['maps', 'api', 'directions', 'json'], { query }))
}
