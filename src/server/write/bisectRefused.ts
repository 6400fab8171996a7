import { inSavepoint } from './savepoint.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** Something done to many items that may be refused. */
export interface BisectedWork<T, R> {
  /** Does it to all of these, or throws. */
  run(items: readonly T[], work: UnitOfWork): Promise<R>
  /** Told of what was done and stands. */
  done?(result: R): void
  /** The items at fault, told apart; none where the error names nobody and several were tried. May throw what nobody is to blame for. */
  blame(items: readonly T[], error: unknown, drafts: readonly WriteDraft[]): readonly T[] | Promise<readonly T[]>
}

/**
 * Does something to all items at once. Where that is refused, those at fault are left out; where nobody is named, halves are tried
 * until the guilty stand alone. All of it happens in the work's transaction, and what is refused leaves nothing behind.
 */
export async function bisectRefused<T, R>(items: readonly T[], work: UnitOfWork, how: BisectedWork<T, R>): Promise<void> {
  if (items.length === 0) return
  const tried = await inSavepoint(work, part => how.run(items, part))
  if ('done' in tried) return how.done?.(tried.done)
  const wrong = new Set(await how.blame(items, tried.error, tried.drafts))
  if (wrong.size > 0) {
    const others = items.filter(item => !wrong.has(item))
    return bisectRefused(others, work, how)
  }
  const half = Math.ceil(items.length / 2)
  await bisectRefused(items.slice(0, half), work, how)
  return bisectRefused(items.slice(half), work, how)
}
