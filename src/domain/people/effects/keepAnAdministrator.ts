import {
  ApiError,
  type DataRow,
  type Effect,
  holdName,
  type RowOf,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'

const code = 'user.last-administrator'

const administers = ({ admin, active, block }: DataRow): boolean => admin === true && active !== false && block !== true

/** Looks once all is written, one after the other: of administrators who take it from each other at the same moment, one stays. */
function demandAdministrator({ byServer, model, q, beforeCommit }: UnitOfWork, refusal: Error): void {
  if (byServer) return
  beforeCommit.push(async () => {
    await holdName(q, 'administrators')
    const { rows } = await q.query<RowOf<'users', 'id'>>(
      `SELECT id FROM ${tableOf(model, 'users').sql} WHERE admin AND active IS NOT FALSE AND block IS NOT TRUE LIMIT 1`,
    )
    if (rows.length === 0) throw refusal
  })
}

/** An installation keeps an administrator: without one nobody makes stores, users or administrators there any more. */
export const keepAnAdministrator: Effect = {
  async after({ work, before, record }) {
    if (!before || !administers(before) || administers({ ...before, ...record })) return
    const path = ['admin', 'active', 'block'].find(name => name in record && record[name] !== before[name]) ?? 'admin'
    demandAdministrator(work, validationError([{ path, code }]))
  },

  async remove({ work, before }) {
    if (administers(before)) demandAdministrator(work, new ApiError(422, code))
  },
}
