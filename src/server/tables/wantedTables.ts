import { columnOf } from '../../kinds/columns.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Model, Register, Unique } from '../../model/model.ts'
import { isSystemField } from '../../model/register.ts'
import { canonicalType } from './columnType.ts'
import { type ListOrder, listOrders } from './listOrders.ts'
import { searchColumn, searchExpression, searchedFields, unaccentedSql } from './searchColumn.ts'
import { constraintName, quotedIdentifier, quotedIdentifiers, sqlLiteral, uniqueColumns, uniqueName } from './sqlNames.ts'

/** A column as the Model wants it. */
export interface WantedColumn {
  readonly name: string
  readonly type: string
  /** Sorting of text: as Portuguese readers expect. */
  readonly collation?: string
  readonly notNull: boolean
  /** SQL literal of the default. */
  readonly default?: string
  /** Number made by the database. */
  readonly identity: boolean
  /** Expression of a stored generated column. */
  readonly generated?: string
  readonly was?: string
}

/** A constraint or index: known by its name, which holds a hash of the definition. */
export interface WantedConstraint {
  readonly name: string
  readonly definition: string
  /** An index whose rows must differ. */
  readonly unique?: true
}

/**
 * Where the rows of a table are in a distributed database: spread over the machines by their store, so that all of one store's are on
 * the same one, or all of them on every machine.
 */
export type TableLayout = 'by store' | 'everywhere'

export interface WantedTable {
  readonly name: string
  readonly was?: string
  readonly columns: readonly WantedColumn[]
  readonly primaryKey: readonly string[]
  readonly uniques: readonly WantedConstraint[]
  readonly foreignKeys: readonly WantedConstraint[]
  readonly indexes: readonly WantedConstraint[]
  /** Whether rows belong to a store, and row level security guards them. */
  readonly scoped: boolean
  readonly layout: TableLayout
}

/** Sorting by ICU, present in every build of PostgreSQL that people use, and the same on each. */
const sorting = 'pt-BR-x-icu'

/**
 * The tables that a Model needs, in no particular order. Registers made `from` another share its table. `distributed`: rows are spread over
 * several machines by their store.
 */
export const wantedTables = (model: Model, distributed = false): WantedTable[] => {
  const byTable = new Map<string, Register[]>()
  for (const register of Object.values(model.registers)) {
    if (register.stored === false) continue
    const sharing = byTable.get(register.table) ?? []
    byTable.set(register.table, register.from ? [...sharing, register] : [register, ...sharing])
  }
  return [...byTable.values()].map(registers => wantedTable(model, registers, distributed))
}

const wantedTable = (model: Model, registers: readonly Register[], distributed: boolean): WantedTable => {
  const [first] = registers
  if (!first) throw new Error('A table without a register')
  const scoped = first.scope !== 'global'
  const fields = storedOnce(registers)
  const search = searchExpression(first, searchedFields({ ...first, fields }))
  const columns = placed(fields).map(field => wantedColumn(first, field))
  const generated = { name: searchColumn, type: 'tsvector', notNull: false, identity: false }
  return {
    name: first.table,
    ...(first.was === undefined ? {} : { was: first.was }),
    columns: search ? [...columns, { ...generated, generated: search }] : columns,
    primaryKey: scoped ? ['lojaId', 'id'] : ['id'],
    uniques: distinct(registers.flatMap(register => uniques(register))),
    foreignKeys: fields.flatMap(field => foreignKey(model, first, field, distributed)),
    indexes: [
      ...distinct(registers.flatMap(register => partialUniques(register))),
      ...indexes(first, registers, fields, search ? [searchIndex] : []),
    ],
    scoped,
    // Stores themselves are few and read with everything.
    layout: first.scope === 'store' ? 'by store' : 'everywhere',
  }
}

const storedOnce = (registers: readonly Register[]): Field[] => {
  const fields = new Map<string, Field>()
  for (const register of registers)
    for (const field of register.fields) if (field.stored && !fields.has(field.name)) fields.set(field.name, field)
  return [...fields.values()]
}

