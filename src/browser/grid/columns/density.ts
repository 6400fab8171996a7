/** How close rows stand: normal, compact, comfortable. */
export type Density = 'normal' | 'compact' | 'comfortable'

export const rowHeights: Readonly<Record<Density, number>> = { normal: 36, compact: 30, comfortable: 44 }

export const densities: readonly { readonly id: Density; readonly title: string }[] = [
  { id: 'compact', title: 'Compacta' },
  { id: 'normal', title: 'Normal' },
  { id: 'comfortable', title: 'Confortável' },
]
