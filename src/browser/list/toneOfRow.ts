import type { StateTone } from '../../model/screen.ts'
import { rowScope } from '../actions/rowScope.ts'
import type { RegisterRow } from '../data/registerRows.ts'
import type { ListTools } from './listTools.ts'

/** Returns the colour of a record wherever its list shows it, as a row or a card: that of the first condition which holds. */
export function toneOfRow(
  row: RegisterRow,
  { register, evaluate }: Pick<ListTools, 'register' | 'evaluate'>,
): StateTone | undefined {
  const scope = rowScope(row)
  return register.views.list.rowTone.find(({ when }) => evaluate(when, scope) === true)?.tone
}
