import type { ConflictingChange, VersionConflict } from '../../api/conflict.ts'
import { membersOf } from '../../base/record.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import { movesWithEverySave } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planList, REFERENCE_LABELS } from '../query/planList.ts'
import { restrictToStore } from '../query/restrictPlan.ts'
import { type Reader, withoutUnseen } from '../query/sight/unseen.ts'
import { type Table, tableOf } from '../query/table.ts'
import { maskSecrets } from './store/maskSecrets.ts'
import { NO_STORE, storeOfRow, type UnitOfWork } from './unitOfWork.ts'
import { historyName } from './writeHistory.ts'

/** 409: the record as it stands, and what changed since by whom, so that the two can be laid side by side. */
export async function versionConflict(before: DataRow, version: number, table: Table, work: UnitOfWork): Promise<ApiError> {
  const history = registerOfRole(work.model, 'history')
  const changes = history ? await changesSince(before.id, version, table, tableOf(work.model, history.name), work) : []
  const name = changes.at(-1)?.name ?? ''
  const reader = { model: work.model, rights: work.caller.rights }
  const current = withoutUnseen(maskSecrets(before, table, work.model), table, reader)
  const told = changes.map(change => ({ ...change, fields: fieldsToTell(change.fields, table, reader) }))
  const conflict: VersionConflict = { current, changes: told }
  return new ApiError(409, 'version-conflict', { name }, [], { ...conflict })
}

/** Changes of the fields that somebody may read; of rows, what they may read of them. */
function fieldsToTell(fields: ConflictingChange['fields'], table: Table, reader: Reader): ConflictingChange['fields'] {
  const part = (side: 'before' | 'after'): DataRow =>
    withoutUnseen(Object.fromEntries(Object.entries(fields).map(([name, change]) => [name, change[side]])), table, reader)
  const [before, after] = [part('before'), part('after')]
  return Object.fromEntries(Object.keys(after).map(name => [name, { before: before[name] ?? null, after: after[name] ?? null }]))
}

async function changesSince(
  id: unknown,
  version: number,
  table: Table,
  history: Table,
  work: UnitOfWork,
): Promise<ConflictingChange[]> {
  const { model, caller, q } = work
  const context = { model, table: history, zone: caller.zone }
  const lojaId = storeOfRow(table, caller, id) ?? NO_STORE
  const where = { recurso: historyName(table.register), recursoId: String(id), acao: 'alterar' }
  const plan = restrictToStore(planList({ where, include: REFERENCE_LABELS, order: 'id DESC', limit: 100 }, context), {
    ...caller,
    storeId: lojaId,
  })
  return (await fetchPlanRows(plan, q))
    .map(read)
    .filter(line => line.version > version)
    .reverse()
    .map(line => line.made)
}

function read(row: DataRow): { version: number; made: ConflictingChange } {
  const before = jsonOf(row.antes)
  const after = jsonOf(row.depois)
  const names = Object.keys(after).filter(name => !movesWithEverySave(name))
  const user = membersOf(row.usuario)
  return {
    version: Number(after.version),
    made: {
      userId: row.userId,
      name: String(user.nome ?? user.email ?? ''),
      createdAt: String(row.createdAt),
      fields: Object.fromEntries(names.map(name => [name, { before: before[name] ?? null, after: after[name] ?? null }])),
    },
  }
}

const jsonOf = (value: unknown): Readonly<DataRow> => membersOf(typeof value === 'string' ? JSON.parse(value) : value)
