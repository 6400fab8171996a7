import { inSavepoint } from '../../write/savepoint.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'

/**
 * Does something with all of these at once; where that is refused, with half of them and the other half, until those that are
 * refused stand alone. Everything happens in the work's transaction; what is refused leaves nothing behind.
 */
export async function bisectRefused<T>(
  items: readonly T[],
  work: UnitOfWork,
  run: (items: readonly T[], work: UnitOfWork) => Promise<void>,
  refused: (item: T, error: unknown) => void,
): Promise<void> {
  if (items.length === 0) return
  const tried = await inSavepoint(work, part => run(items, part))
  if ('done' in tried) return
  const [only] = items
  if (items.length === 1 && only !== undefined) return refused(only, tried.error)
  const half = Math.ceil(items.length / 2)
  await bisectRefused(items.slice(0, half), work, run, refused)
  return bisectRefused(items.slice(half), work, run, refused)
}
