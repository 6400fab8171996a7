import { changeRecords, type Effect, requireStore, tableOf } from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** The registers whose records have a role. */
const holders: readonly string[] = ['user_lojas', 'chaves_api']

/** A changed role changes what the people and keys of the store do that have it, from their next call on. */
export const spreadRole: Effect = {
  async after({ work, before, record }) {
    const flags = flagsOf(work.model, record)
    if (!before || Object.entries(flags).every(([name, value]) => (before[name] === true) === value)) return
    for (const name of holders) {
      const table = tableOf(work.model, name)
      const { rows } = await work.q.query<{ id: string }>(
        `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND "papelId" = $2 ORDER BY id`,
        [requireStore(work.caller), record.id],
      )
      const ids = rows.map(({ id }) => id)
      await changeRecords(table, ids, flags, work, { history: true })
    }
  },
}
