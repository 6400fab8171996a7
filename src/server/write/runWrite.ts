import pg from 'pg'
import type { Model, Register } from '../../model/model.ts'
import { ApiError } from '../error.ts'
import { diagnoseDrafts } from './check/diagnoseDrafts.ts'
import { validationError } from './check/validationError.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import { COLLISION, inTransaction, type UnitOfWork, type WriteContext } from './unitOfWork.ts'

/** PostgreSQL's codes for a value that another row has, a reference that leads nowhere, a number that is too large. */
export const REFUSAL_CODES: ReadonlySet<string> = new Set(['23505', '23503', '23514', '22003'])

/** A row elsewhere holds what should go: of a save at the same moment, or of a table whose register was taken away and whose rows stayed. */
function heldBy(table = '', { registers }: Model): ApiError {
  const holder = Object.values(registers).find(each => each.table === table)
  const shown = holder?.parent ? registers[holder.parent.register] : holder
  return shown ? new ApiError(422, 'referenced-now', { register: shown.title }) : new ApiError(422, 'referenced-left', { table })
}

interface WriteOptions {
  /** Whether problems are told behind the place of their record. */
  readonly several?: boolean
}

/**
 * Work in one transaction. The constraints of the database have the last word on uniqueness and references, also between two saves
 * at the same moment; when they refuse, the drafts are looked into and every problem is told at its field. Where it collided with
 * another write, it is done once more: so `run` must start anew each time.
 */
export async function runWrite<T>(
  context: WriteContext,
  register: Register,
  run: (work: UnitOfWork) => Promise<T>,
  { several = false }: WriteOptions = {},
): Promise<T> {
  let drafts: WriteDraft[] = []
  const attempt = (): Promise<T> => inTransaction(context, register, work => run({ ...work, drafts }))
  try {
    return await attempt().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== COLLISION) throw error
      drafts = []
      return attempt()
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !REFUSAL_CODES.has(error.code ?? '')) throw error
    const lojaId = register.scope === 'store' ? context.caller.storeId : null
    const problems = await inTransaction(context, register, work =>
      diagnoseDrafts(
        drafts.map((draft, index) => ({ draft, index: several ? index : undefined })),
        lojaId,
        work,
      ),
    )
    if (problems.length > 0) throw validationError(problems)
    if (error.code === '23505') throw new ApiError(422, 'duplicate')
    if (error.code === '23503' && drafts.length === 0) throw heldBy(error.table, context.service.model())
    throw error
  }
}
