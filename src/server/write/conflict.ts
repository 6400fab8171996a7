import { ApiError } from '../error.ts'
import { BRIEF, planList } from '../query/include.ts'
import { inStore } from '../query/narrow.ts'
import { fetchRows, type Row } from '../query/run.ts'
import { type Table, tableOf } from '../query/table.ts'
import { historyName } from './history.ts'
import { masked } from './masked.ts'
import { NO_STORE, storeOfRow, type Work } from './work.ts'

/** A change that somebody made since the version that the caller read. */
export interface Made {
  readonly userId: unknown
  readonly name: string
  readonly createdAt: unknown
  /** Field -> what it was and what it is now. */
  readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
}

const HISTORY = 'user_logs'

/** 409: the record as it stands, and what changed since by whom, so that the two can be laid side by side. */
export async function conflict(before: Row, version: number, table: Table, work: Work): Promise<ApiError> {
  const changes = work.model.registers[HISTORY] ? await changesSince(before.id, version, table, work) : []
  const name = changes.at(-1)?.name ?? ''
  return new ApiError(409, 'version-conflict', { name }, [], { current: masked(before, table, work.model), changes })
}

async function changesSince(id: unknown, version: number, table: Table, work: Work): Promise<Made[]> {
  const { model, caller, q } = work
  const ground = { model, table: tableOf(model, HISTORY), zone: caller.zone }
  const lojaId = storeOfRow(table, caller, id) ?? NO_STORE
  const where = { recurso: historyName(table.register), recursoId: String(id), acao: 'alterar' }
  const plan = inStore(planList({ where, include: BRIEF, order: 'id DESC', limit: 100 }, ground), { ...caller, storeId: lojaId })
  return (await fetchRows(plan, q))
    .map(read)
    .filter(line => line.version > version)
    .reverse()
    .map(line => line.made)
}

function read(row: Row): { version: number; made: Made } {
  const before = jsonOf(row.antes)
  const after = jsonOf(row.depois)
  const names = Object.keys(after).filter(name => name !== 'version' && name !== 'updatedAt')
  const user = row.usuario as Row | null
  return {
    version: Number(after.version),
    made: {
      userId: row.userId,
      name: String(user?.nome ?? user?.email ?? ''),
      createdAt: row.createdAt,
      fields: Object.fromEntries(names.map(name => [name, { before: before[name] ?? null, after: after[name] ?? null }])),
    },
  }
}

const jsonOf = (value: unknown): Row => (typeof value === 'string' ? JSON.parse(value) : (value ?? {})) as Row
