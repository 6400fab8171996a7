import { partsOfNames } from '../../../kinds/references/partsOfNames.ts'
import type { Import, ImportColumn } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { idsByName } from './idsByName.ts'

/** A row, and the outcome of its cells of several names. */
interface NamedRow {
  readonly row: DataRow
  readonly values: DataRow
  readonly problems: Problem[]
}

/** Commas that one name may have of its own. */
const commas = 3

/** Finds the records that cells name, several in each, one question a column. Nothing of another store is found; a number that is no name is a key. */
export async function resolveManyReferences(
  named: readonly NamedRow[],
  load: Import,
  table: Table,
  context: WriteContext,
  q: Queries,
): Promise<void> {
  for (const column of load.columns) {
    const to = column.of === undefined ? table.byName.get(column.name)?.field.references?.to : undefined
    if (to === undefined) continue
    const rows = named.filter(({ row }) => typeof row[column.name] === 'string' && row[column.name] !== '')
    const names = new Set(rows.flatMap(({ row }) => possibleNames(partsOf(row, column))))
    const target = tableOf(context.model, to)
    const ids = await idsByName([...names], target, context, q)
    for (const { row, values, problems } of rows) {
      const { keys, unknown } = keysOf(partsOf(row, column), ids)
      values[column.name] = keys
      const entity = target.register.singular.charAt(0).toUpperCase() + target.register.singular.slice(1)
      for (const name of unknown) problems.push({ path: column.name, code: 'import.reference-unknown', params: { entity, name } })
    }
  }
}

const partsOf = (row: DataRow, { name }: ImportColumn): readonly string[] => partsOfNames(String(row[name]))

/** Neighbouring parts that may be one name with commas of its own, the longest first. */
const spansAt = (parts: readonly string[], at: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.min(commas + 1, parts.length - at) }, (_, more) => parts.slice(at, at + more + 1)).toReversed()

const possibleNames = (parts: readonly string[]): string[] =>
  parts.flatMap((_, at) => spansAt(parts, at).map(span => span.join(', ')))

function keysOf(parts: readonly string[], ids: ReadonlyMap<unknown, unknown>): { keys: unknown[]; unknown: string[] } {
  const keys: unknown[] = []
  const unknown: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const span = spansAt(parts, at).find(one => ids.has(one.join(', ')))
    const part = parts[at] ?? ''
    if (span) keys.push(ids.get(span.join(', ')))
    else if (/^\d{1,15}$/.test(part)) keys.push(Number(part))
    else unknown.push(part)
    at += (span?.length ?? 1) - 1
  }
  return { keys, unknown }
}
