/** Rows chosen by a checkbox; ids stay chosen over pages. */
export type Selection = ReadonlySet<string>

export const noSelection: Selection = new Set()

/** One row more or less. */
export function toggleRow(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** All rows between the anchor (the last one touched) and `id`, in the state the anchor is in. */
export function extendSelection(selection: Selection, ids: readonly string[], anchor: string | undefined, id: string): Selection {
  const from = anchor === undefined ? -1 : ids.indexOf(anchor)
  const to = ids.indexOf(id)
  if (from < 0 || to < 0) return toggleRow(selection, id)
  const next = new Set(selection)
  const chosen = anchor !== undefined && selection.has(anchor)
  for (const between of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (chosen) next.add(between)
    else next.delete(between)
  }
  return next
}

/** Tells whether all, some or none of the rows in view are chosen. */
export function selectionExtent(selection: Selection, ids: readonly string[]): 'all' | 'some' | 'none' {
  const chosen = ids.reduce((count, id) => count + (selection.has(id) ? 1 : 0), 0)
  if (chosen === 0) return 'none'
  return chosen === ids.length ? 'all' : 'some'
}

/** The rows in view chosen, or none of them when all were. */
export function toggleAllRows(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection)
  const all = selectionExtent(selection, ids) === 'all'
  for (const id of ids) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}
