import type pg from 'pg'
import { type BenchResult, limitLine, speedLine, time } from '../figures.ts'
import { openVisitors, pagesSetup } from '../pages/browserSession.ts'
import { openEntry } from '../pages/tasks.ts'
import { visiting } from '../pages/visiting.ts'
import type { Bench } from '../places/bench.ts'
import type { Place, Setup } from '../places/contest.ts'
import { median } from '../statistics.ts'
import { timed } from '../timed.ts'
import { pick } from '../turns.ts'

const STORE = 1
const ITEMS = 500
const TURNS = 6
/** A form that takes longer is waited for. */
const MOST = 300

/** A supplier's note of 500 items: its entry form until rows are painted, and the entry against the same statements by hand. */
export async function* measureEntry(bench: Bench): AsyncGenerator<BenchResult> {
  yield await measureForm(bench)
  yield await measureSave(bench)
}

async function measureForm(bench: Bench): Promise<BenchResult> {
  const contest = await bench.contest(pagesSetup)
  await contest.each(({ client }) => receiveNotes(client, 1))
  const visit = visiting(await openVisitors(contest), openEntry)
  const turns = await contest.solo((place, turn) => visit(place, 'ours', turn), { rounds: TURNS })
  const what = `Entry form of a note of ${ITEMS} items: from the click to painted rows`
  return limitLine(
    what,
    pick(turns, ({ times }) => median(times)),
    time,
    MOST,
  )
}

const setup: Setup = {}

async function measureSave(bench: Bench): Promise<BenchResult> {
  const contest = await bench.contest(setup)
  const store = await contest.each(async place => ({
    notes: await receiveNotes(place.client, 2 * (TURNS + 1)),
    token: await place.token('dono@demo.com.br'),
    accounts: await accountsOf(place.client),
  }))
  const turns = await contest.turns(
    (place, turn) =>
      timed(() => enterByCall(place, store(place).token, store(place).notes[2 * turn] ?? 0, store(place).accounts)),
    (place, turn) => timed(() => enterByHand(place.client, store(place).notes[2 * turn + 1] ?? 0, store(place).accounts)),
    { rounds: TURNS },
  )
  const what = `Entry of a note of ${ITEMS} items: stock, costs, prices, bills, codes and history, against the same statements by hand`
  return speedLine(what, turns, time, 0.7)
}

interface Accounts {
  readonly classification: number
  readonly centre: number
}

async function accountsOf(client: pg.Client): Promise<Accounts> {
  const make = async (table: string): Promise<number> =>
    Number(
      (await client.query<{ id: string }>(`INSERT INTO "${table}" ("lojaId", nome) VALUES ($1, 'Medida') RETURNING id`, [STORE]))
        .rows[0]?.id,
    )
  return { classification: await make('Conta_classificacoes'), centre: await make('Conta_centros_custos') }
}

/** Notes that are ready to be entered: each of other costs, over the same products, with two instalments. */
async function receiveNotes(client: pg.Client, count: number): Promise<number[]> {
  await client.query(`SET app.store = '*'`)
  await client.query(
    // Whole, as a form makes them: one that lacks something is judged twice, as it was and as it shall be.
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "grupoId", "ncmId", preco_cst_prod, preco_vnd_prod, "appPreco", promocao_desconto)
     SELECT $1, 700000 + n, 'Mercadoria medida ' || n, p."unidadeId", p."impostoId", p."grupoId", p."ncmId", 5, 10, 10, 0
     FROM (SELECT * FROM produtos WHERE "lojaId" = $1 ORDER BY id LIMIT 1) p, generate_series(1, ${ITEMS}) n`,
    [STORE],
  )
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "tpNF", "xmlUrl")
     SELECT $1, lpad(n::text, 44, '0'), 'Fornecedor medido', '11222333000181', 1000, now(), 1, '/medida' FROM generate_series(1, $2::int) n RETURNING id`,
    [STORE, count],
  )
  const notes = rows.map(({ id }) => Number(id))
  await client.query(
    `INSERT INTO nfes_itens ("lojaId", "nfesId", "nItem", "xProd", "cProd", "cEAN", "NCM", "CFOP", "uCom", "qCom", "vProdTotal", valor_custo, fator, estoque,
       custo, venda, "produtoId")
     SELECT $1, nota, p.n, p.desc_prod, 'C' || p.n, 'SEM GTIN', '21069090', '5102', 'CX', 4, 20 + at, 20 + at, 2, 8, (20 + at) / 8.0, 12 + at, p.id
     FROM unnest($2::bigint[]) WITH ORDINALITY AS notes(nota, at),
       (SELECT id, desc_prod, cod_prod - 700000 AS n FROM produtos WHERE "lojaId" = $1 AND cod_prod > 700000 AND cod_prod <= 700000 + ${ITEMS}) p
     ORDER BY at, p.n`,
    [STORE, notes],
  )
  await client.query(
    `INSERT INTO nfes_pagamentos ("lojaId", "nfesId", parcela, vencimento, valor)
     SELECT $1, nota, n, date '2030-01-10' + n, 500 FROM unnest($2::bigint[]) nota, generate_series(1, 2) n`,
    [STORE, notes],
  )
  await client.query('VACUUM ANALYZE')
  return notes
}

