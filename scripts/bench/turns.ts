/** The results of two sides by turns, A B B A: other work on the machine slowed both, and neither always goes first. */
export interface Turns<T> {
  readonly ours: readonly T[]
  readonly other: readonly T[]
  /** The version that the other side is, where both sides are servers of ours. */
  readonly against?: string
}

/** How often each side has its turn; `warm` turns come before, and do not count: caches fill and code is compiled. */
export interface Schedule {
  readonly rounds: number
  readonly warm?: number
}

/** Has both sides measured by turns; each is told the number of its turn, from 0, those for warming up included. */
export async function takeTurns<T>(
  ours: (turn: number) => Promise<T>,
  other: (turn: number) => Promise<T>,
  { rounds, warm = 1 }: Schedule,
): Promise<Turns<T>> {
  const found: { ours: T[]; other: T[] } = { ours: [], other: [] }
  for (let turn = 0; turn < warm + rounds; turn += 1) {
    // The second side finds a warmer machine, and the garbage of the first.
    const order = turn % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
    for (const side of order) {
      const result = await (side === 'ours' ? ours : other)(turn)
      if (turn >= warm) found[side].push(result)
    }
  }
  return found
}

/** One figure of what turns gave. */
export const pick = <T, U>({ ours, other, ...rest }: Turns<T>, of: (one: T) => U): Turns<U> => ({
  ...rest,
  ours: ours.map(of),
  other: other.map(of),
})
