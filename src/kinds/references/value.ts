import { ok } from '../../base/result.ts'
import type { Kind } from '../kind.ts'
import { itemsProblem, readItems, schemaOfItems } from '../multiChoice/value.ts'
import { value as reference } from '../reference/value.ts'
import { listRoomByLength } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'
import { mostReferences } from './mostReferences.ts'

const format = (keys: readonly number[] | null): string => (keys ?? []).join(', ')

/** The keys of several records in another register; none of them is an empty value. Their labels are looked up by who shows them. */
export const value: Kind<readonly number[]> = {
  parse(text, o) {
    const keys = value.accept(
      text.split(/[;,]/).filter(part => part.trim() !== ''),
      o,
    )
    return keys.ok && keys.value.length === 0 ? ok(null) : keys
  },
  format,
  edit: format,
  accept(raw, o) {
    if (!Array.isArray(raw)) return failWithProblem(o, 'invalid', 'reference-invalid')
    const keys = readItems(raw, reference.accept, o)
    // Each once, in their order, so that the same records are the same value.
    return keys.ok ? ok([...new Set(keys.value.map(Number))].sort((a, b) => a - b)) : keys
  },
  check: (keys, o) => itemsProblem(keys.length, o, mostReferences),
  schema: ({ maxItems = mostReferences, ...o }) => schemaOfItems({ type: 'integer', minimum: 1 }, { ...o, maxItems }),
  jsonTypes: ['array'],
  limits: ['minItems', 'maxItems'],
  chosenFrom: 'records',
  keepsKeys: true,
  expressionType: () => 'list<int>',
  entry: 'chosen',
  align: 'start',
  room: o => ({ span: 6, grows: true, list: listRoomByLength(o), rows: { width: 300, fixed: true } }),
  filter: () => ({ operator: 'inq', offered: true }),
  sums: false,
}
