import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import { rollups } from '../../../src/domain/sales/tables/rollup.ts'
import { rollupDifferences } from '../../../src/domain/sales/tables/rollupSql.ts'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
const now = Date.UTC(2026, 2, 20, 20)

beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
  await shop.database.asOwner(q => loadDemoSales(q, { stores: [counter.store], days: 40, now }))
})
afterAll(() => shop?.close())

const ask = async <T extends object>(text: string): Promise<T[]> =>
  (await shop.database.system.query<T>(text, [counter.store])).rows

describe('sales to order', () => {
  test('add up in every movement, and their sums are those of the rows', async () => {
    const wrong = await ask(
      `SELECT m.id FROM "Movimentos" m
       LEFT JOIN LATERAL (SELECT sum(valor_bruto) bruto, sum(valor_desconto) desconto, sum(valor_servico) servico, sum(valor_final) final
         FROM "Movimentos_produtos" p WHERE p."lojaId" = m."lojaId" AND p."MovimentosId" = m.id AND p.deletado_em IS NULL) p ON true
       LEFT JOIN LATERAL (SELECT sum(valor) valor FROM "Movimento_recebimentos" r WHERE r."lojaId" = m."lojaId" AND r."movimentoId" = m.id) r ON true
       WHERE m."lojaId" = $1 AND (m.valor_final <> m.total_bruto - m.total_desconto + m.total_servico OR
         "tipoMovimentoId" IN (1, 4, 5) AND (p.bruto <> m.total_bruto OR p.desconto <> m.total_desconto OR p.servico <> m.total_servico
           OR p.final <> p.bruto - p.desconto) OR "tipoMovimentoId" NOT IN (4, 5) AND r.valor IS DISTINCT FROM m.valor_final)`,
    )
    expect(wrong).toEqual([])
    for (const rollup of rollups) expect((await shop.database.system.query(rollupDifferences(rollup))).rows).toEqual([])
  })

  test('hold every kind of thing that reports look for, and nothing after the moment', async () => {
    const [all] = await ask<Record<string, string>>(
      `SELECT count(*) FILTER (WHERE "tipoMovimentoId" = 1) sales, count(*) FILTER (WHERE deletado_em IS NOT NULL) cancelled,
         count(*) FILTER (WHERE contado_em > '${new Date(now).toISOString()}') later, count(DISTINCT canal_venda) channels,
         count(DISTINCT tipo_venda) services, count(DISTINCT "tipoMovimentoId") kinds FROM "Movimentos" WHERE "lojaId" = $1`,
    )
    expect(Number(all?.sales)).toBeGreaterThan(1000)
    expect(Number(all?.cancelled)).toBeGreaterThan(2)
    expect(all).toMatchObject({ later: '0' })
    expect(Number(all?.kinds)).toBeGreaterThanOrEqual(4)
    for (const [text, least] of [
      ['"Movimentos_produtos" WHERE "lojaId" = $1 AND deletado_em IS NOT NULL', 3],
      [`"NFCes" WHERE "lojaId" = $1 AND situacao = 'PENDENTE'`, 1],
      [`"NFCes" WHERE "lojaId" = $1 AND situacao = 'CANCELADA'`, 1],
      [`"Conta" WHERE "lojaId" = $1 AND pago`, 10],
      [`"Conta" WHERE "lojaId" = $1 AND NOT pago`, 5],
      [`caixas WHERE "lojaId" = $1 AND status = 2`, 10],
      [`"AppPedidos" WHERE "lojaId" = $1`, 10],
    ] as const)
      expect(Number((await ask<{ n: string }>(`SELECT count(*) n FROM ${text}`))[0]?.n), text).toBeGreaterThanOrEqual(least)
  })
})

