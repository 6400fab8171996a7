import type { Column, ValueOptions } from '../kind.ts'
import { ORDERED } from '../operators.ts'
import { choicesOfField, hasNumberChoices } from './value.ts'

/** The option whose text the column holds, as the definition writes it. */
const original = (text: string, o: ValueOptions): string | number =>
  choicesOfField(o).find(choice => `${choice.value}` === text)?.value ?? text

/** `integer` when every option is a whole number, else `text`. */
export const column: Column<string | number> = {
  sqlType: o => (hasNumberChoices(o) ? 'integer' : 'text'),
  toRow: (option, o) => (hasNumberChoices(o) ? option : `${option}`),
  fromRow: (raw, o) => (hasNumberChoices(o) ? Number(raw) : original(`${raw}`, o)),
  operators: ORDERED,
  searchText: name => `${name}::text`,
}
