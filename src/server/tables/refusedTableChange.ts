import { hasLayerPrefix } from '../../model/register.ts'
import type { PresentColumn } from './presentTables.ts'
import { quotedIdentifier } from './sqlNames.ts'
import type { WantedColumn, WantedTable } from './wantedTables.ts'

/** A change that would lose data: it is made only by a migration that a person wrote. */
export interface RefusedTableChange {
  readonly table: string
  readonly column: string
  readonly why: string
  /** File that would allow it, and what it holds. */
  readonly file: string
  readonly statement: string
  /** It drops the column. */
  readonly drops?: true
}

/** A column that no field needs: one that was dropped from the definition, or that of a layer which is no longer named. */
export function refusedDrop(table: WantedTable, column: PresentColumn): RefusedTableChange {
  const ofLayer = hasLayerPrefix(column.name)
  const lost = ofLayer
    ? `No layer has the field "${column.name}" any more: does LAYERS still name its folder? Dropping the column loses data.`
    : `The definition has no field "${column.name}" any more, and dropping its column loses data.`
  return {
    table: table.name,
    column: column.name,
    why: `${lost} If it has another name now, say so in the field: "was": "${column.name}".`,
    file: `${ofLayer ? '' : 'schemas/'}migrations/drop-${table.name}-${column.name}.sql${ofLayer ? ' of the layer' : ''}`,
    statement: `ALTER TABLE ${quotedIdentifier(table.name)} DROP COLUMN ${quotedIdentifier(column.name)} CASCADE;`,
    drops: true,
  }
}

/** A type that cannot hold what is there. */
export const refusedNarrowing = (table: WantedTable, column: WantedColumn, present: PresentColumn): RefusedTableChange => ({
  table: table.name,
  column: column.name,
  why: `The column is ${present.type} and the definition wants ${column.type}, which cannot hold every value.`,
  file: `schemas/migrations/change-${table.name}-${column.name}.sql`,
  statement: `ALTER TABLE ${quotedIdentifier(table.name)} ALTER COLUMN ${quotedIdentifier(column.name)} TYPE ${column.type} USING ${converted(quotedIdentifier(column.name), present.type, column.type)};`,
})

/** A value as the other type has it. A day begins and ends where shops are: a cast alone would put it by the clock of the database. */
function converted(name: string, from: string, to: string): string {
  const clock = `AT TIME ZONE 'America/Sao_Paulo'`
  if (from === 'date' && to.startsWith('timestamp')) return `${name}::timestamp ${clock}`
  if (from.startsWith('timestamp') && to === 'date') return `(${name} ${clock})::date`
  if (to.endsWith('[]') && !from.endsWith('[]')) return `CASE WHEN ${name} IS NOT NULL THEN ARRAY[${name}]::${to} END`
  return `${name}::${to}`
}
