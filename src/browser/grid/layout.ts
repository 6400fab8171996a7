/** Widths that a user chose, by column id. */
export type Widths = Readonly<Record<string, number>>

const prefix = 'grid.widths.'
const orderPrefix = 'grid.order.'

/** Widths kept in this browser; none when storage is closed or holds something else. */
export function keptWidths(name: string | undefined): Widths {
  if (name === undefined) return {}
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

export function keepWidths(name: string | undefined, widths: Widths): void {
  if (name === undefined) return
  try {
    localStorage.setItem(prefix + name, JSON.stringify(widths))
  } catch {
    // A full or closed storage costs the widths, not the page.
  }
}

/** The order of columns kept in this browser; none when the user never moved one. */
export function keptOrder(name: string | undefined): readonly string[] {
  if (name === undefined) return []
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(orderPrefix + name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function keepOrder(name: string | undefined, order: readonly string[]): void {
  if (name === undefined) return
  try {
    localStorage.setItem(orderPrefix + name, JSON.stringify(order))
  } catch {
    // As with widths.
  }
}
