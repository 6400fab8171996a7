import { foldText } from '../../base/text.ts'
import type { Import, ImportColumn } from '../model.ts'
import { isRequiredColumn } from './columns.ts'

/** For each column of the file the import's column that takes it; null where none does. */
export type ColumnMapping = readonly (string | null)[]

/** How headers are compared: 'Início da vigência ' and 'INICIO_DA_VIGENCIA' are the same. */
const foldHeader = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the import's column for each header by alias, name or title, in any case and without accents. An alias was written for
 * the purpose, so it wins over a name or title of another column that happens to be the same. Of several columns of the file that mean the same the first
 * wins; a further one is the next column that goes by this text.
 */
export function matchHeader(load: Import, header: readonly string[]): ColumnMapping {
  const byText = columnsByHeader(load)
  const taken = new Set<string>()
  return header.map(text => {
    const name = byText.get(foldHeader(text))?.find(one => !taken.has(one))
    if (name === undefined || foldHeader(text) === '') return null
    taken.add(name)
    return name
  })
}

/** The marks of an import's header, for a thread that knows no more of it. */
export interface HeaderMarks {
  /** Columns by folded title. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** Columns without which nothing can be imported. */
  readonly required: readonly string[]
}

export const headerMarksOf = (load: Import): HeaderMarks => ({
  columns: columnsByHeader(load),
  required: load.columns.filter(isRequiredColumn).map(({ name }) => name),
})

/** Tells whether a row is the header: it names every column that must be there, and so many that no row of data does. */
export function isWholeHeader(cells: readonly string[], { columns, required }: HeaderMarks): boolean {
  const named = new Set(cells.flatMap(cell => columns.get(foldHeader(cell)) ?? []))
  return (required.length > 1 || named.size > 2) && required.every(name => named.has(name))
}

/** Names of columns by the headers that mean them, folded. */
function columnsByHeader(load: Import): ReadonlyMap<string, readonly string[]> {
  const byText = new Map<string, string[]>()
  const offer = (texts: (column: ImportColumn) => readonly string[]): void => {
    for (const column of load.columns)
      for (const text of texts(column).map(foldHeader)) {
        const known = byText.get(text) ?? []
        if (!known.includes(column.name)) byText.set(text, [...known, column.name])
      }
  }
  offer(column => column.aliases)
  offer(column => [column.name])
  offer(column => [column.title])
  offer(column => column.shownAs)
  return byText
}

/** The mapping with one column of the file given to another column of the import, which is taken from where it was. */
export const remapColumn = (mapping: ColumnMapping, index: number, name: string | null): ColumnMapping =>
  mapping.map((own, at) => (at === index ? name : own === name ? null : own))

/** Columns that every row must bring and no column of the file does. */
export const missingColumns = (load: Import, mapping: ColumnMapping): readonly ImportColumn[] =>
  load.columns.filter(column => isRequiredColumn(column) && !mapping.includes(column.name))
