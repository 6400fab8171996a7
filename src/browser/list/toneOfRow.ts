import type { ListView } from '../../model/model.ts'
import type { StateTone } from '../../model/screen.ts'
import { rowScope } from '../actions/rowScope.ts'
import type { RegisterRow } from '../data/registerRows.ts'
import type { ListTools } from './listTools.ts'

/** Returns the colour of a record wherever its list shows it, as a row or a card: that of the first condition which holds. */
export const toneOfRow = (row: RegisterRow, tools: Pick<ListTools, 'register' | 'evaluate'>): StateTone | undefined =>
  toneOf(tools.register.views.list.rowTone, row, tools)

/** Returns the colour that the first condition which holds gives. */
export function toneOf(
  tones: ListView['rowTone'] | undefined,
  row: RegisterRow,
  { evaluate }: Pick<ListTools, 'evaluate'>,
): StateTone | undefined {
  // Most columns have none: their cells copy no row.
  if (!tones || tones.length === 0) return undefined
  const scope = rowScope(row)
  return tones.find(({ when }) => evaluate(when, scope) === true)?.tone
}
