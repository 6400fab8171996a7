import { ok } from '../../base/result.ts'
import type { Kind, ValueOptions } from '../kind.ts'
import { listRoomByLength } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

type Key = string | number

const isTextKey = (o: ValueOptions): boolean => o.reference?.textKey ?? false

const read = (raw: unknown, o: ValueOptions) => {
  const text = typeof raw === 'string' || typeof raw === 'number' ? `${raw}`.trim() : ''
  if (isTextKey(o)) return text === '' || text.length > 100 ? failWithProblem(o, 'invalid', 'reference-invalid') : ok(text)
  const id = /^\d+$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? ok(id) : failWithProblem(o, 'invalid', 'reference-invalid')
}

/** The key of a record in another register. Its label is looked up by who shows it; here it is only the key. */
export const value: Kind<Key> = {
  parse: (text, o) => (text.trim() === '' ? ok(null) : read(text, o)),
  format: key => (key === null ? '' : `${key}`),
  edit: key => (key === null ? '' : `${key}`),
  accept: read,
  check: () => undefined,
  schema: o => (isTextKey(o) ? { type: 'string', minLength: 1, maxLength: 100 } : { type: 'integer', minimum: 1 }),
  jsonTypes: ['integer', 'string'],
  limits: [],
  chosenFrom: 'records',
  expressionType: o => (isTextKey(o) ? 'string' : 'int'),
  entry: 'chosen',
  align: 'start',
  room: o => ({ span: 6, grows: true, list: listRoomByLength(o), rows: { width: 240, fixed: false } }),
  filter: () => ({ operator: 'eq', offered: true }),
  sums: false,
}
