/** Media types of the files that lists and reports are exported as. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type FileFormat = keyof typeof fileTypes

export const isFileFormat = (word: unknown): word is FileFormat => word === 'csv' || word === 'xlsx'

/** The file's name: once in plain letters for old programs, once whole. */
export function contentDisposition(title: string, format: FileFormat): string {
  const whole = `${title
    .replace(/[\\/:*?"<>|\r\n]/g, ' ')
    .trim()
    .slice(0, 100)}.${format}`
  const plain = whole.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole).replaceAll("'", '%27')}`
}
