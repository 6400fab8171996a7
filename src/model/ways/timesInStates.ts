/** A moment at which a record came into a state. */
export interface StateChange {
  readonly at: string
  readonly to: unknown
}

/** Minutes in each state until now, in the order in which they came first; times in one that came again add up. */
export function timesInStates(
  changes: readonly StateChange[],
  now: string,
): { readonly estado: unknown; readonly minutos: number }[] {
  const times = new Map<unknown, number>()
  for (const [index, { at, to }] of changes.entries()) {
    const until = Date.parse(changes[index + 1]?.at ?? now)
    times.set(to, (times.get(to) ?? 0) + Math.max(0, until - Date.parse(at)))
  }
  return [...times].map(([estado, milliseconds]) => ({ estado, minutos: Math.floor(milliseconds / 60_000) }))
}
