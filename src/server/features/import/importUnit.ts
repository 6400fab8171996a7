import { ok } from '../../../base/result.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import { importColumnNamed, isBlankValue } from '../../../model/import/columns.ts'
import { importKeyOf } from '../../../model/import/row.ts'
import type { Import, ImportColumn } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { type KeyReferences, keyField } from './keyReferences.ts'

/** The lines of a file that make one record: one, or with a child list those of one key that stand together. */
export interface ImportUnit {
  /** Places of the lines in the batch; with a child list line by line the rows of the list. */
  readonly lines: readonly number[]
  /** The values of the record in the lines. */
  readonly row: DataRow
  /** The rows of its list. */
  readonly items: readonly DataRow[]
  /** Its natural key; undefined when it has none. */
  readonly key: string | undefined
  /** Problems of a single line, by its place among the lines. */
  readonly problems: readonly (Problem & { readonly line: number })[]
}

/** The lines of a batch, gathered to records in the order of the file. */
export function importUnitsOf(
  rows: readonly DataRow[],
  load: Import,
  table: Table,
  references: KeyReferences = new Map(),
): ImportUnit[] {
  const parts = load.columns.filter(({ of }) => of !== undefined && of === load.list?.name)
  const units: { -readonly [K in keyof ImportUnit]: ImportUnit[K] }[] = []
  for (const [place, row] of rows.entries()) {
    const { own, item } = apart(row, parts)
    const key = recordKey(own, load, table, references)
    const last = units.at(-1)
    if (load.list && last && key !== undefined && last.key === key) {
      const line = last.lines.length
      last.problems = [...last.problems, ...contradictions(own, last.row, load).map(problem => ({ ...problem, line }))]
      last.lines = [...last.lines, place]
      last.items = [...last.items, item]
    } else units.push({ lines: [place], row: own, items: load.list ? [item] : [], key, problems: [] })
  }
  return units
}

function apart(row: DataRow, parts: readonly ImportColumn[]): { own: DataRow; item: DataRow } {
  if (parts.length === 0) return { own: row, item: {} }
  const own = { ...row }
  const item: DataRow = {}
  for (const { name, as } of parts) {
    if (own[name] !== undefined) item[as] = own[name]
    delete own[name]
  }
  return { own, item }
}

/** The record's key, each value as the register keeps it ('007' and 7 are one code where codes are numbers), and the import's default where none is given. */
export function recordKey(row: DataRow, load: Import, table: Table, references: KeyReferences = new Map()): string | undefined {
  const values: Record<string, Value> = {}
  for (const name of load.keys.flat()) {
    const named = references.get(name)
    const column = table.byName.get(keyField(load, name))
    if (named && !isBlankValue(row[name])) {
      // A record that is not there yet is the key of none that is.
      const id = named.get(row[name])
      if (id !== undefined) values[name] = asValue(id)
      continue
    }
    const value = isBlankValue(row[name]) ? importColumnNamed(load, name)?.default : row[name]
    if (!column) continue
    const accepted = isBlankValue(value) ? ok(null) : column.kind.accept(value, column.field)
    if (accepted.ok) values[name] = accepted.value
  }
  return importKeyOf(load, values)
}

/** Lines of one record must agree on it. */
const contradictions = (row: DataRow, first: DataRow, { columns }: Import): Problem[] =>
  columns.flatMap(({ name, title, of }) =>
    of !== undefined || text(row[name]) === text(first[name])
      ? []
      : [{ path: name, code: 'import.line-differs', params: { title } }],
  )

const text = (value: unknown): string => JSON.stringify(value ?? null)
