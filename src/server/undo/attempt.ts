import type { Work } from '../write/work.ts'

/**
 * Does something with all of these at once; where that is refused, with half of them and the other half, until those that are
 * refused stand alone. Everything happens in the work's transaction; what is refused leaves nothing behind.
 */
export async function attempt<T>(
  items: readonly T[],
  work: Work,
  run: (items: readonly T[], work: Work) => Promise<void>,
  refused: (item: T, error: unknown) => void,
): Promise<void> {
  if (items.length === 0) return
  const part = { ...work, changes: [], sent: [], drafts: [], afterwards: [] }
  await work.q.query('SAVEPOINT attempt')
  try {
    await run(items, part)
    await Promise.all(part.sent)
    await work.q.query('RELEASE SAVEPOINT attempt')
  } catch (error) {
    await Promise.allSettled(part.sent)
    await work.q.query('ROLLBACK TO SAVEPOINT attempt')
    await work.q.query('RELEASE SAVEPOINT attempt')
    const [only] = items
    if (items.length === 1 && only !== undefined) return refused(only, error)
    const half = Math.ceil(items.length / 2)
    await attempt(items.slice(0, half), work, run, refused)
    return attempt(items.slice(half), work, run, refused)
  }
  for (const change of part.changes) work.changes.push(change)
  for (const step of part.afterwards) work.afterwards.push(step)
}
