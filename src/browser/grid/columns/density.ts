import { isTouchScreen } from '../../../controls/isTouchScreen.ts'

/** How close rows stand. */
export type Density = 'normal' | 'compact' | 'comfortable' | 'spacious'

export const rowHeights: Readonly<Record<Density, number>> = { compact: 30, normal: 36, comfortable: 44, spacious: 56 }

/** Pixels of a list's page that are no rows, and those that a sentence above and totals below may take besides. */
const around = 320
const besides = 80

/** How close rows stand where nobody chose: a finger needs room for each, and a window that is tall for so many rows has it. */
export function usualDensity(rows = Number.POSITIVE_INFINITY): Density {
  const tall = (density: Density, without: number): boolean => innerHeight - without >= rows * rowHeights[density]
  return tall('spacious', around + besides)
    ? 'spacious'
    : isTouchScreen() || tall('comfortable', around)
      ? 'comfortable'
      : 'normal'
}

/** In the order in which they are offered. */
export const densities: readonly Density[] = ['compact', 'normal', 'comfortable', 'spacious']
