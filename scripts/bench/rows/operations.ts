import type pg from 'pg'
import { closingSql } from '../../../src/domain/sales/cash/closingSql.ts'
import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import { changeSales, lockSales } from '../../../src/domain/sales/tables/changeSales.ts'
import { recordStockCount } from '../../../src/domain/stock/ledger/recordStockCount.ts'
import { stockRows } from '../../../src/domain/stock/operations/listStock.ts'
import { readStockFilter } from '../../../src/domain/stock/operations/stockFilter.ts'
import type { Queries } from '../../../src/server/access/caller.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import type { BenchEnvironment } from '../environment.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { median, percentile } from '../statistics.ts'
import { timed } from '../timed.ts'

const DAYS = 400
const ZONE = 'America/Sao_Paulo'
const DAY = 86_400_000
/** About so many lines has a sale of the generator. */
const LINES_PER_SALE = 3
/** Milliseconds that the stock may take, 19 of 20 times. */
const PATIENCE = 300

/** What every row works with: calls of our server in a store, and statements by hand in one connection of the owner. */
interface Ground {
  readonly store: number
  readonly place: BenchEnvironment
  readonly q: Queries
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<void>
}

/** Operations and finance: stock, inventories, cancellations, closing details and accounts against the same statements by hand. */
export async function measureOperations(
  place: BenchEnvironment,
  store: number,
  lines: number,
  say: (text: string) => void,
): Promise<BenchResult[]> {
  const token = await place.token('dono@demo.com.br')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const ground: Ground = {
    store,
    place,
    q: queriesOf(place.client),
    async call(method, path, body) {
      const address = `${place.ours.address}/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${store}`
      const reply = await fetch(address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} was refused: ${text}`)
    },
  }
  say(`filling store ${store} with about ${lines.toLocaleString('en-US')} lines`)
  const sold = await fillSales(ground, lines)
  const products = await countAll(ground)
  const rows = [
    ...(await measureStock(ground, products, sold)),
    await measureInventory(ground),
    await measureCancellation(ground),
    await measureClosing(ground),
    await measureInstalments(ground),
  ]
  for (const { what, ratio } of rows) say(`  ${what}: ${ratio?.toFixed(2)}`)
  return rows
}

function queriesOf(client: pg.Client): Queries {
  const query = async (text: string, params: readonly unknown[] = []) => {
    const { rows, rowCount } = await client.query(text, [...params])
    return { rows, rowCount: rowCount ?? 0 }
  }
  return { query: query as Queries['query'] }
}

async function fillSales({ place, store }: Ground, lines: number): Promise<number> {
  const database = openDatabase({ url: place.url })
  try {
    const sales = Math.round(lines / LINES_PER_SALE)
    await database.asOwner(q => loadDemoSales(q, { stores: [store], days: DAYS, now: Date.now(), sales, seed: 9 }))
  } finally {
    await database.close()
  }
  const { rows } = await place.client.query<{ n: string }>(
    'SELECT count(*) AS n FROM "Movimentos_produtos" WHERE "lojaId" = $1',
    [store],
  )
  return Number(rows[0]?.n)
}

/** Every product is counted once, before the first sale. */
async function countAll({ place, q, store }: Ground): Promise<number> {
  const { rows } = await place.client.query<{ id: string }>('SELECT id FROM produtos WHERE "lojaId" = $1', [store])
  const lines = rows.map(({ id }) => ({ produtoId: Number(id), quantity: 1000 }))
  const moment = new Date(Date.now() - (DAYS + 1) * DAY).toISOString()
  await recordStockCount(q, { lojaId: store, source: { register: 'inventarios', id: 1_000_000 }, moment, lines })
  await place.client.query('VACUUM ANALYZE')
  return lines.length
}

/** Medians of both sides in turns, the median of the ratios of neighbouring turns, and ours sorted. */
async function inTurns(
  rounds: number,
  ours: (round: number) => Promise<void>,
  other: (round: number) => Promise<void>,
): Promise<{ ours: number; other: number; ratio: number; sorted: readonly number[] }> {
  const times: { readonly ours: number; readonly other: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push({ ours: await timed(() => ours(round)), other: await timed(() => other(round)) })
  // What is first is cold on both sides.
  const warm = times.slice(Math.min(2, rounds - 1))
  return {
    ours: median(warm.map(one => one.ours)),
    other: median(warm.map(one => one.other)),
    ratio: median(warm.map(one => one.ours / one.other)),
    sorted: warm.map(one => one.ours).sort((a, b) => a - b),
  }
}

async function measureStock({ call, q, store }: Ground, products: number, lines: number): Promise<BenchResult[]> {
  const ask = (moment?: string): string => JSON.stringify({ limit: 10, ...(moment ? { createdBefore: moment } : {}) })
  const list = (moment?: string): Promise<void> => call('GET', `Estoque/list?filter=${encodeURIComponent(ask(moment))}`)
  const bare = async (): Promise<void> => {
    JSON.stringify(await stockRows(q, store, ZONE, readStockFilter(ask(), ZONE)))
  }
  const yearAgo = new Date(Date.now() - 365 * DAY).toISOString()
  const now = await inTurns(20, () => list(), bare)
  const past = await inTurns(
    12,
    () => list(yearAgo),
    () => list(),
  )
  const p95 = percentile([...now.sorted], 0.95)
  return [
    {
      what: `Stock of ${products.toLocaleString('en-US')} products with ${lines.toLocaleString('en-US')} sale lines, against its bare SQL`,
      ours: milliseconds(now.ours),
      baseline: milliseconds(now.other),
      ratio: now.ratio,
      bar: { most: 1.2 },
    },
    {
      what: 'p95 of that stock',
      ours: milliseconds(p95),
      baseline: milliseconds(PATIENCE),
      ratio: p95 / PATIENCE,
      bar: { most: 1 },
    },
    {
      what: 'the same stock at a moment a year ago, against now',
      ours: milliseconds(past.ours),
      baseline: milliseconds(past.other),
      ratio: past.ratio,
      bar: { most: 2 },
    },
  ]
}

const COUNTED = 5000

/** Inventories of 5,000 lines: finalised by the call, and by its statements. */
async function measureInventory({ call, place, q, store }: Ground): Promise<BenchResult> {
  const rounds = 5
  const { rows } = await place.client.query<{ id: string }>(
    `INSERT INTO inventarios ("lojaId", nome, status) SELECT $1, 'Medido ' || n, 'ABERTO' FROM generate_series(1, $2::int) n RETURNING id`,
    [store, rounds * 2],
  )
  const ids = rows.map(({ id }) => Number(id))
  await place.client.query(
    `INSERT INTO inventarios_itens ("lojaId", "inventariosId", "produtoId", quantidade_estoque)
     SELECT $1, i, p.id, 7 FROM unnest($2::bigint[]) i, (SELECT id FROM produtos WHERE "lojaId" = $1 ORDER BY id LIMIT $3) p`,
    [store, ids, COUNTED],
  )
  const finalise = (round: number): Promise<void> =>
    call('POST', 'inventarios/finaliza', { inventarioId: ids[round * 2], contagem_em: new Date().toISOString() })
  const byHand = async (round: number): Promise<void> => {
    const id = ids[round * 2 + 1] ?? 0
    const moment = new Date().toISOString()
    await q.query('BEGIN')
    await q.query('SELECT FROM inventarios WHERE "lojaId" = $1 AND id = $2 FOR UPDATE', [store, id])
    const { rows: items } = await q.query<{ produtoId: string; quantity: string }>(
      'SELECT "produtoId", quantidade_estoque AS quantity FROM inventarios_itens WHERE "lojaId" = $1 AND "inventariosId" = $2',
      [store, id],
    )
    const lines = items.map(({ produtoId, quantity }) => ({ produtoId: Number(produtoId), quantity }))
    const counted = await recordStockCount(q, { lojaId: store, source: { register: 'inventarios', id }, moment, lines })
    await q.query(
      `UPDATE inventarios_itens i SET quebra_estoque = u.quebra FROM unnest($3::bigint[], $4::numeric[]) u("produtoId", quebra)
       WHERE i."lojaId" = $1 AND i."inventariosId" = $2 AND i."produtoId" = u."produtoId"`,
      [store, id, counted.map(one => one.produtoId), counted.map(one => one.difference)],
    )
    await q.query(
      `UPDATE inventarios SET contagem_em = $3, status = 'FINALIZADO', version = version + 1 WHERE "lojaId" = $1 AND id = $2`,
      [store, id, moment],
    )
    await q.query('COMMIT')
  }
  const { ours, other, ratio } = await inTurns(rounds, finalise, byHand)
  return {
    what: `Finalising an inventory of ${COUNTED.toLocaleString('en-US')} lines, against its statements by hand`,
    ours: milliseconds(ours),
    baseline: milliseconds(other),
    ratio,
    bar: { most: 1.5 },
  }
}

/** Cancellations one after the other: the call, and a transaction by hand that changes the sale, its sums and its goods. */
async function measureCancellation({ call, place, q, store }: Ground): Promise<BenchResult> {
  const rounds = 150
  const { rows } = await place.client.query<{ id: string }>(
    `SELECT m.id FROM "Movimentos" m LEFT JOIN caixas c ON c."lojaId" = m."lojaId" AND c.id = m."caixaId"
     WHERE m."lojaId" = $1 AND m."tipoMovimentoId" = 1 AND m.deletado_em IS NULL AND coalesce(c.status, 0) < 2
       AND NOT EXISTS (SELECT FROM "NFCes" n WHERE n."lojaId" = m."lojaId" AND n."movimentoId" = m.id)
     ORDER BY m.id DESC LIMIT $2`,
    [store, rounds * 2],
  )
  const { rows: people } = await place.client.query<{ id: string }>(
    'SELECT min(id) AS id FROM parceiros WHERE "lojaId" = $1 AND funcionario',
    [store],
  )
  const idOf = (at: number): number => Number(rows[at]?.id)
  const cancel = (round: number): Promise<void> => call('POST', 'Movimentos/cancela', { movimentoId: idOf(round * 2) })
  const byHand = async (round: number): Promise<void> => {
    const id = idOf(round * 2 + 1)
    await q.query('BEGIN')
    await lockSales(q, store, [id])
    await changeSales(q, store, [id], async () => {
      await q.query(
        `UPDATE "Movimentos" SET "deletadoPorId" = $3, deletado_em = now(), deletado_motivo = 'Cancelamento', version = version + 1,
           "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2`,
        [store, id, people[0]?.id],
      )
      return undefined
    })
    await q.query('COMMIT')
  }
  const { ours, other } = await inTurns(rounds, cancel, byHand)
  return {
    what: 'Cancelling a sale, against a transaction by hand with the same effects, calls/s',
    ours: `${Math.round(1000 / ours)} req/s`,
    baseline: `${Math.round(1000 / other)} req/s`,
    ratio: other / ours,
    bar: { least: 0.7 },
  }
}

