import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSales } from '../../src/server/demo/sales/load.ts'
import { rollups } from '../../src/server/sales/rollup.ts'
import { rollupDifferences } from '../../src/server/sales/statements.ts'
import { type Counter, counterOf } from './sales.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let counter: Counter
const now = Date.UTC(2026, 2, 20, 20)

beforeAll(async () => {
  shop = await openShop()
  counter = await counterOf(shop)
  await shop.database.own(q => loadSales(q, { stores: [counter.store], days: 40, now }))
})
afterAll(() => shop?.close())

const ask = async <T extends object>(text: string): Promise<T[]> => (await shop.database.system.query<T>(text, [counter.store])).rows

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
