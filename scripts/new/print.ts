import type { Csv } from '../../src/base/csv.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { NewRegister } from './register.ts'

const marks: Readonly<Record<Csv['delimiter'], string>> = { ';': ';', ',': ',', '\t': 'tab' }

type Groups = readonly { readonly id: string; readonly title: string }[]

interface Place {
  readonly menu?: string
  readonly access: Readonly<Record<string, string>>
}

/** Where it is found, and who may: taken from its neighbours, so worth a look. */
function placeOf({ menu, access }: Place, groups: Groups): string {
  const title = groups.find(({ id }) => id === menu)?.title ?? menu
  const gates =
    access.all ??
    Object.entries(access)
      .map(([act, gate]) => `${act}: ${gate}`)
      .join(', ')
  return menu === undefined
    ? `Stands in no menu: "menu" of its register names one. For ${gates}.`
    : `Stands in the menu ${title}, for ${gates}.`
}

/** Returns the columns read, and the kind guessed for each, with why: to be read through before anything is kept in the register. */
export function reportText(
  file: string,
  csv: Csv,
  { definition, fields, key, notices }: NewRegister,
  groups: Groups = [],
): string {
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
    `  ${placeOf(definition.register as Place, groups)}`,
  ].join('\n')
}