const SESSION = 2000

async function measureClosing({ call, place, q, store }: Ground): Promise<BenchResult> {
  const { rows } = await place.client.query<{ id: string }>('SELECT min(id) AS id FROM caixas WHERE "lojaId" = $1', [store])
  const id = Number(rows[0]?.id)
  await place.client.query(
    `UPDATE "Movimentos" SET "caixaId" = $2 WHERE "lojaId" = $1 AND id IN (SELECT id FROM "Movimentos" WHERE "lojaId" = $1 ORDER BY id LIMIT $3)`,
    [store, id, SESSION],
  )
  await place.client.query('ANALYZE "Movimentos"')
  const bare = async (): Promise<void> => {
    JSON.stringify((await q.query(closingSql, [store, id])).rows)
  }
  const { ours, other, ratio } = await inTurns(20, () => call('GET', `caixas/fechamento?id=${id}`), bare)
  return {
    what: `Closing details of a session with ${SESSION.toLocaleString('en-US')} sales, against their bare SQL`,
    ours: milliseconds(ours),
    baseline: milliseconds(other),
    ratio,
    bar: { most: 1.2 },
  }
}

const INSTALMENTS = 60

async function measureInstalments({ call, place, q, store }: Ground): Promise<BenchResult> {
  const one = async (register: string): Promise<number> => {
    const { rows } = await place.client.query<{ id: string }>(`SELECT min(id) AS id FROM "${register}" WHERE "lojaId" = $1`, [
      store,
    ])
    return Number(rows[0]?.id)
  }
  const [classificacaoId, centroCustoId] = [await one('Conta_classificacoes'), await one('Conta_centros_custos')]
  const body = { tipo: 'PAGAR', descricao: 'Medida', vencimento: '2030-01-10', valor: 100, classificacaoId, centroCustoId }
  const save = (): Promise<void> =>
    call('POST', 'Conta/save', { ...body, repete: true, recorrencia: 'MENSAL', ocorrencias: INSTALMENTS })
  const byHand = async (): Promise<void> => {
    await q.query('BEGIN')
    let first: unknown = null
    for (let at = 0; at < INSTALMENTS; at += 1) {
      const { rows } = await q.query<{ id: string }>(
        `INSERT INTO "Conta" ("lojaId", tipo, descricao, vencimento, valor, "classificacaoId", "centroCustoId", parcela, ocorrencias, "contaId")
         VALUES ($1, 'PAGAR', 'Medida', date '2030-01-10' + $2 * interval '1 month', 100, $3, $4, $2 + 1, $5, $6) RETURNING id`,
        [store, at, classificacaoId, centroCustoId, INSTALMENTS, first],
      )
      first ??= rows[0]?.id
    }
    await q.query('COMMIT')
  }
  const { ours, other } = await inTurns(20, save, byHand)
  return {
    what: `Save of an account with ${INSTALMENTS} instalments, against ${INSTALMENTS} inserts by hand`,
    ours: milliseconds(ours),
    baseline: milliseconds(other),
    ratio: other / ours,
    bar: { least: 0.7 },
  }
}
