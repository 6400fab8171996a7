/** Most that go in one group. */
const most = 200
/** Groups under way at once: while one waits for the disk, the next is made. */
const atOnce = 2

interface Waiting<T, R> {
  readonly item: T
  done(answer: R): void
  failed(error: unknown): void
}

/**
 * Work that costs about the same for many as for one: what is asked for in one go of the event loop, or while groups are under way, goes together, and
 * nothing is answered before its group is done. `run` gives an answer to each item, in their order. Where it fails for several, each is tried alone,
 * so that none fails for the sake of another.
 */
export function inGroups<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let underWay = 0

  const settle = async (group: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const answers = await run(group.map(({ item }) => item))
      for (const [at, answer] of answers.entries()) group[at]?.done(answer)
    } catch (error) {
      if (group.length === 1) for (const { failed } of group) failed(error)
      else await Promise.all(group.map(one => settle([one])))
    }
  }
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await settle(group)
    }
    underWay -= 1
  }
  return item =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (underWay >= atOnce) return
      underWay += 1
      // Questions of the same turn of the event loop go along.
      setImmediate(() => void work())
    })
}
