import { choicesOfField, hasNumberChoices } from '../choice/value.ts'
import type { Column } from '../kind.ts'

/** An array as PostgreSQL writes it: `{"A","B \"C\""}`. */
const written = (options: readonly (string | number)[]): string =>
  `{${options.map(option => `"${`${option}`.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** The texts of an array, where the connection leaves it as it is. */
const parts = (text: string): string[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replace(/\\(.)/g, '$1'),
  )

/** `integer[]` when every option is a whole number, else `text[]`. */
export const column: Column<readonly (string | number)[]> = {
  sqlType: o => (hasNumberChoices(o) ? 'integer[]' : 'text[]'),
  toRow: written,
  fromRow(raw, o) {
    const texts: readonly unknown[] = Array.isArray(raw) ? raw : parts(`${raw}`)
    const choices = choicesOfField(o)
    return texts.map(text => choices.find(({ value }) => `${value}` === `${text}`)?.value ?? `${text}`)
  },
  operators: ['eq', 'neq', 'contains'],
}
