import type pg from 'pg'
import { closingSql } from '../../../src/domain/sales/cash/closingSql.ts'
import { changeSales } from '../../../src/domain/sales/tables/changeSales.ts'
import { recordStockCount } from '../../../src/domain/stock/ledger/recordStockCount.ts'
import { stockRows } from '../../../src/domain/stock/operations/listStock.ts'
import { readStockFilter } from '../../../src/domain/stock/operations/stockFilter.ts'
import type { Queries } from '../../../src/server/database/queries.ts'
import { lockRows } from '../../../src/server/write/store/namedRows.ts'
import { type BenchResult, limitLine, slownessLine, speedLine, time } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Contest, Place, Setup } from '../places/contest.ts'
import type { Seed } from '../places/databases.ts'
import { fillProducts } from '../seeds/fillProducts.ts'
import { DAYS } from '../seeds/salesSeed.ts'
import { p95 } from '../statistics.ts'
import { timed } from '../timed.ts'

const STORE = 1
const PRODUCTS = 20_000
const ZONE = 'America/Sao_Paulo'
const DAY = 86_400_000
/** Milliseconds that the stock may take, 19 of 20 times. */
const PATIENCE = 300
/** The first calls are cold on both sides. */
const warm = 2

/** The means of every row: calls of a server of ours, and statements by hand in one connection of the owner. */
interface Desk {
  readonly place: Place
  readonly q: Queries
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<void>
}
type DeskOf = (place: Place) => Desk

/** Many sales of a store with as many products as lists are measured with. */
export const operationsSetup = (seed: Seed): Setup => ({
  seed,
  prepare: client => fillProducts(client, [{ id: STORE, products: PRODUCTS }]),
})

/** Operations and finance: stock, inventories, cancellations, closing details and accounts against the same statements by hand. */
export async function* measureOperations(bench: Bench, setup: Setup): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(setup)
  const desk = await contest.each(openDesk)
  yield* measureStock(contest, desk)
  yield await measureInventory(contest, desk)
  yield await measureCancellation(contest, desk)
  yield await measureClosing(contest, desk)
  yield await measureInstalments(contest, desk)
}

