import type { ColumnOf, WatchedFigure } from '../../../server/plugin.ts'

/** Stores that have documents to send stand in the queue until the authority has decided: only theirs are looked at. */
const pending = `FROM (SELECT DISTINCT (content::json->>'lojaId')::bigint AS "lojaId" FROM system.queue WHERE queue = 'sefaz') waiting
  JOIN "NFe_transmissaos" t ON t."lojaId" = waiting."lojaId" AND t.estado = 'PENDENTE'`

/** Certificates whose days are told: those that end first. */
const MOST = 100

/** The figures of fiscal documents for operators of many stores. */
export const fiscalFigures: readonly WatchedFigure[] = [
  {
    name: 'fiscal_pending_documents',
    help: 'Fiscal documents that the tax authority has not decided of.',
    read: async q => (await q.query<{ value: number }>(`SELECT count(*)::float8 AS value ${pending}`)).rows,
  },
  {
    name: 'fiscal_oldest_pending_seconds',
    help: 'Age of the oldest of them; 0 while there are none.',
    read: async q =>
      (
        await q.query<{ value: number }>(
          `SELECT coalesce(extract(epoch FROM now() - min(t."createdAt")), 0)::float8 AS value ${pending}`,
        )
      ).rows,
  },
  {
    name: 'fiscal_certificate_days_left',
    help: `Days until a store's certificate ends, of the ${MOST} that end first; negative once it has.`,
    labels: ['store'],
    read: async q => {
      const { rows } = await q.query<{ store: ColumnOf<'Loja_certificados', 'lojaId'>; days: number }>(
        `SELECT "lojaId"::text AS store, floor(extract(epoch FROM max("validoAte") - now()) / 86400)::float8 AS days
         FROM "Loja_certificados" GROUP BY 1 ORDER BY 2 LIMIT ${MOST}`,
      )
      return rows.map(({ store, days }) => ({ value: days, labels: { store } }))
    },
  },
]