/** Columns of every row stand first: row level security looks at the store of each row, and finds it without reading the columns before it. */
const placed = (fields: readonly Field[]): Field[] => [
  ...fields.filter(field => isSystemField(field.name)),
  ...fields.filter(field => !isSystemField(field.name)),
]

const wantedColumn = (register: Register, field: Field): WantedColumn => {
  const type = typeOf(register, field)
  const value = defaultOf(register, field)
  const key = field.name === 'id'
  return {
    name: field.name,
    type,
    notNull: isSystemField(field.name),
    identity: key && !register.textKey,
    ...(!key && !field.secret && columnOf(field.kind).sortsAsWords?.(field) ? { collation: sorting } : {}),
    ...(field.name === 'lojaId' && register.scope === 'self' ? { generated: quotedIdentifier('id') } : {}),
    ...(value === undefined ? {} : { default: value }),
    ...(field.was === undefined ? {} : { was: field.was }),
  }
}

const typeOf = (register: Register, field: Field): string => {
  if (field.name === 'id') return register.textKey ? 'text' : 'bigint'
  if (field.name === 'lojaId') return 'bigint'
  // Stored encrypted, whatever it is.
  if (field.secret) return 'text'
  return canonicalType(columnOf(field.kind).sqlType(field))
}

const defaultOf = (register: Register, field: Field): string | undefined => {
  if (field.name === 'version') return '1'
  if (field.name === 'createdAt' || field.name === 'updatedAt') return 'now()'
  if (field.default === undefined || field.default === null || field.secret) return undefined
  const row = columnOf(field.kind).toRow(field.default, field)
  const text = Array.isArray(row) ? `{${row.join(',')}}` : String(row)
  return `${sqlLiteral(text)}::${typeOf(register, field)}`
}

const uniques = (register: Register): WantedConstraint[] =>
  // A record that a store has once differs by the store alone.
  [
    ...(register.single ? [{ fields: ['lojaId'], message: '' }] : []),
    ...register.unique.filter(({ where }) => where === undefined),
  ].map(unique => ({
    name: uniqueName(register, unique),
    definition: `UNIQUE ${unique.emptyAlike ? 'NULLS NOT DISTINCT ' : ''}(${quotedIdentifiers(uniqueColumns(register, unique))})`,
  }))

/** Those of which only some rows take part: indexes of these rows alone. */
const partialUniques = (register: Register): WantedConstraint[] =>
  register.unique.flatMap(unique => {
    if (!unique.where) return []
    const only = uniqueConditions(register, unique)
    const columns = quotedIdentifiers(uniqueColumns(register, unique))
    return [
      {
        name: uniqueName(register, unique),
        definition: `(${columns})${unique.emptyAlike ? ' NULLS NOT DISTINCT' : ''} WHERE ${only.join(' AND ')}`,
        unique: true as const,
      },
    ]
  })

/** SQL that is true of the rows that take part in what must be unique. */
export const uniqueConditions = (register: Register, { where }: Unique): string[] =>
  Object.entries(where ?? {}).map(([name, wanted]) => valuesSql(register, name, [wanted].flat()))

/** SQL that is true of rows with one of these values in a field. */
function valuesSql(register: Register, name: string, values: readonly (string | number | boolean)[]): string {
  const field = register.fields.find(each => each.name === name)
  if (!field) throw new Error(`No such field: ${register.name}.${name}`)
  const texts = values.map(value => `${sqlLiteral(String(columnOf(field.kind).toRow(value, field)))}::${typeOf(register, field)}`)
  return `${quotedIdentifier(name)} IN (${texts.join(', ')})`
}

