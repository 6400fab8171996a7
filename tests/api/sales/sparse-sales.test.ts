import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/** Sales of tills that say little, or are wrong about the time. */

let shop: Shop
let counter: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
})
afterAll(() => shop?.close())

const device = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const one = async (changes: Record<string, unknown>) => {
  const sale = { lojaId: counter.store, ...saleOf(counter, changes) }
  return (await device('caixa_operar')('POST', '/api/Movimentos/save', sale)).body as { readonly id?: number }
}

test('what changed in a sale is news of a clock that was set right, after one that went ahead', async () => {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  await one({ chave: 'e3', alterado_em: at(20), recebido_em: null, recebimentos: [] })
  expect(await one({ chave: 'e3', alterado_em: at(0) })).toMatchObject({ status: 'changed' })
  expect(await one({ chave: 'e3', alterado_em: at(-1), comanda: '9' })).toMatchObject({ status: 'unchanged' })
})

test('a sale keeps the moments of its first arrival where none are said', async () => {
  const line = { produtoId: counter.products[2], qtd: 1, valor_unitario: 5, valor_bruto: 5 }
  const consumed = (changes: object = {}) => ({
    chave: 'e4',
    tipoMovimentoId: 4,
    ...{ aberto_em: null, fechado_em: null, recebido_em: null, recebimentos: [], total_servico: 0 },
    produtos: [line, { ...line, deletadoPorId: counter.partners[1] }],
    ...changes,
  })
  const gone = { deletadoPorId: counter.partners[1] }
  const { id } = await one(consumed(gone))
  const moments = async () => {
    const { rows } = await shop.database.system.query<Record<'counted' | 'gone' | 'line', string>>(
      `SELECT m.contado_em AS counted, m.deletado_em AS gone, p.deletado_em AS line FROM "Movimentos" m
       JOIN "Movimentos_produtos" p ON p."lojaId" = m."lojaId" AND p."MovimentosId" = m.id AND p.ordem = 2 WHERE m."lojaId" = $1 AND m.id = $2`,
      [counter.store, id],
    )
    return [rows[0]?.counted, rows[0]?.gone, rows[0]?.line]
  }
  const first = await moments()
  expect(first).not.toContain(null)
  expect(await one(consumed({ ...gone, comanda: '7' }))).toMatchObject({ status: 'changed', id })
  expect(await moments()).toEqual(first)
  const said = '2026-03-12T15:00:00.000Z'
  await one(consumed({ ...gone, deletado_em: said }))
  expect(await moments()).toEqual([first[0], said, first[2]])
})

test('lines without a product are told as such in reports', async () => {
  const produtos = [{ descricao: 'Diversos', qtd: 1, valor_unitario: 8, valor_bruto: 8 }]
  await one({ chave: 'sem', produtos, total_servico: 0, recebimentos: [{ moedaId: counter.currencies[0], valor: 8 }] })
  for (const report of ['curva_abc', 'engenharia_cardapio']) {
    const path = `/api/relatorio/pdv/${report}?lojaId=${counter.store}&startDate=2026-03-01&endDate=2026-03-31`
    const { array } = (await device('pdv_relatorios', 'custos_ver')('GET', path)).body as { array: object[] }
    expect(array, report).toContainEqual(expect.objectContaining({ produtoId: null, descricao: 'Itens sem cadastro' }))
  }
})

test('equipment that sends is in use now; what is refused, and other equipment, tells nothing', async () => {
  const used = async () => {
    const list = `/api/equipamentos?lojaId=${counter.store}&filter=${encodeURIComponent('{"order":"id"}')}`
    const { body } = await device('cadastros_ver')('GET', list)
    return (body as { ultimo_uso: string | null }[]).map(({ ultimo_uso }) => ultimo_uso !== null)
  }
  await shop.database.system.query('UPDATE equipamentos SET ultimo_uso = NULL WHERE "lojaId" = $1', [counter.store])
  await one({ chave: 'e5', total_bruto: 1 })
  expect(await used()).toEqual([false, false, false])
  const batch = ['e6', 'e7'].map(chave => saleOf(counter, { chave }))
  const send = () => device('caixa_operar')('POST', '/api/Movimentos/lote', { lojaId: counter.store, movimentos: batch })
  await Promise.all([send(), send(), send()])
  expect(await used()).toEqual([true, false, false])
  const session = { lojaId: counter.store, equipamentoId: counter.equipment[1], abertura: 1, aberto_em: '2026-03-10T11:00:00Z' }
  await device('caixa_operar')('POST', '/api/caixas/save', session)
  expect(await used()).toEqual([true, true, false])
})

test('what is no record at all keeps none of a batch from arriving', async () => {
  const none = [null, 'x', [1]]
  const session = { equipamentoId: counter.equipment[2], abertura: 1, aberto_em: '2026-03-10T11:00:00Z' }
  for (const [path, body] of [
    ['Movimentos', { movimentos: [...none, saleOf(counter, { chave: 'e8' })] }],
    ['caixas', { caixas: [...none, session] }],
  ] as const)
    expect(
      (await device('caixa_operar')('POST', `/api/${path}/lote`, { lojaId: counter.store, ...body })).body,
      path,
    ).toMatchObject({
      recebidos: 1,
      recusados: 3,
    })
})
