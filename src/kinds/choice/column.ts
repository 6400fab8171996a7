import type { Column, ValueOptions } from '../kind.ts'
import { ORDERED } from '../operators.ts'
import { choicesOf, isNumeric } from './value.ts'

/** The option whose text the column holds, as the definition writes it. */
const original = (text: string, o: ValueOptions): string | number =>
  choicesOf(o).find(choice => `${choice.value}` === text)?.value ?? text

/** `integer` when every option is a whole number, else `text`. */
export const column: Column<string | number> = {
  sqlType: o => (isNumeric(o) ? 'integer' : 'text'),
  toRow: (option, o) => (isNumeric(o) ? option : `${option}`),
  fromRow: (raw, o) => (isNumeric(o) ? Number(raw) : original(`${raw}`, o)),
  operators: ORDERED,
}
