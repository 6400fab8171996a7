import { wayOf } from '../../model/ways/wayOf.ts'
import { storeCaller } from '../query/remembered/storeCaller.ts'
import { tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { removeRecords } from '../write/removeRecords.ts'
import { withUnitOfWork } from '../write/unitOfWork.ts'
import { registersOfVisitors } from './registersOfVisitors.ts'

/** Records that go at once; the rest with the next run. */
const MOST = 1000

/** Removes what visitors sent and did not confirm in time, as a save would: with effects, history and word to whoever looks at it. */
export async function removeUnconfirmed(service: Service): Promise<void> {
  const model = service.model()
  for (const { register, confirm } of registersOfVisitors(model)) {
    const own = wayOf(register, confirm?.way)
    if (!confirm || !own?.way.from) continue
    const table = tableOf(model, register.name)
    const { rows } = await service.database.read('all', q =>
      q.query<{ id: string; lojaId: string }>(
        `SELECT id, "lojaId" FROM ${table.sql} WHERE ${quotedIdentifier(own.field.name)} = ANY($1::text[])
           AND "updatedAt" < now() - $2::int * interval '1 minute' ORDER BY "lojaId", id LIMIT ${MOST}`,
        [own.way.from, confirm.minutes],
      ),
    )
    for (const [lojaId, due] of Map.groupBy(rows, row => Number(row.lojaId))) {
      const caller = await storeCaller(service.database, model, { lojaId, requestId: 'visitors' })
      await withUnitOfWork({ service, model, caller }, { stores: [lojaId] }, work =>
        removeRecords(
          due.map(({ id }) => Number(id)),
          table,
          { ...work, byServer: true },
        ),
      ).catch((error: unknown) => service.log.warn({ err: error, store: lojaId }, 'unconfirmed records not removed'))
    }
  }
}
