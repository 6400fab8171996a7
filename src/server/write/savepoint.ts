import type { WriteDraft } from './store/writeDraft.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** The outcome of a piece of work: done, or given up without a trace, with the drafts that it was about to write. */
export type SavepointResult<T> = { readonly done: T } | { readonly error: unknown; readonly drafts: readonly WriteDraft[] }

/** Does something that may fail inside the work's transaction: what fails leaves nothing behind, and the transaction goes on. */
export async function inSavepoint<T>(work: UnitOfWork, run: (work: UnitOfWork) => Promise<T>): Promise<SavepointResult<T>> {
  const part = { ...work, changes: [], pendingStatements: [], drafts: [], beforeCommit: [], afterCommit: [] } satisfies UnitOfWork
  await work.q.query('SAVEPOINT attempt')
  try {
    const done = await run(part)
    await Promise.all(part.pendingStatements)
    await work.q.query('RELEASE SAVEPOINT attempt')
    for (const change of part.changes) work.changes.push(change)
    for (const step of part.beforeCommit) work.beforeCommit.push(step)
    for (const step of part.afterCommit) work.afterCommit.push(step)
    return { done }
  } catch (error) {
    await Promise.allSettled(part.pendingStatements)
    await work.q.query('ROLLBACK TO SAVEPOINT attempt')
    await work.q.query('RELEASE SAVEPOINT attempt')
    return { error, drafts: part.drafts }
  }
}
