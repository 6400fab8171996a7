import type { Field } from '../model.ts'
import type { Parameter, ResultColumn } from '../report.ts'

const plain = { required: false, stored: false, readOnly: true, secret: false, clone: false, search: false } as const

/** Stores whose answers are on the page: a name beside the parameters. */
const storeCount: Field = { ...plain, name: 'storeCount', title: 'Lojas', kind: 'integer' }

const known = new WeakMap<readonly object[], readonly Field[]>()

/** Fields made once of a list, so that their scope is made once. */
function once<T extends object>(
  list: readonly T[],
  make: (one: T) => readonly Field[],
  more: readonly Field[],
): readonly Field[] {
  let fields = known.get(list)
  if (fields === undefined) {
    fields = [...list.flatMap(make), ...more]
    known.set(list, fields)
  }
  return fields
}

/**
 * Returns the variables of a report's expressions: every name that its parameters fill, and `storeCount`. Both ends of a range are moments (ISO UTC),
 * or days; several values are a text with commas.
 */
export const parameterFields = (parameters: readonly Parameter[]): readonly Field[] => once(parameters, fieldsOf, [storeCount])

function fieldsOf(parameter: Parameter): readonly Field[] {
  if (parameter.control !== undefined)
    return parameter.fills.map(name => ({ ...plain, name, title: parameter.title, kind: parameter.kind }))
  if (parameter.many) return parameter.fills.map(name => ({ ...plain, name, title: parameter.title, kind: 'text' }))
  const { many: _many, fills, default: _default, presets: _presets, control: _control, ...options } = parameter
  return fills.map(name => ({ ...plain, ...options, name }))
}

/** Returns the variables of expressions over a row or over figures: its columns, the store of a comparison, and how many stores there are. */
export const columnFields = (columns: readonly ResultColumn[]): readonly Field[] =>
  once(columns, column => [{ ...plain, ...column }], [
    { ...plain, name: 'lojaId', title: 'Loja', kind: 'integer' },
    { ...plain, name: 'loja', title: 'Loja', kind: 'text' },
    storeCount,
  ])
