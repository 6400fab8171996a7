import { isRecord } from '../../base/record.ts'
import type { Validate } from '../../generated/validate.ts'
import type { Value } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Model, Register } from '../model.ts'
import type { Problem } from '../problem.ts'
import { childListNamed, fieldOf } from '../register.ts'

type Values = Readonly<Record<string, unknown>>

/** One error of a JSON Schema validator: the keyword that is not met, and where: `disponibilidades.0.inicio`. */
export interface SchemaError {
  readonly keyword: string
  readonly path: string
}

/** Returns a validator's problems with a record, one a field. The record must be in its stored form: see model/check. */
export function shapeProblems(model: Model, register: Register, record: Values, validate: Validate): readonly Problem[] {
  if (validate(record)) return []
  const errors = (validate.errors ?? []).map(({ keyword, instancePath }) => ({
    keyword,
    path: instancePath.slice(1).replaceAll('/', '.'),
  }))
  validate.errors = null
  return problemsOfErrors(model, register, record, errors)
}

/** Errors of a validator as problems of the register: in the words of its definition, one a field. */
function problemsOfErrors(model: Model, register: Register, record: Values, errors: readonly SchemaError[]): readonly Problem[] {
  const found = new Map<string, Problem>()
  for (const error of errors) {
    const problem = problemOf(model, register, record, error)
    if (problem && !found.has(problem.path)) found.set(problem.path, problem)
  }
  return [...found.values()]
}

/**
 * Emptiness and the number of rows depend on the record's state, which rules know and a schema does not: a hidden field is not demanded, a row that
 * goes is not counted. The schema's word on these is passed over.
 */
const ruled: ReadonlySet<string> = new Set(['required', 'minItems', 'maxItems'])

function problemOf(model: Model, register: Register, record: Values, { keyword, path }: SchemaError): Problem | undefined {
  const [name = '', at, inner] = path.split('.')
  const list = childListNamed(register, name)
  if (!list) return ruled.has(keyword) ? undefined : valueProblemAt(name, fieldOf(register, name), record[name])
  if (ruled.has(keyword)) return undefined
  const rows = record[name]
  if (at === undefined || inner === undefined) return isEmpty(rows) ? undefined : listProblem(path, list.title)
  if (inner === list.by || inner === list.order) return undefined
  const child = model.registers[list.register]
  const row: unknown = Array.isArray(rows) ? rows[Number(at)] : undefined
  const field = child && fieldOf(child, inner)
  return valueProblemAt(`${name}.${at}.${inner}`, field, isRecord(row) ? row[inner] : undefined)
}

const listProblem = (path: string, field: string): Problem => ({ path, code: 'list-invalid', params: { field } })

/** The kind says what is wrong with its value; where it finds nothing, the schema alone forbids it. */
function valueProblemAt(path: string, field: Field | undefined, value: unknown): Problem | undefined {
  if (!field || field.readOnly || field.compute !== undefined || isEmpty(value)) return undefined
  const kind = kindByName(field.kind)
  const read = kind.accept(value, field)
  const wrong = read.ok ? checked(read.value, field) : read.error
  const { code, params } = wrong ?? { code: field.messages?.invalid ?? 'content-invalid', params: undefined }
  return { path, code, params: { field: field.title, ...params } }
}

const checked = (value: Value, field: Field) => (value === null ? undefined : kindByName(field.kind).check(value, field))

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
