import type { ArchiveTotals } from './archive.ts'

/** Returns the content of an archive, in a line. */
export const archiveText = (file: string, { tables, files }: ArchiveTotals): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${file}: ${tables.length} tables, ${rows} rows, ${files.count} files; read back whole.`
}
