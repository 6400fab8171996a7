import { foldText } from '../../base/text.ts'
import type { Import, ImportColumn } from '../model.ts'
import { isRequiredColumn } from './columns.ts'

/** For each column of the file the import's column that takes it; null where none does. */
export type ColumnMapping = readonly (string | null)[]

/** How headers are compared: 'Início da vigência ' and 'INICIO_DA_VIGENCIA' are the same. */
const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the import's column for each header by alias, name or title, in any case and without accents. An alias was written for
 * the purpose, so it wins over a name or title of another column that happens to be the same. The first column of the file wins.
 */
export function matchHeader(load: Import, header: readonly string[]): ColumnMapping {
  const byText = new Map<string, string>()
  const offer = (texts: (column: ImportColumn) => readonly string[]): void => {
    for (const column of load.columns)
      for (const text of texts(column)) if (!byText.has(plain(text))) byText.set(plain(text), column.name)
  }
  offer(column => column.aliases)
  offer(column => [column.name])
  offer(column => [column.title])
  offer(column => column.shownAs)
  const taken = new Set<string>()
  return header.map(text => {
    const name = byText.get(plain(text))
    if (name === undefined || taken.has(name) || plain(text) === '') return null
    taken.add(name)
    return name
  })
}

/** The mapping with one column of the file given to another column of the import, which is taken from where it was. */
export const remapColumn = (mapping: ColumnMapping, index: number, name: string | null): ColumnMapping =>
  mapping.map((own, at) => (at === index ? name : own === name ? null : own))

/** Columns that every row must bring and no column of the file does. */
export const missingColumns = (load: Import, mapping: ColumnMapping): readonly ImportColumn[] =>
  load.columns.filter(column => isRequiredColumn(column) && !mapping.includes(column.name))