/** Every product is counted once, before the first sale. */
async function openDesk(place: Place): Promise<Desk> {
  const token = await place.token('dono@demo.com.br')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const q = queriesOf(place.client)
  const { rows } = await place.client.query<{ id: string }>('SELECT id FROM produtos WHERE "lojaId" = $1', [STORE])
  const lines = rows.map(({ id }) => ({ produtoId: Number(id), quantity: 1000 }))
  const moment = new Date(Date.now() - (DAYS + 1) * DAY).toISOString()
  await recordStockCount(q, { lojaId: STORE, source: { register: 'inventarios', id: 1_000_000 }, moment, lines })
  await place.client.query('VACUUM ANALYZE')
  return {
    place,
    q,
    async call(method, path, body) {
      const address = `${place.server.address}/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${STORE}`
      const reply = await fetch(address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} was refused: ${text}`)
    },
  }
}

function queriesOf(client: pg.Client): Queries {
  const query = async (text: string, params: readonly unknown[] = []) => {
    const { rows, rowCount } = await client.query(text, [...params])
    return { rows, rowCount: rowCount ?? 0 }
  }
  return { query: query as Queries['query'] }
}

async function* measureStock(contest: Contest, desk: DeskOf): AsyncGenerator<BenchResult> {
  const ask = (moment?: string): string => JSON.stringify({ limit: 10, ...(moment ? { createdBefore: moment } : {}) })
  const list = (place: Place, moment?: string): Promise<number> =>
    timed(() => desk(place).call('GET', `Estoque/list?filter=${encodeURIComponent(ask(moment))}`))
  const bare = (place: Place): Promise<number> =>
    timed(async () => JSON.stringify(await stockRows(desk(place).q, STORE, ZONE, readStockFilter(ask(), ZONE, false))))
  const yearAgo = new Date(Date.now() - 365 * DAY).toISOString()
  const now = await contest.turns(place => list(place), bare, { rounds: 20, warm })
  const { rows } = await contest.ours.client.query<{ n: string }>(
    'SELECT count(*) AS n FROM "Movimentos_produtos" WHERE "lojaId" = $1',
    [STORE],
  )
  const lines = Number(rows[0]?.n).toLocaleString('en-US')
  const what = `Stock of ${PRODUCTS.toLocaleString('en-US')} products with ${lines} sale lines, against its bare SQL`
  yield slownessLine(what, now, time, 1.2)
  const slowest = { ...now, ours: [p95(now.ours)], other: [p95(now.other)] }
  yield limitLine('p95 of that stock', slowest, time, PATIENCE)
  const past = await contest.turns(
    place => list(place, yearAgo),
    place => list(place),
    { rounds: 10, warm },
  )
  yield slownessLine('the same stock at a moment a year ago, against now', past, time, 2)
}

const COUNTED = 5000

/** Inventories of 5,000 lines: finalised by the call, and by its statements. */
async function measureInventory(contest: Contest, desk: DeskOf): Promise<BenchResult> {
  const rounds = 4
  const inventories = await contest.each(place => openInventories(place, 2 * (warm + rounds)))
  const finalise = (place: Place, turn: number): Promise<number> => {
    const body = { inventarioId: inventories(place)[turn * 2], contagem_em: new Date().toISOString() }
    return timed(() => desk(place).call('POST', 'inventarios/finaliza', body))
  }
  const byHand = (place: Place, turn: number): Promise<number> =>
    timed(() => finaliseByHand(desk(place).q, inventories(place)[turn * 2 + 1] ?? 0))
  const turns = await contest.turns(finalise, byHand, { rounds, warm })
  const what = `Finalising an inventory of ${COUNTED.toLocaleString('en-US')} lines, against its statements by hand`
  return slownessLine(what, turns, time, 1.5)
}

async function openInventories({ client }: Place, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO inventarios ("lojaId", nome, status) SELECT $1, 'Medido ' || n, 'ABERTO' FROM generate_series(1, $2::int) n RETURNING id`,
    [STORE, count],
  )
  const ids = rows.map(({ id }) => Number(id))
  await client.query(
    `INSERT INTO inventarios_itens ("lojaId", "inventariosId", "produtoId", quantidade_estoque)
     SELECT $1, i, p.id, 7 FROM unnest($2::bigint[]) i, (SELECT id FROM produtos x WHERE "lojaId" = $1
       AND NOT EXISTS (SELECT FROM estoque.expansoes e WHERE e."lojaId" = $1 AND e."produtoId" = x.id) ORDER BY id LIMIT $3) p`,
    [STORE, ids, COUNTED],
  )
  return ids
}

async function finaliseByHand(q: Queries, id: number): Promise<void> {
  const moment = new Date().toISOString()
  await q.query('BEGIN')
  await q.query('SELECT FROM inventarios WHERE "lojaId" = $1 AND id = $2 FOR UPDATE', [STORE, id])
  const { rows: items } = await q.query<{ produtoId: string; quantity: string }>(
    'SELECT "produtoId", quantidade_estoque AS quantity FROM inventarios_itens WHERE "lojaId" = $1 AND "inventariosId" = $2',
    [STORE, id],
  )
  const lines = items.map(({ produtoId, quantity }) => ({ produtoId: Number(produtoId), quantity }))
  const counted = await recordStockCount(q, { lojaId: STORE, source: { register: 'inventarios', id }, moment, lines })
  await q.query(
    `UPDATE inventarios_itens i SET quebra_estoque = u.quebra FROM unnest($3::bigint[], $4::numeric[]) u("produtoId", quebra)
       WHERE i."lojaId" = $1 AND i."inventariosId" = $2 AND i."produtoId" = u."produtoId"`,
    [STORE, id, counted.map(one => one.produtoId), counted.map(one => one.difference)],
  )
  await q.query(
    `UPDATE inventarios SET contagem_em = $3, status = 'FINALIZADO', version = version + 1 WHERE "lojaId" = $1 AND id = $2`,
    [STORE, id, moment],
  )
  await q.query('COMMIT')
}

/** Cancellations one after the other: the call, and a transaction by hand that changes the sale, its sums and its goods. */
async function measureCancellation(contest: Contest, desk: DeskOf): Promise<BenchResult> {
  const rounds = 100
  const sales = await contest.each(({ client }) => cancellable(client, 2 * (warm + rounds)))
  const cancel = (place: Place, turn: number): Promise<number> =>
    timed(() => desk(place).call('POST', 'Movimentos/cancela', { movimentoId: sales(place)[turn * 2] }))
  const byHand = (place: Place, turn: number): Promise<number> =>
    timed(() => cancelByHand(desk(place).q, sales(place)[turn * 2 + 1] ?? 0))
  const turns = await contest.turns(cancel, byHand, { rounds, warm })
  return speedLine('Cancelling a sale, against a transaction by hand with the same effects', turns, time, 0.7)
}

async function cancellable(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT m.id FROM "Movimentos" m LEFT JOIN caixas c ON c."lojaId" = m."lojaId" AND c.id = m."caixaId"
     WHERE m."lojaId" = $1 AND m."tipoMovimentoId" = 1 AND m.deletado_em IS NULL AND coalesce(c.status, 0) < 2
       AND NOT EXISTS (SELECT FROM "NFCes" n WHERE n."lojaId" = m."lojaId" AND n."movimentoId" = m.id)
     ORDER BY m.id DESC LIMIT $2`,
    [STORE, count],
  )
  return rows.map(({ id }) => Number(id))
}

async function cancelByHand(q: Queries, id: number): Promise<void> {
  await q.query('BEGIN')
  await lockRows(q, 'Movimentos', STORE, [id])
  await changeSales(q, STORE, [id], async () => {
    await q.query(
      `UPDATE "Movimentos" SET deletado_em = now(), deletado_motivo = 'Cancelamento', version = version + 1, "updatedAt" = now(),
         "deletadoPorId" = (SELECT min(id) FROM parceiros WHERE "lojaId" = $1 AND funcionario) WHERE "lojaId" = $1 AND id = $2`,
      [STORE, id],
    )
    return undefined
  })
  await q.query('COMMIT')
}

const SESSION = 2000

async function measureClosing(contest: Contest, desk: DeskOf): Promise<BenchResult> {
  const session = await contest.each(({ client }) => fillSession(client))
  const bare = (place: Place): Promise<number> =>
    timed(async () => JSON.stringify((await desk(place).q.query(closingSql, [STORE, session(place), ZONE])).rows))
  const turns = await contest.turns(
    place => timed(() => desk(place).call('GET', `caixas/fechamento?id=${session(place)}`)),
    bare,
    { rounds: 20, warm },
  )
  const what = `Closing details of a session with ${SESSION.toLocaleString('en-US')} sales, against their bare SQL`
  return slownessLine(what, turns, time, 1.2)
}

async function fillSession(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>('SELECT min(id) AS id FROM caixas WHERE "lojaId" = $1', [STORE])
  const id = Number(rows[0]?.id)
  await client.query(
    `UPDATE "Movimentos" SET "caixaId" = $2 WHERE "lojaId" = $1 AND id IN (SELECT id FROM "Movimentos" WHERE "lojaId" = $1 ORDER BY id LIMIT $3)`,
    [STORE, id, SESSION],
  )
  await client.query('ANALYZE "Movimentos"')
  return id
}

const INSTALMENTS = 60

async function measureInstalments(contest: Contest, desk: DeskOf): Promise<BenchResult> {
  const accounts = await contest.each(async ({ client }) => {
    const first = async (register: string): Promise<number> => {
      const { rows } = await client.query<{ id: string }>(`SELECT min(id) AS id FROM "${register}" WHERE "lojaId" = $1`, [STORE])
      return Number(rows[0]?.id)
    }
    return { classificacaoId: await first('Conta_classificacoes'), centroCustoId: await first('Conta_centros_custos') }
  })
  const save = (place: Place): Promise<number> => {
    const body = { tipo: 'PAGAR', descricao: 'Medida', vencimento: '2030-01-10', valor: 100, ...accounts(place) }
    const repeated = { repete: true, recorrencia: 'MENSAL', ocorrencias: INSTALMENTS }
    return timed(() => desk(place).call('POST', 'Conta/save', { ...body, ...repeated }))
  }
  const byHand = (place: Place): Promise<number> => timed(() => insertByHand(desk(place).q, Object.values(accounts(place))))
  const turns = await contest.turns(save, byHand, { rounds: 20, warm })
  return speedLine(`Save of an account with ${INSTALMENTS} instalments, against ${INSTALMENTS} inserts by hand`, turns, time, 0.7)
}

async function insertByHand(q: Queries, accounts: readonly number[]): Promise<void> {
  await q.query('BEGIN')
  let first: unknown = null
  for (let at = 0; at < INSTALMENTS; at += 1) {
    const { rows } = await q.query<{ id: string }>(
      `INSERT INTO "Conta" ("lojaId", tipo, descricao, vencimento, valor, "classificacaoId", "centroCustoId", parcela, ocorrencias, "contaId")
       VALUES ($1, 'PAGAR', 'Medida', date '2030-01-10' + $2 * interval '1 month', 100, $3, $4, $2 + 1, $5, $6) RETURNING id`,
      [STORE, at, ...accounts, INSTALMENTS, first],
    )
    first ??= rows[0]?.id
  }
  await q.query('COMMIT')
}
