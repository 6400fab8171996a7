import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { appStatusAt } from '../../../src/domain/stores/status/appStatus.ts'

const millis = (column: string): string => `(extract(epoch FROM "${column}") * 1000)::float8`

const statusText = `SELECT ${millis('pausa_emergencia_em')} AS emergency, fuso_horario AS zone, aberto, dia_semana_ini::int AS "from", dia_semana_fim::int AS "to",
  left(inicio::text, 5) AS start, left(fim::text, 5) AS end, ${millis('pausa_inicio')} AS "pauseStart", ${millis('pausa_fim')} AS "pauseEnd", motivo,
  coalesce(entrega, false) AS entrega, coalesce(retirada, false) AS retirada, coalesce(mesa, false) AS mesa
  FROM lojas s LEFT JOIN "Loja_Horarios" h ON h."lojaId" = s."lojaId" WHERE s."lojaId" = $1 AND s.id = $1`

const reasons = { emergency: 'Pausa de emergência', outOfHours: 'Fora do horário', noHours: 'Nenhum horário cadastrado' }

/** The questions of a page of cards about each setting: whether there is a record, and how many are linked. */
const settings = [
  'impressao_configs',
  'etiqueta_configs',
  'autoatendimento_config',
  'IFood_oauth',
  'PickNGo',
  'BeeDelivery',
  'Loja_certificados',
  'Pagarme_auth',
  'Pagbank_auth',
]
const linked = ['Loja_filials', 'Loja_dark_kitchens']

/** Calls of settings and of partners, as somebody would write them for these tables alone. `key`: what a partner proves itself by. */
export function addHandlersByHand(app: FastifyInstance, pool: pg.Pool, key: string): void {
  app.get('/status', async request => {
    const lojaId = Number((request.query as { lojaId: string }).lojaId)
    const { rows } = await pool.query({ name: 'status', text: statusText, values: [lojaId] })
    const [store] = rows
    return appStatusAt(
      Date.now(),
      {
        hours: rows.filter(row => row.aberto),
        pauses: rows
          .filter(row => !row.aberto)
          .map(row => ({ ...row, start: row.pauseStart, end: row.pauseEnd, reason: row.motivo })),
        emergency: store?.emergency ?? null,
        zone: store?.zone ?? 'America/Sao_Paulo',
      },
      reasons,
    )
  })

  app.get('/hub', async request => {
    const values = [Number((request.query as { lojaId: string }).lojaId)]
    const [records, counts, failing] = await Promise.all([
      Promise.all(
        settings.map(table =>
          pool.query({ name: `hub ${table}`, text: `SELECT * FROM "${table}" WHERE "lojaId" = $1 ORDER BY id LIMIT 1`, values }),
        ),
      ),
      Promise.all(
        linked.map(table =>
          pool.query({ name: `hub ${table}`, text: `SELECT count(*) AS count FROM "${table}" WHERE "lojaId" = $1`, values }),
        ),
      ),
      pool.query({ name: 'hub failing', text: 'SELECT name, since FROM system.failing_services' }),
    ])
    return Object.fromEntries([
      ...settings.map((table, at) => [
        table,
        {
          title: records[at]?.rows[0] ? 'Configurado' : 'Não configurado',
          tone: 'neutral',
          since: records[at]?.rows[0]?.createdAt ?? null,
          failing: failing.rows.length > 0,
        },
      ]),
      ...linked.map((table, at) => [table, { title: `${counts[at]?.rows[0]?.count} ligadas`, tone: 'neutral', since: null }]),
    ])
  })

  app.post('/notify', async (request, reply) => {
    if (request.headers.authorization !== key) return reply.code(401).send({})
    const { id, type, account, data } = request.body as Record<string, unknown>
    await pool.query({
      name: 'notify',
      text: `INSERT INTO system.queue (id, queue, content, "expiresAt", "dueAt")
        VALUES (md5($1)::uuid, 'by hand', $2, now() + interval '7 days', 'infinity') ON CONFLICT DO NOTHING`,
      values: [id, JSON.stringify({ id, type, account, data })],
    })
    return {}
  })
}