/** The store stands first in every foreign key between tables of a store: they stay together when tables are spread by store. */
const foreignKey = (model: Model, register: Register, field: Field, distributed: boolean): WantedConstraint[] => {
  const target = field.reference && model.registers[field.reference.to]
  if (!target || field.name === 'lojaId' || field.name === 'id' || field.reference?.onRemove === 'keep') return []
  // Authors of the history are people and keys of programs: removals check whether it names a person.
  if (register.role === 'history') return []
  const global = target.scope === 'global'
  // A row of no store cannot name the store of what it refers to: the save checks such a reference.
  if (!global && register.scope === 'global') return []
  // Stores themselves are on every machine, what they own on one: there is no such key, and saves and removals check.
  if (distributed && register.scope === 'self' && !global) return []
  // Another store (a branch) is named by its own key on both sides.
  const elsewhere = target.scope === 'self' && register.scope === 'store' && !register.parent
  const columns = global ? [field.name] : [elsewhere ? field.name : 'lojaId', field.name]
  const keys = global ? ['id'] : ['lojaId', 'id']
  const cascade = register.parent?.by === field.name
  // PostgreSQL empties no column of a key that holds a generated one: for stores themselves the removal does it.
  // Citus empties no part of a key that holds the store: the removal does it there, too.
  const empties = field.reference?.onRemove === 'empty' && register.scope !== 'self' && !distributed
  const action = cascade ? ' ON DELETE CASCADE' : empties ? ` ON DELETE SET NULL (${quotedIdentifier(field.name)})` : ''
  const definition = `FOREIGN KEY (${quotedIdentifiers(columns)}) REFERENCES ${quotedIdentifier(target.table)} (${quotedIdentifiers(keys)})${action}`
  return [{ name: constraintName(register.table, 'fk', definition), definition }]
}

const indexes = (
  first: Register,
  registers: readonly Register[],
  fields: readonly Field[],
  search: readonly string[],
): WantedConstraint[] => {
  const before = first.scope === 'global' ? [] : ['"lojaId"']
  const plain = new Set<string>()
  // The order of a child list brings its parent's index along.
  for (const field of fields)
    if (field.reference && field.reference.onRemove !== 'keep' && field.name !== 'lojaId')
      plain.add([...before, quotedIdentifier(field.name), ...placeIn(first, field)].join(', '))
  for (const register of registers)
    for (const order of listOrders(register, fields)) plain.add([...before, termsSql(order)].join(', '))
  // Lists over all stores read the same orders without a store; that of the key is served by no other index then.
  for (const register of registers.filter(({ across }) => across === true))
    for (const order of [[{ field: 'id', descending: false }], ...listOrders(register, fields)]) plain.add(termsSql(order))
  for (const register of registers)
    for (const names of register.indexes ?? []) plain.add([...before, quotedIdentifiers(names)].join(', '))
  for (const register of registers)
    for (const { field, from } of register.numbers ?? [])
      if (from === undefined && field !== 'id') plain.add([...before, quotedIdentifier(field)].join(', '))
  const label = fields.find(field => field.name === first.label)
  const parts = [...plain].map(columns => `(${columns})`)
  if (label && kindByName(label.kind).words && !first.parent && !label.refine?.numeric)
    parts.push(`(${[...before, `${unaccentedSql(quotedIdentifier(label.name))} text_pattern_ops`].join(', ')})`)
  parts.push(...fields.filter(({ references }) => references).map(({ name }) => `USING gin (${quotedIdentifier(name)})`))
  parts.push(...search)
  return parts.map(definition => ({ name: constraintName(first.table, 'ix', definition), definition }))
}

const searchIndex = `USING gin (${quotedIdentifier(searchColumn)})`

const termsSql = (order: ListOrder): string =>
  order.map(({ field, descending }) => `${quotedIdentifier(field)}${descending ? ' DESC' : ''}`).join(', ')

const placeIn = (register: Register, field: Field): string[] => {
  const order = register.order[0]?.split(' ')[0]
  return register.parent?.by === field.name && order && order !== 'id' ? [quotedIdentifier(order)] : []
}

const distinct = (parts: readonly WantedConstraint[]): WantedConstraint[] => [
  ...new Map(parts.map(part => [part.name, part])).values(),
]