describe('accounts', () => {
  const call = () => shop.as({ userId: 2, stores: [counter.store], flags: ['contas_ver'] })
  const one = async (path: string): Promise<number> => {
    const { body } = await call()('GET', `/api/${path}?lojaId=${counter.store}&filter=${encodeURIComponent('{"limit":1}')}`)
    return (body as { id: number }[])[0]?.id ?? 0
  }
  const bill = async (changes: Record<string, unknown> = {}) => ({
    lojaId: counter.store,
    tipo: 'RECEBER',
    descricao: 'Conta',
    vencimento: '2026-03-01',
    valor: 100.1,
    classificacaoId: await one('Conta_classificacoes'),
    centroCustoId: await one('Conta_centros_custos'),
    ...changes,
  })

  test('are paid with what is left of discount and interest, and know nothing of it when they are not', async () => {
    const made = await call()(
      'POST',
      '/api/Conta/save',
      await bill({ pago: true, pagamento: '2026-03-02', desconto: 0.2, juros: 10 }),
    )
    expect(made).toMatchObject({ status: 201, body: { valor_pago: 109.9, perda: false } })
    const { id } = made.body as { id: number }
    const back = await call()('PATCH', `/api/Conta/${id}`, { lojaId: counter.store, pago: false })
    expect(back.body).toMatchObject({ pago: false, pagamento: null, desconto: null, juros: null, valor_pago: null })
    const lost = await call()('PATCH', `/api/Conta/${id}`, { lojaId: counter.store, perda: true })
    expect(lost.body).toMatchObject({ perda: true })
    const paid = await call()('PATCH', `/api/Conta/${id}`, { lojaId: counter.store, pago: true, pagamento: '2026-03-09' })
    expect(paid.body).toMatchObject({ pago: true, perda: false, valor_pago: 100.1 })
  })

  test('keep to their limits and states', async () => {
    const codes = async (changes: Record<string, unknown>): Promise<string[]> => {
      const { status, body } = await call()('POST', '/api/Conta/save', await bill(changes))
      if (status < 400) return []
      return (body as { error: { details: { path: string; code: string }[] } }).error.details.map(
        ({ path, code }) => `${path} ${code}`,
      )
    }
    expect(await codes({ valor: 0 })).toEqual(['valor minimum'])
    expect(await codes({ valor: 10_000_000_000 })).toEqual(['valor maximum'])
    expect(await codes({ pago: true })).toEqual(['pagamento required'])
    expect(await codes({ pago: true, pagamento: '2026-03-02', desconto: 200 })).toEqual(['desconto bill.discount-too-large'])
    expect(await codes({ tipo: 'PAGAR', perda: true })).toEqual(['perda bill.loss-unpaid-only'])
    expect(await codes({ classificacaoId: null, centroCustoId: null })).toEqual([
      'classificacaoId required',
      'centroCustoId required',
    ])
  })
})

