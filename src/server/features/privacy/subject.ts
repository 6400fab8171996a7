import { registerOfRole } from '../../../model/access/roles.ts'
import { registerOf } from '../../../model/register.ts'
import type { Caller } from '../../access/caller.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import type { OperationInput, RuntimeOperationContext } from '../../operations/operation.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { NO_STORE, requireStore } from '../../write/unitOfWork.ts'

/** A person's record, and the stores in which what is about them may be: no other is looked into. */
export interface Subject {
  readonly table: Table
  readonly id: string
  /** The stores whose rows may be about them. */
  readonly stores: readonly number[]
  /** Whether the record is one of no store: then these are the stores that they may enter. */
  readonly isGlobal: boolean
}

/** Stands for the number of the user who calls. */
const ONESELF = 'eu'

/** The input of the calls. */
export type SubjectInput = OperationInput<'GET titulares/:cadastro/:registro/previa'>

/**
 * The person that a call names, if the caller may have what is kept of them: who passes the gate of the register, and people
 * themselves, as users. @throws ApiError 404 where there is no such person, 403 where somebody may not
 */
export async function subjectOf({ model, caller, input, database }: RuntimeOperationContext<SubjectInput>): Promise<Subject> {
  const register = registerOf(model, input.cadastro)
  if (!register?.person) throw new ApiError(404, 'not-found')
  const record = register.role === 'users' && input.registro === ONESELF ? String(caller.userId) : input.registro
  if (!mayHandle(register, record, caller)) throw new ApiError(403, 'forbidden')
  const table = tableOf(model, register.name)
  const key = table.id.kind.accept(register.textKey ? record : Number(record), table.id.field)
  if (!key.ok || (!register.textKey && !/^\d{1,15}$/.test(record))) throw new ApiError(404, 'not-found')
  const id = String(key.value)
  const isGlobal = register.scope === 'global'
  if (!isGlobal) return { table, id, stores: [requireStore(caller)], isGlobal }
  return { table, id, isGlobal, stores: await database.read('all', q => storesOf(Number(id), model, q)) }
}

function mayHandle(register: Table['register'], id: string, caller: Caller): boolean {
  if (register.person && caller.rights[register.person.gate]) return true
  return register.role === 'users' && String(caller.userId) === id
}

/** The stores that a user may enter: what is about them elsewhere is another's to tell of. */
async function storesOf(userId: number, model: RuntimeOperationContext<object>['model'], q: Queries): Promise<number[]> {
  if (!registerOfRole(model, 'memberships')) return []
  const { rows } = await q.query<{ lojaId: string }>(
    `SELECT DISTINCT "lojaId" FROM ${roleTable(model, 'memberships')} WHERE "userId" = $1`,
    [userId],
  )
  return rows.map(({ lojaId }) => Number(lojaId))
}

/** Returns the scope of work on a person. */
export const scopeOfSubject = ({ stores, isGlobal }: Subject): { readonly stores: readonly number[] } => ({
  stores: isGlobal ? [NO_STORE, ...stores] : stores,
})
