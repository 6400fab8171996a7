import { isRecord } from '../../../base/record.ts'
import type { Expression } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'

/** A call that a definition writes down, and the gates that whoever makes it has passed. */
export interface WrittenCall {
  readonly path: JsonPath
  readonly method: string
  readonly address: string
  readonly query: readonly string[]
  readonly body: readonly string[]
  readonly gates: readonly Expression[]
  /** Whether the runtime adds members of its own, such as rows that were typed. */
  readonly grows: boolean
  /** Whether a condition stands before it. */
  readonly asked: boolean
}

/** A gate of a part of a definition, with those around it. */
export interface WrittenGate {
  readonly path: JsonPath
  readonly gates: readonly Expression[]
}

const methods: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Words of conditions that decide whether a call is made. */
const conditions = ['when', 'enabledWhen', 'visibleWhen'] as const
const lookups: ReadonlySet<unknown> = new Set(['lookup', 'lookups'])

/** Every call of a part of a definition, and every gate; `gates` are those around it. A part with a gate narrows what stands in it. */
export function* callsIn(
  value: unknown,
  path: JsonPath,
  gates: readonly Expression[],
  asked = false,
): Generator<{ readonly call: WrittenCall } | { readonly gate: WrittenGate }> {
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) yield* callsIn(each, [...path, i], gates, asked)
    return
  }
  if (!isRecord(value)) return
  const inner = typeof value.gate === 'string' && !gates.includes(value.gate) ? [...gates, value.gate] : gates
  if (typeof value.gate === 'string') yield { gate: { path: [...path, 'gate'], gates: inner } }
  const within = asked || conditions.some(word => value[word] !== undefined)
  const call = writtenCall(value, path, inner, within)
  if (call) yield { call }
  else for (const [name, each] of Object.entries(value)) yield* callsIn(each, [...path, name], inner, within)
}

function writtenCall(
  value: Readonly<Record<string, unknown>>,
  path: JsonPath,
  gates: readonly Expression[],
  asked: boolean,
): WrittenCall | undefined {
  const { method, path: address, query, body, when: _condition, ...more } = value
  if (typeof address !== 'string') return undefined
  const name = path.findLast(step => typeof step === 'string')
  const isLookup = lookups.has(name)
  if (!isLookup && !methods.has(method)) return undefined
  return {
    path,
    method: typeof method === 'string' ? method : 'GET',
    address,
    query: isRecord(query) ? Object.keys(query) : [],
    body: isRecord(body) ? Object.keys(body) : [],
    gates,
    asked,
    grows: isLookup || Object.keys(more).length > 0,
  }
}
