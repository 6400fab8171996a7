import { isTouchScreen } from '../../../controls/isTouchScreen.ts'

/** How close rows stand: normal, compact, comfortable. */
export type Density = 'normal' | 'compact' | 'comfortable'

export const rowHeights: Readonly<Record<Density, number>> = { normal: 36, compact: 30, comfortable: 44 }

/** Pixels of a list's page that are no rows. */
const around = 320

/** How close rows stand where nobody chose: a finger needs room for each, and a window that is tall for so many rows has it. */
export const usualDensity = (rows = Number.POSITIVE_INFINITY): Density =>
  isTouchScreen() || innerHeight - around >= rows * rowHeights.comfortable ? 'comfortable' : 'normal'

export const densities: readonly { readonly id: Density; readonly title: string }[] = [
  { id: 'compact', title: 'Compacta' },
  { id: 'normal', title: 'Normal' },
  { id: 'comfortable', title: 'Confortável' },
]