async function enterByCall({ server }: Place, token: string, id: number, of: Accounts): Promise<void> {
  const reply = await fetch(`${server.address}/api/nfes/entrada`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ lojaId: STORE, id, classificacaoId: of.classification, centroCustoId: of.centre }),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

/** One transaction with what the call writes: as somebody would write it who knows these tables and nothing else. */
async function enterByHand(client: pg.Client, id: number, { classification, centre }: Accounts): Promise<void> {
  const key = [STORE, id]
  await client.query('BEGIN')
  await client.query('SELECT FROM nfes WHERE "lojaId" = $1 AND id = $2 AND NOT entrada FOR UPDATE', key)
  const { rows } = await client.query<{ id: string; produtoId: string; qCom: string; fator: string; valor_custo: string }>(
    'SELECT id, "produtoId", "qCom", fator, valor_custo FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2 ORDER BY "nItem" FOR UPDATE',
    key,
  )
  const items = rows.map(row => {
    const estoque = Number(row.qCom) * Number(row.fator)
    return { ...row, estoque, custo: Math.ceil((Number(row.valor_custo) / estoque) * 10_000) / 10_000 }
  })
  const columns = [items.map(item => item.id), items.map(item => item.estoque), items.map(item => item.custo)]
  await client.query(
    `UPDATE nfes_itens i SET estoque = u.estoque, custo = u.custo FROM unnest($3::bigint[], $4::numeric[], $5::numeric[]) u(id, estoque, custo)
     WHERE i."lojaId" = $1 AND i."nfesId" = $2 AND i.id = u.id`,
    [...key, ...columns],
  )
  await client.query(
    `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, custo, motivo)
     SELECT "lojaId", 'nfes', "nfesId", "produtoId", now(), estoque, custo, 'nota' FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2`,
    key,
  )
  await client.query(
    `WITH before AS (
       SELECT p.id, to_jsonb(p) AS record FROM produtos p
       WHERE p."lojaId" = $1 AND p.id IN (SELECT "produtoId" FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2) FOR UPDATE
     ), changed AS (
       UPDATE produtos p SET preco_cst_prod = round(i.custo, 2), preco_vnd_prod = i.venda, version = p.version + 1, "updatedAt" = now()
       FROM nfes_itens i WHERE i."lojaId" = $1 AND i."nfesId" = $2 AND p."lojaId" = $1 AND p.id = i."produtoId" RETURNING p.id, to_jsonb(p) AS record
     ) INSERT INTO user_logs ("lojaId", "userId", recurso, "recursoId", acao, antes, depois)
       SELECT $1, 1, 'produtos', id, 'alterar', before.record, changed.record FROM before JOIN changed USING (id)`,
    key,
  )
  await client.query(
    `WITH old AS (
       DELETE FROM "Fornecedor_produtos" r USING nfes_itens i
       WHERE r."lojaId" = $1 AND i."lojaId" = $1 AND i."nfesId" = $2 AND r."CNPJ" = '11222333000181' AND r."cProd" = i."cProd"
     ) INSERT INTO "Fornecedor_produtos" ("lojaId", "CNPJ", "cProd", "produtoId", fator)
       SELECT $1, '11222333000181', "cProd", "produtoId", fator FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2`,
    key,
  )
  await client.query(
    `WITH made AS (
       INSERT INTO "Conta" AS c ("lojaId", tipo, descricao, vencimento, valor, parcela, ocorrencias, "classificacaoId", "centroCustoId", "nfeId")
       SELECT $1, 'PAGAR', 'NF-e medida', vencimento, valor, parcela, 2, $3, $4, $2 FROM nfes_pagamentos WHERE "lojaId" = $1 AND "nfesId" = $2
       RETURNING c.id, to_jsonb(c) AS record
     ) INSERT INTO user_logs ("lojaId", "userId", recurso, "recursoId", acao, depois) SELECT $1, 1, 'Conta', id, 'criar', record FROM made`,
    [...key, classification, centre],
  )
  await client.query(
    `UPDATE nfes SET entrada = true, entrada_em = now(), "classificacaoId" = $3, "centroCustoId" = $4, version = version + 1, "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2`,
    [...key, classification, centre],
  )
  await client.query('COMMIT')
}
