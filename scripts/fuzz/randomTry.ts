import type { SeededRandom } from '../../src/base/seededRandom.ts'
import type { DocumentedCall, Schema } from './documentedCalls.ts'
import { hostileValues } from './hostileValues.ts'

/** A call as it is sent. */
export interface Try {
  readonly method: string
  /** Below the server's address. */
  readonly path: string
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
}

/** Longest value that stands in an address, and the longest body. */
const LONGEST = { address: 500, body: 200_000 }

const headerNames = ['x-action', 'x-origin', 'idempotency-key', 'if-none-match', 'range', 'accept-encoding', 'content-type']
const headerValues = ['x', '', '0', '{}', 'bytes=0-', 'text/plain', 'application/json; charset=utf-16', 'x'.repeat(2000)]

const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, LONGEST.address))

/** A value that the schema of a member allows, more or less. */
function usual({ type, properties, enum: choices }: Schema, r: SeededRandom): unknown {
  if (Array.isArray(choices) && choices.length > 0) return r.pick(choices)
  const [kind] = [type].flat()
  if (kind === 'integer' || kind === 'number') return r.whole(1, 50)
  if (kind === 'boolean') return r.chance(0.5)
  if (kind === 'array') return [{ id: r.whole(1, 50) }]
  return kind === 'object' || properties !== undefined ? {} : r.pick(['x', '2026-01-31', 'a@x.br', '1', '12345678'])
}

/** Returns a value for a place: mostly one that it may have, so that the call gets past its first check, now and then one that nothing expects. */
const given = (schema: Schema, r: SeededRandom): unknown => (r.chance(0.25) ? r.pick(hostileValues) : usual(schema, r))

/** One of the calls with something in each of its places, by the random numbers alone. `store` is whose rows it is mostly about. */
export function randomTry(calls: readonly DocumentedCall[], store: number, r: SeededRandom): Try {
  const { method, path, query, body, listed } = r.pick(calls)
  const address = path.replace(/\{\w+\}/g, () => inAddress(given({ type: 'integer' }, r)))
  const asked = Object.entries(query).flatMap(([name, schema]) =>
    r.chance(0.4) ? [`${name}${r.chance(0.05) ? '[]' : ''}=${inAddress(given(schema, r))}`] : [],
  )
  const lojaId = r.chance(0.95) ? store : r.pick(hostileValues)
  const members = Object.entries(body ?? {}).flatMap(([name, schema]) => (r.chance(0.6) ? [[name, given(schema, r)]] : []))
  const record = { ...Object.fromEntries(members), lojaId }
  const sent = r.chance(0.03) ? r.pick(hostileValues) : listed && r.chance(0.3) ? [record, record] : record
  const text = body === undefined ? undefined : JSON.stringify(sent)?.slice(0, LONGEST.body)
  return {
    method,
    path: `/api${address}?${[`lojaId=${inAddress(lojaId)}`, ...asked].join('&')}`,
    ...(text === undefined ? {} : { body: text }),
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(r.chance(0.05) ? { [r.pick(headerNames)]: r.pick(headerValues) } : {}),
    },
  }
}
