import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { recordsIn } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { kindByName } from '../../../kinds/values.ts'
import { emptyImportValue } from '../../../model/import/cell.ts'
import { isBlankValue } from '../../../model/import/columns.ts'
import type { Import, ImportColumn } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import type { ImportUnit } from './importUnit.ts'

/** The save that a unit of lines asks for. */
export interface ImportChange {
  /** Nothing: the record says all of it already. */
  readonly same: boolean
  readonly body: DataRow
  /** For each row of the body's list the place of its line in the unit. */
  readonly lines: readonly number[]
}

/**
 * The body of a save. A new record takes the import's defaults for what the file does not have; one that stands keeps what it
 * has, and of its list only rows that differ are named.
 */
export function importChangeOf(
  unit: ImportUnit,
  row: DataRow,
  before: DataRow | undefined,
  load: Import,
  context: WriteContext,
): ImportChange {
  const table = tableOf(context.model, load.register)
  const own = bodyOf(row, before, load, table, context.caller.zone)
  const { list } = load
  const child = list && table.lists.get(list.name)
  if (!list || !child) return { same: before !== undefined && isSame(own, before, table), body: own, lines: [] }
  const below = tableOf(context.model, child.register)
  const standing = new Map(recordsIn(before?.[list.name]).map(item => [keyText(item, list.key, below), item]))
  const items: DataRow[] = []
  const lines: number[] = []
  const mayBeNone = !load.columns.some(({ of, required }) => of === list.name && required)
  for (const [line, item] of unit.items.entries()) {
    if (mayBeNone && Object.values(item).every(isBlankValue)) continue
    const there = standing.get(keyText(item, list.key, below))
    const said = withoutBlanks(item, there !== undefined, load, list.name)
    if (there && isSame(said, there, below)) continue
    items.push(there ? { ...said, id: there.id } : withDefaults(said, load, below))
    lines.push(line)
  }
  const same = before !== undefined && items.length === 0 && isSame(own, before, table)
  return { same, body: items.length > 0 ? { ...own, [list.name]: items } : own, lines }
}

/**
 * A row without its blank cells (`''`). A new record has the column's empty value for one; of a record that stands it empties what may be empty, and
 * leaves as it is what would become a default, a 0 or a no. `list`: the child list that the row belongs to.
 */
export function withoutBlanks(row: DataRow, stands: boolean, { columns }: Import, list?: string): DataRow {
  const said = { ...row }
  for (const column of columns) {
    const name = list !== undefined && column.of === list ? column.as : column.name
    if (said[name] !== '') continue
    const empty = emptyImportValue(column)
    if (stands && !isBlankValue(empty)) delete said[name]
    else said[name] = empty
  }
  return said
}

function bodyOf(row: DataRow, before: DataRow | undefined, load: Import, table: Table, zone: string): DataRow {
  const body: DataRow = {}
  const foreign = memoizeByKey(foreignColumns, load, () => foreignOf(load, table))
  for (const [name, value] of Object.entries(row)) if (name !== 'lojaId' && !foreign.has(name)) body[name] = value
  if (before) {
    for (const column of load.columns)
      if (
        column.of === undefined &&
        Object.hasOwn(body, column.name) &&
        isSaid(body[column.name], before[column.name], column, zone)
      )
        delete body[column.name]
    return { ...body, id: before.id }
  }
  // A key that nobody kept is the database's to give.
  if (!table.register.textKey) delete body.id
  for (const { name, default: value, skip, of } of load.columns)
    if (value !== undefined && !skip && of === undefined && body[name] === undefined && table.byName.has(name)) body[name] = value
  return body
}

/**
 * Tells whether what stands in a record is what a file of it says: a cell that is empty for a field that is, and no more of a moment than a
 * cell tells (its seconds).
 */
function isSaid(value: unknown, standing: unknown, column: ImportColumn, zone: string): boolean {
  const blank = isBlankValue(standing)
  if (blank) return isBlankValue(value) || value === emptyImportValue(column)
  const kind = kindByName(column.kind)
  if (kind.time === undefined || isBlankValue(value)) return false
  const options = { ...column, zone }
  // The save names what is no moment.
  const said = kind.accept(value, options)
  const text = (one: unknown): string => kind.exported?.(asValue(one), options) ?? kind.edit(asValue(one), options)
  return said.ok && text(said.value) === text(standing)
}

const foreignColumns = new WeakMap<Import, ReadonlySet<string>>()

/** Columns that are no field of the register: they describe what it refers to, or what comes after. */
const foreignOf = ({ columns }: Import, table: Table): ReadonlySet<string> =>
  new Set(columns.flatMap(({ name, of }) => (of !== undefined || !isField(name, table) ? [name] : [])))

const isField = (name: string, { register }: Table): boolean => register.fields.some(field => field.name === name)

function withDefaults(item: DataRow, { list, columns }: Import, below: Table): DataRow {
  const whole = { ...item }
  for (const { of, as, default: value } of columns)
    if (of === list?.name && value !== undefined && whole[as] === undefined && below.byName.has(as)) whole[as] = value
  return whole
}

/** Tells whether every value that is given stands in the record already. What is not kept but becomes something else is never the same. */
function isSame(given: DataRow, before: DataRow, table: Table): boolean {
  return Object.entries(given).every(([name, value]) => {
    const column = table.byName.get(name)
    const empty = value === null || value === undefined || value === ''
    if (!column || column.field.secret) return name === 'lojaId' || (empty && isField(name, table))
    const accepted = empty ? null : column.kind.accept(value, column.field)
    if (accepted !== null && !accepted.ok) return false
    return JSON.stringify(accepted?.value ?? null) === JSON.stringify(before[name] ?? null)
  })
}

function keyText(item: DataRow, key: readonly string[], { byName }: Table): string {
  return JSON.stringify(
    key.map(name => {
      const column = byName.get(name)
      const accepted = isBlankValue(item[name]) ? undefined : column?.kind.accept(item[name], column.field)
      return accepted?.ok ? accepted.value : null
    }),
  )
}
