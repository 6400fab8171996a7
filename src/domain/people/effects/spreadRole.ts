import { changeRecords, type Effect, type RowOf, requireStore, tableOf } from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** A changed role changes what the people of the store do who have it, from their next call on. */
export const spreadRole: Effect = {
  async after({ work, before, record }) {
    const flags = flagsOf(work.model, record)
    if (!before || Object.entries(flags).every(([name, value]) => (before[name] === true) === value)) return
    const table = tableOf(work.model, 'user_lojas')
    const { rows } = await work.q.query<RowOf<'user_lojas', 'id'>>(
      `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND "papelId" = $2 ORDER BY id`,
      [requireStore(work.caller), record.id],
    )
    await changeRecords(
      table,
      rows.map(({ id }) => id),
      flags,
      work,
      { history: true },
    )
  },
}
