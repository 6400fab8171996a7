import type { Property } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { readsOf } from '../../expression.ts'
import type { Field, Model, Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkWhere } from '../where.ts'

/** Checks a field that counts, sums or takes the last of another register's records that refer to its own. */
export function checkRollup(
  checker: Checker,
  path: JsonPath,
  property: Property,
  field: Field,
  { owner }: { readonly owner: Pick<Register, 'name'> },
): void {
  const { rollup } = property
  if (!rollup) return
  const own = checker.model.registers[owner.name]
  const why = unfit(property, field, own, checker.model)
  if (why) {
    checker.add(path, 'rollup-place', why, { part: 'key' })
    return
  }
  const rows = checker.register([...path, 'register'], rollup.register)
  if (!rows || !own) return
  const wrong = unfitRows(rows, rollup.by, checker.model)
  if (wrong) checker.add([...path, 'register'], 'rollup-register', wrong)
  checkReference(checker, [...path, 'by'], rows, rollup.by, own)
  checkWhere(checker, [...path, 'where'], rows, rollup.where)
  for (const name of Object.keys(rollup.where ?? {})) checkSource(checker, [...path, 'where', name], rows, name, field, 'key')
  const measures = (['count', 'sum', 'last'] as const).filter(name => rollup[name] !== undefined)
  if (measures.length !== 1) {
    checker.add(path, 'rollup-measure', 'It says one of "count", "sum" and "last".', { part: 'key' })
    return
  }
  if (rollup.count && kindByName(field.kind).expressionType(field) !== 'int')
    checker.add(path, 'rollup-kind', `Records are counted in an integer, not in the kind ${field.kind}.`, { part: 'key' })
  for (const word of ['sum', 'last'] as const) {
    const name = rollup[word]
    if (name === undefined) continue
    checkSource(checker, [...path, word], rows, name, field, 'value')
    const source = fieldOf(rows, name)
    if (source) checkMeasure(checker, [...path, word], word, source, field)
  }
}

function unfit(
  { readOnly, compute, defaultWhen }: Property,
  field: Field,
  own: Register | undefined,
  model: Model,
): string | undefined {
  const { name } = field
  if (own?.scope !== 'store' || own.parent || own.from || own.textKey)
    return `"${name}" is no field of numbered records that belong to a store each: nothing is counted there.`
  if (!readOnly || compute !== undefined || defaultWhen !== undefined || !field.stored || field.secret)
    return `The server alone keeps "${name}": it needs "readOnly" and no other value.`
  const reader = own.fields.find(
    each => each.stored && each.compute !== undefined && readsOf(model, own.name, each.compute).some(([first]) => first === name),
  )
  return reader && `"${reader.name}" is computed of "${name}" and kept: it would stand as it was at the last save.`
}

/** The reason for which records of a register cannot be counted: rows of a list come with their record, others' views must know whose they are. */
function unfitRows(rows: Register, by: string, model: Model): string | undefined {
  if (rows.scope !== 'store' || rows.parent || rows.from)
    return `"${rows.name}" has no records of its own that belong to a store each.`
  if (rows.access.create === undefined || rows.access.create === 'false')
    return `The server alone writes "${rows.name}", by statements that tell nobody.`
  if (rows.about?.erase === 'remove') return `Erasing a person removes records of "${rows.name}" by statements that tell nobody.`
  const view = Object.values(model.registers).find(
    ({ from, fields }) => from?.register === rows.name && !fields.some(({ name }) => name === by),
  )
  return view && `"${view.name}" shows its records without "${by}": what is changed there would be counted nowhere.`
}

function checkReference(checker: Checker, path: JsonPath, rows: Register, name: string, own: Register): void {
  if (!checker.field(path, rows, name)) return
  const to = fieldOf(rows, name)?.reference?.to
  const target = to === undefined ? undefined : checker.model.registers[to]
  if (target?.table !== own.table) checker.add(path, 'rollup-by', `"${name}" does not refer to ${own.name}.`)
}

/** A value that a figure hangs on: kept, no figure itself, and read by whoever reads the figure. */
function checkSource(checker: Checker, path: JsonPath, rows: Register, name: string, field: Field, part: 'key' | 'value'): void {
  const source = fieldOf(rows, name)
  if (name !== 'and' && name !== 'or' && !source) checker.field(path, rows, name, part)
  if (!source) return
  if (source.personal)
    checker.add(path, 'rollup-source', `"${name}" is about a person, and erasing it would change the figure unseen.`, { part })
  else if (!source.stored || source.rollup)
    checker.add(path, 'rollup-source', `"${name}" is not kept, or is a figure itself: nothing can be counted by it.`, { part })
  else if (part === 'key' && kindByName(source.kind).time === 'instant')
    checker.add(path, 'rollup-source', `"${name}" is a moment, whose day hangs on the store's clock.`, { part })
  else if (source.see !== undefined && source.see !== field.see)
    checker.add(path, 'see-read', `"${field.name}" tells "${name}": it needs the same "see" ("${source.see}").`, { part })
}

function checkMeasure(checker: Checker, path: JsonPath, word: 'sum' | 'last', source: Field, field: Field): void {
  const kind = kindByName(source.kind)
  if (word === 'sum' && kind.places === undefined)
    checker.add(path, 'rollup-kind', `"${source.name}" is of the kind ${source.kind}, which has no sum.`)
  else if (word === 'last' && kind.time === undefined && kind.places === undefined)
    checker.add(path, 'rollup-kind', `"${source.name}" is of the kind ${source.kind}: none of its values is the last.`)
  else if (source.kind !== field.kind)
    checker.add(
      path,
      'rollup-kind',
      `"${field.name}" is of the kind ${field.kind}, and "${source.name}" of the kind ${source.kind}.`,
    )
}
