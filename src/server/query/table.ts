import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { RecordTypes } from '../../generated/records.ts'
import type { RowTypes } from '../../generated/rows.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { Column, Kind } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { ChildList, Field, Model, Register } from '../../model/model.ts'
import { productModelOf } from '../../model/own/productModel.ts'
import { ApiError } from '../error.ts'
import { indexedFirst } from '../tables/listOrders.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { type FollowedColumn, type Follower, followedColumns, followersOf } from './followed/followedColumns.ts'

/** A field with a column of its own, and what its kind answers for it. */
export interface RegisterColumn {
  readonly name: string
  /** Quoted name. */
  readonly sql: string
  readonly field: Field
  readonly kind: Kind
  readonly column: Column
}

/** A register that the product's definitions have, or the rows of one of its lists. */
export type RegisterName = keyof RecordTypes

/** A record of a register as it travels. */
export type RecordOf<Name extends RegisterName> = { readonly [Key in keyof RecordTypes[Name]]: RecordTypes[Name][Key] }

/** Columns of a row of a register's table, as a statement reads them: whole numbers of 8 bytes and decimals are texts. */
export type RowOf<Name extends keyof RowTypes, Column extends keyof RowTypes[Name]> = Readonly<Pick<RowTypes[Name], Column>>

/** The value of a column, as a statement reads it under another name. */
export type ColumnOf<Name extends keyof RowTypes, Column extends keyof RowTypes[Name]> = RowTypes[Name][Column]

/** Columns of a row that a statement reads as numbers (`::float8`, `::int`): empty where the definition leaves them empty. */
export type NumbersOf<Name extends keyof RowTypes, Column extends keyof RowTypes[Name]> = {
  readonly [Each in Column]: null extends RowTypes[Name][Each] ? number | null : number
}

/** A register as SQL sees it; made once for a Model and kept with it. */
export interface Table {
  readonly register: Register
  /** Quoted table name. */
  readonly sql: string
  readonly columns: readonly RegisterColumn[]
  readonly byName: ReadonlyMap<string, RegisterColumn>
  /** Columns that refer to another register, by the name under which the record is included. */
  readonly references: ReadonlyMap<string, RegisterColumn>
  /** Columns that hold the keys of several records of another register, by the name under which these are included. */
  readonly manyReferences: ReadonlyMap<string, RegisterColumn>
  readonly lists: ReadonlyMap<string, ChildList>
  /** Columns of other tables whose rows say, by referring to a record, in which stores it may be seen. */
  readonly referrers: ReadonlyMap<string, Referrer>
  /** Registers whose rows are in this table, its own among them. */
  readonly sharing: ReadonlySet<string>
  /** Columns whose values name something outside of the store, whichever of those registers says so. */
  readonly claims: readonly Claim[]
  /** Columns that hold what stands at the end of references, and those of other tables that hang on this one. */
  readonly follows: readonly FollowedColumn[]
  readonly followers: readonly Follower[]
  /** Fields by which an index of the table begins, after the store. */
  readonly indexedFirst: ReadonlySet<string>
  /** Whether rows belong to a store. */
  readonly scoped: boolean
  readonly id: RegisterColumn
}

/** A table that is known to hold records of this type. */
export interface RecordTable<R extends object> extends Table {
  /** There for the compiler alone. */
  readonly record?: R
}

/** A column whose values name something outside of the store: each one store's alone, or proved by the secret of another column. */
export interface Claim {
  readonly column: string
  /** The field that the values name. */
  readonly name: string
  readonly provedBy?: string
}

/** A column of another table that refers to this one: both names quoted. */
export interface Referrer {
  readonly table: string
  readonly column: string
}

/** The name of a referrer among those of a table. */
export const referrerName = ({ register, field }: { readonly register: string; readonly field: string }): string =>
  `${register}.${field}`

const known = new WeakMap<Model, Map<string, Table>>()

/** The table of a register of this Model: the door to its records, which are typed by the name where the product's definitions have it. */
export function tableOf<Name extends RegisterName>(model: Model, name: Name): RecordTable<RecordOf<Name>>
export function tableOf(model: Model, name: string): Table
export function tableOf(seen: Model, name: string): Table {
  // A register of which a store calls nothing otherwise is the very same.
  const product = productModelOf(seen)
  const model = product.registers[name] === seen.registers[name] ? product : seen
  return memoizeByKey(
    memoizeByKey(known, model, () => new Map<string, Table>()),
    name,
    () => {
      const register = model.registers[name]
      if (!register) throw new ApiError(404, 'register-unknown', { register: name })
      return makeTable(register, model)
    },
  )
}

