import { changeRecords, type Effect, type RowOf, requireStore, tableOf } from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** A changed role changes what the people and the keys of the store do that have it, from their next call on. */
export const spreadRole: Effect = {
  async after({ work, before, record }) {
    const flags = flagsOf(work.model, record)
    if (!before || Object.entries(flags).every(([name, value]) => (before[name] === true) === value)) return
    const which = [requireStore(work.caller), record.id]
    const people = tableOf(work.model, 'user_lojas')
    const places = await work.q.query<RowOf<'user_lojas', 'id'>>(
      `SELECT id FROM ${people.sql} WHERE "lojaId" = $1 AND "papelId" = $2 ORDER BY id`,
      which,
    )
    await changeRecords(people, idsOf(places), flags, work, { history: true })
    const programs = tableOf(work.model, 'chaves_api')
    const keys = await work.q.query<RowOf<'chaves_api', 'id'>>(
      `SELECT id FROM ${programs.sql} WHERE "lojaId" = $1 AND "papelId" = $2 ORDER BY id`,
      which,
    )
    await changeRecords(programs, idsOf(keys), flags, work, { history: true })
  },
}

const idsOf = <Id>({ rows }: { readonly rows: readonly { readonly id: Id }[] }): Id[] => rows.map(({ id }) => id)
