import type { Csv } from '../../src/base/csv.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { NewRegister } from './register.ts'

const marks: Readonly<Record<Csv['delimiter'], string>> = { ';': ';', ',': ',', '\t': 'tab' }

/** What was read and what each column was taken for, with why: to be read through before anything is kept in the register. */
export function reportText(file: string, csv: Csv, { definition, fields, key, notices }: NewRegister): string {
  const properties = definition.properties as Readonly<Record<string, Property>>
  const rows = fields.map(({ name, why, roles }) => {
    const { format, oneOf, type, title } = properties[name] ?? {}
    const kind = format ?? (oneOf ? 'choice' : type === 'string' ? 'text' : type)
    return [name, String(kind), title ?? '', [...roles, why].join('; ')]
  })
  const widths = [0, 1, 2].map(at => Math.min(32, Math.max(...rows.map(row => row[at]?.length ?? 0))))
  const known = key.map(name => `"${properties[name]?.title ?? name}"`).join(', ')
  return [
    `${file}: ${csv.rows.length} rows, ${csv.encoding}, separated by ${marks[csv.delimiter]}`,
    ...notices.map(notice => `  ! ${notice}`),
    ...rows.map(row => `  ${row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell)).join('  ')}`),
    known === ''
      ? '  ! No column tells the rows apart: importing the same file again adds them again. Name one in "key" of the import.'
      : `  An import knows a row again by ${known}.`,
  ].join('\n')
}
