import type { Csv } from '../../src/base/csv.ts'
import { foldText } from '../../src/base/text.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { NewRegister } from './register.ts'

/** The import of files like the sample, and the action of the list that opens it. */
export interface NewImport {
  readonly definition: Readonly<Record<string, unknown>>
  readonly ui: Readonly<Record<string, unknown>>
}

/** Rows of the sample file that the import offers. */
const samples = 2

const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes the import that takes the sample file as it is: every column is found by its header. `words` is the meta-schema of its UI schema. */
export function importFor(
  csv: Csv,
  { definition, fields, key }: Pick<NewRegister, 'definition' | 'fields' | 'key'>,
  { name, title, words }: { readonly name: string; readonly title: string; readonly words: string },
): NewImport {
  const { access } = definition.register as { access: { all?: string; create?: string; change?: string } }
  const properties = definition.properties as Readonly<Record<string, Property>>
  const gate = [...new Set([access.create ?? access.all ?? access.change, access.change ?? access.all])]
    .filter(each => each !== undefined)
    .join(' && ')
  const path = `/importar${capital(name)}`
  return {
    definition: {
      $schema: '../meta/import.json',
      title: `Importar ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      path,
      gate,
      register: name,
      ...(key.length > 0 ? { key } : {}),
      columns: fields.map(({ name: field, header }) => {
        const known = [field, properties[field]?.title ?? ''].some(text => plain(text) === plain(header))
        // An alias of two columns would take the one for the other.
        const shared = fields.filter(each => plain(each.header) === plain(header)).length > 1
        return known || shared || plain(header) === '' ? field : { field, aliases: [header] }
      }),
      sample: csv.rows.slice(0, samples).map(row => Object.fromEntries(fields.map(each => [each.name, row[each.at] ?? '']))),
    },
    ui: {
      $schema: `../../meta/${words}.json`,
      actions: [{ id: 'importar', title: 'Importar', icon: 'file-up', place: ['list'], gate, open: path }],
    },
  }
}