function makeTable(register: Register, model: Model): Table {
  const columns = register.fields
    .filter(field => field.stored)
    .map(field => ({
      name: field.name,
      sql: quotedIdentifier(field.name),
      field,
      kind: kindByName(field.kind),
      column: columnOf(field.kind),
    }))
  const byName = new Map(columns.map(column => [column.name, column]))
  const id = byName.get('id')
  if (!id) throw new Error(`Register without id: ${register.name}`)
  const references = new Map<string, RegisterColumn>()
  for (const column of columns) if (column.field.reference) references.set(column.field.reference.as, column)
  const manyReferences = new Map(
    columns.flatMap(column => (column.field.references ? [[column.field.references.as, column] as const] : [])),
  )
  const lists = new Map(register.lists.filter(list => list.stored !== false).map(list => [list.name, list]))
  const sql = quotedIdentifier(register.table)
  const sharing = Object.values(model.registers).filter(({ table }) => table === register.table)
  return {
    register,
    sql,
    columns,
    byName,
    references,
    manyReferences,
    lists,
    referrers: referrersOf(register, model),
    sharing: new Set(sharing.map(({ name }) => name)),
    claims: claimsOf(sharing),
    follows: followedColumns(model).filter(column => column.table === sql && byName.has(column.name)),
    followers: followersOf(sql, model),
    indexedFirst: new Set(sharing.flatMap(indexedFirst)),
    scoped: register.scope !== 'global' && byName.has('lojaId'),
    id,
  }
}

const claimsOf = (registers: readonly Register[]): Claim[] => {
  const claims = registers.flatMap(({ fields }) =>
    fields.flatMap(({ name, claims }) => (claims ? [[name, { column: name, ...claims }] as const] : [])),
  )
  return [...new Map(claims).values()]
}

/** Those that the register's definition names; one that is wrong is left out, and then opens no record. */
function referrersOf({ name, rows }: Register, { registers }: Model): Map<string, Referrer> {
  const named = [...(rows?.see ?? []), ...(rows?.change ?? [])].flatMap(({ referredBy }) => referredBy ?? [])
  return new Map(
    named.flatMap(one => {
      const other = registers[one.register]
      const field = other?.fields.find(each => each.name === one.field && each.stored && each.reference?.to === name)
      const names = other?.scope === 'store' &&
        field && { table: quotedIdentifier(other.table), column: quotedIdentifier(field.name) }
      return names ? [[referrerName(one), names] as const] : []
    }),
  )
}

/** The register meant by a part of an address, in any letter case; registers with a parent have no address of their own. */
export function registerByAddress(model: Model, address: string): Register | undefined {
  let names = addresses.get(model)
  if (!names) {
    names = new Map(
      Object.values(model.registers)
        .filter(register => !register.parent)
        .map(register => [register.name.toLowerCase(), register]),
    )
    addresses.set(model, names)
  }
  return names.get(address.toLowerCase())
}

const addresses = new WeakMap<Model, Map<string, Register>>()

/** The columns a stranger may read of a record that is referred to: its key and what names it. */
export function referenceLabelColumns(table: Table): RegisterColumn[] {
  const { label, code } = table.register
  return ['id', label, code].flatMap((name, index, names) => {
    const column = name === undefined || names.indexOf(name) !== index ? undefined : table.byName.get(name)
    return column && !column.field.secret ? [column] : []
  })
}

/** A column of the planned table, or of a record that it refers to (`grupo.nome`). */
export interface ColumnPath {
  readonly column: RegisterColumn
  readonly through?: { readonly reference: RegisterColumn; readonly target: Table }
}

/** A field by name, or a field of the record referred to: `grupo.nome`. Secrets and computed fields are not compared. */
export function columnPathOf(name: string, { model, table }: { readonly model: Model; readonly table: Table }): ColumnPath {
  const dot = name.indexOf('.')
  const own = table.byName.get(name)
  if (own) return open({ column: own }, name)
  const reference = dot > 0 ? table.references.get(name.slice(0, dot)) : undefined
  const to = reference?.field.reference?.to
  if (!reference || !to || !model.registers[to]) throw unknownField(name)
  const target = tableOf(model, to)
  const column = target.byName.get(name.slice(dot + 1))
  if (!column) throw unknownField(name)
  return open({ column, through: { reference, target } }, name)
}

function open(place: ColumnPath, name: string): ColumnPath {
  if (place.column.field.secret) throw unknownField(name)
  return place
}

/** Returns the value of a column as a row of the database holds it: null where it is empty. */
export const heldValue = ({ column, field }: RegisterColumn, raw: unknown): unknown =>
  raw === null || raw === undefined ? null : column.fromRow(raw, field)

/** A reply 400 that names a field which the register does not have, or does not show. */
export const unknownField = (field: string): ApiError => new ApiError(400, 'filter-field-unknown', { field })