describe('records that points of sale and the tax authority make', () => {
  const staff = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })

  test('sales, receipts and cards are read and not written', async () => {
    for (const register of ['Movimentos', 'Movimento_recebimentos', 'Transaction_pos', 'AppPedidos']) {
      const owner = shop.as({ userId: 2, stores: [counter.store], owner: true })
      for (const [method, path] of [
        ['POST', register],
        ['PATCH', `${register}/1`],
        ['DELETE', `${register}/1`],
      ] as const)
        expect((await owner(method, `/api/${path}`, { lojaId: counter.store })).status, `${method} ${path}`).toBe(403)
    }
    expect((await staff('estoque_ver')('GET', `/api/Movimentos?lojaId=${counter.store}`)).status).toBe(403)
    expect((await staff('pdv_relatorios')('GET', `/api/Movimentos?lojaId=${counter.store}`)).status).toBe(200)
    expect((await staff('pdv_relatorios')('GET', `/api/AppPedidos?lojaId=${counter.store}`)).status).toBe(403)
  })

  test('a cash session is checked by who may, by what was counted, without lines added or taken out', async () => {
    const [session] = await ask<{ id: string }>('SELECT id FROM caixas WHERE "lojaId" = $1 AND status = 1 ORDER BY id LIMIT 1')
    const [value] = await ask<{ id: string; moedaId: string }>(
      `SELECT id, "moedaId" FROM caixas_valores WHERE "lojaId" = $1 AND "caixasId" = ${session?.id} LIMIT 1`,
    )
    const patch = (flag: string, body: object) =>
      staff(flag)('PATCH', `/api/caixas/${session?.id}`, { lojaId: counter.store, ...body })
    expect((await patch('pdv_relatorios', { observacao: 'x' })).status).toBe(403)
    expect((await staff('caixa_conferir')('GET', `/api/caixas?lojaId=${counter.store}`)).status).toBe(200)
    expect((await staff('caixa_conferir')('GET', `/api/Movimentos?lojaId=${counter.store}`)).status).toBe(403)
    // The state is no field to be typed: checking is a call of its own.
    const body = { status: 2, valores: [{ id: Number(value?.id), valor_corrigido: 12.5 }] }
    expect(await patch('caixa_conferir', body)).toMatchObject({ status: 200, body: { status: 1 } })
    for (const row of [
      { moedaId: Number(value?.moedaId), valor_corrigido: 1 },
      { id: Number(value?.id), deletar: true },
    ])
      expect(await patch('caixa_conferir', { valores: [row] })).toMatchObject({
        status: 422,
        body: { error: { details: [{ code: 'rows-fixed' }] } },
      })
    expect((await patch('caixa_conferir', { valores: [{ id: Number(value?.id), valor_corrigido: -1 }] })).status).toBe(422)
    const check = { lojaId: counter.store, id: Number(session?.id), pendente: true }
    expect((await staff('caixa_conferir')('POST', '/api/caixas/conferir', check)).status).toBe(200)
    expect((await patch('caixa_conferir', { observacao: 'x' })).status).toBe(422)
  })

  test('a consumer invoice that somebody writes is a number to be voided; the others are locked', async () => {
    const call = staff('pdv_relatorios')
    const made = await call('POST', '/api/NFCes', {
      lojaId: counter.store,
      serie: 9,
      nNF: 1,
      justificativa: 'Número pulado por engano',
    })
    expect(made).toMatchObject({ status: 201, body: { chNFe: 'INUTILIZACAO', situacao: 'PENDENTE' } })
    const { id } = made.body as { id: number }
    expect((await call('PATCH', `/api/NFCes/${id}`, { lojaId: counter.store, nNF: 2 })).status).toBe(200)
    expect((await call('POST', '/api/NFCes', { lojaId: counter.store, serie: 9, nNF: 3, justificativa: 'curta' })).status).toBe(
      422,
    )
    const [issued] = await ask<{ id: string }>(`SELECT id FROM "NFCes" WHERE "lojaId" = $1 AND situacao = 'AUTORIZADA' LIMIT 1`)
    expect((await call('PATCH', `/api/NFCes/${issued?.id}`, { lojaId: counter.store, nNF: 2 })).status).toBe(422)
  })
})

test('notes of the Windows point of sale are known as such', async () => {
  const { rows } = await shop.database.asOwner(q =>
    q.query(
      `SELECT n.pdv_windows AS told, coalesce(m.nsp, 0) + coalesce(m.mov, 0) > 0 AS windows, count(*) > 0 AS any FROM "NFCes" n
       JOIN "Movimentos" m ON m."lojaId" = n."lojaId" AND m.id = n."movimentoId" WHERE n."lojaId" = $1 GROUP BY 1, 2 ORDER BY 1`,
      [counter.store],
    ),
  )
  expect(rows).toEqual([
    { told: false, windows: false, any: true },
    { told: true, windows: true, any: true },
  ])
})

test('sales that are loaded once more go on with the numbers of those before', async () => {
  const { rows } = await shop.database.asOwner(async q => {
    await loadDemoSales(q, { stores: [counter.store], days: 10, now: now + 86_400_000, seed: 3 })
    return q.query('SELECT count(*) AS n, max(numero) AS last FROM "NFe_emissaos" WHERE "lojaId" = $1', [counter.store])
  })
  expect(rows[0]?.n).toBe(`${rows[0]?.last}`)
  expect(Number(rows[0]?.n)).toBeGreaterThan(4)
})
