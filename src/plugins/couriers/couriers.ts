import { membersOf, recordsIn } from '../../base/record.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import type { IntegrationClient } from '../../server/plugin.ts'

/** Thrown where the courier says that it does not know these credentials. */
export class UnknownCredentials extends Error {}

/** The courier's own list of places. */
export interface CourierState {
  readonly estadoID: number
  readonly estadoUF: string
}

export interface CourierCity {
  readonly cidadeID: number
  readonly cidadeNome: string
}

/** Credentials as headers, by the names that the courier gives them. */
export type CourierKeys = Readonly<Record<string, string>>

/**
 * A courier's contract, which is not published: our own reading of the fields that the specification names. Every reply says `success`;
 * credentials travel as headers.
 */
export interface Courier {
  test(keys: CourierKeys): Promise<void>
  states(keys: CourierKeys): Promise<readonly CourierState[]>
  cities(keys: CourierKeys, stateId: number): Promise<readonly CourierCity[]>
}

export function createCourier(client: IntegrationClient): Courier {
  const ask = async (method: 'GET' | 'POST', step: string, keys: CourierKeys, query?: Readonly<Record<string, string>>) => {
    const answer = membersOf(await client.send(method, [step], { headers: keys, ...(query ? { query } : {}) }))
    if (answer.success === false) throw new UnknownCredentials(step)
    if (answer.success !== true) throw new UnexpectedAnswer(step)
    return answer
  }
  return {
    test: async keys => void (await ask('POST', 'integrationTest', keys)),
    states: async keys =>
      recordsIn((await ask('GET', 'states', keys)).states).map(one => ({
        estadoID: number(one.estadoID),
        estadoUF: text(one.estadoUF),
      })),
    cities: async (keys, stateId) =>
      recordsIn((await ask('GET', 'cities', keys, { stateId: String(stateId) })).cities).map(one => ({
        cidadeID: number(one.cidadeID),
        cidadeNome: text(one.cidadeNome),
      })),
  }
}

const number = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnexpectedAnswer('number')
  return value
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new UnexpectedAnswer('text')
  return value.slice(0, 120)
}
