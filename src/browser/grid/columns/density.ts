import { isTouchScreen } from '../../../controls/isTouchScreen.ts'

/** How close rows stand. */
export type Density = 'normal' | 'compact' | 'comfortable' | 'spacious'

export const rowHeights: Readonly<Record<Density, number>> = { normal: 36, compact: 30, comfortable: 44, spacious: 56 }

/** Pixels of a list's page that are no rows, and those that a sentence above and totals below may take besides. */
const around = 320
const besides = 80

/** How close rows stand where nobody chose: a finger needs room for each, and a window that is tall for so many rows has it. */
export function usualDensity(rows = Number.POSITIVE_INFINITY): Density {
  const room = innerHeight - around
  if (room - besides >= rows * rowHeights.spacious) return 'spacious'
  return isTouchScreen() || room >= rows * rowHeights.comfortable ? 'comfortable' : 'normal'
}

export const densities: readonly { readonly id: Density; readonly title: string }[] = [
  { id: 'compact', title: 'Compacta' },
  { id: 'normal', title: 'Normal' },
  { id: 'comfortable', title: 'Confortável' },
  { id: 'spacious', title: 'Espaçosa' },
]
