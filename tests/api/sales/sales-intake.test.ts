import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rollups } from '../../../src/domain/sales/tables/rollup.ts'
import { rollupDifferences } from '../../../src/domain/sales/tables/rollupSql.ts'
import { tableOf } from '../../../src/server/query/table.ts'
import { productModel } from '../fixtures/product.ts'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
})
afterAll(() => shop?.close())

const device = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const send = (body: unknown, path = 'save') => device('caixa_operar')('POST', `/api/Movimentos/${path}`, body)

test('a sale arrives with what the point of sale left out, and once only', async () => {
  const sale = saleOf(counter, { chave: 'a1' })
  const first = await send({ lojaId: counter.store, ...sale })
  expect(first).toMatchObject({ status: 200, body: { chave: 'a1', status: 'created' } })
  const { id } = first.body as { id: number }
  expect((await send({ lojaId: counter.store, ...sale })).body).toEqual({ chave: 'a1', status: 'unchanged', id })
  const sight = ['pdv_relatorios', 'custos_ver', 'comissoes_ver']
  const read = await shop.as({ userId: 1, stores: [counter.store], flags: sight })(
    'GET',
    `/api/Movimentos/${id}?lojaId=${counter.store}&filter=${encodeURIComponent('{"include":["produtos","recebimentos"]}')}`,
  )
  expect(read.body).toMatchObject({
    chave: 'a1',
    total_bruto: 69.9,
    total_desconto: 0,
    valor_final: 76.89,
    contado_em: '2026-03-10T15:46:00.000Z',
    produtos: [
      { ordem: 1, descricao: 'Prato', cod_prod: '1', preco_custo: 10.1234, valor_final: 60, valor_servico: 6, comissao: 0 },
      {
        ordem: 2,
        descricao: 'Suco',
        cod_prod: '2',
        preco_custo: 2.5,
        valor_final: 9.9,
        valor_servico: 0.99,
        comissao: 3,
        valor_comissao: 0.3,
      },
    ],
    recebimentos: [
      { valor: 50, taxa: 0, valor_taxa: 0 },
      { valor: 26.89, taxa: 2.5, valor_taxa: 0.67 },
    ],
  })
})

interface Outcome {
  readonly chave: string | null
  readonly status: string
  readonly id?: number
  readonly details?: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

interface Batch {
  readonly resultados: readonly Outcome[]
  readonly recebidos: number
  readonly repetidos: number
  readonly recusados: number
}

const lot = async (movimentos: unknown[]): Promise<Batch> =>
  (await send({ lojaId: counter.store, movimentos }, 'lote')).body as Batch

const read = async (id: number) => {
  const q = shop.database.system
  const [sale, lines, receipts] = await Promise.all([
    q.query(`SELECT *, deletado_em IS NOT NULL AS cancelled FROM "Movimentos" WHERE "lojaId" = $1 AND id = $2`, [
      counter.store,
      id,
    ]),
    q.query(`SELECT * FROM "Movimentos_produtos" WHERE "lojaId" = $1 AND "MovimentosId" = $2 ORDER BY ordem`, [
      counter.store,
      id,
    ]),
    q.query(`SELECT * FROM "Movimento_recebimentos" WHERE "lojaId" = $1 AND "movimentoId" = $2 ORDER BY ordem`, [
      counter.store,
      id,
    ]),
  ])
  return { sale: sale.rows[0], lines: lines.rows, receipts: receipts.rows }
}

async function sumsAreRight(): Promise<void> {
  for (const rollup of rollups)
    expect((await shop.database.system.query(rollupDifferences(rollup))).rows, rollup.name).toEqual([])
}

describe('a batch', () => {
  test('sent again adds nothing; one that is half wrong tells which sales and why, and takes the others', async () => {
    const good = Array.from({ length: 30 }, (_, at) => saleOf(counter, { chave: `b${at}` }))
    const first = await lot(good)
    expect(first).toMatchObject({ recebidos: 30, repetidos: 0, recusados: 0 })
    const again = await lot([...good].reverse())
    expect(again).toMatchObject({ recebidos: 0, repetidos: 30, recusados: 0 })
    expect(new Set(again.resultados.map(({ id }) => id))).toEqual(new Set(first.resultados.map(({ id }) => id)))
    const mixed = await lot([
      saleOf(counter, { chave: 'c1' }),
      saleOf(counter, { chave: 'c2', recebimentos: [{ moedaId: counter.currencies[0], valor: 76.88 }] }),
      saleOf(counter, { chave: 'c3', equipamentoId: 999_999 }),
      saleOf(counter, { chave: 'c1' }),
      saleOf(counter, {}),
      saleOf(counter, { chave: 'c4', lojaId: counter.store + 1 }),
    ])
    expect(mixed).toMatchObject({ recebidos: 1, recusados: 5 })
    expect(mixed.resultados.map(({ status, details }) => [status, details?.map(({ path, code }) => `${path} ${code}`)])).toEqual([
      ['created', undefined],
      ['refused', ['recebimentos sale.receipts']],
      ['refused', ['equipamentoId sale.unknown']],
      ['refused', ['chave sale.twice']],
      ['refused', ['chave sale.key-required']],
      ['refused', ['lojaId sale.other-store']],
    ])
    expect(mixed.resultados[1]?.details?.[0]?.message).toBe('Venda c2: os pagamentos somam R$ 76,88, mas o total é R$ 76,89')
    expect(mixed.resultados[4]?.details?.[0]?.message).toContain('Venda nº 5')
    await sumsAreRight()
  })

  test('of more than 1,000 sales is refused', async () => {
    const reply = await send({ lojaId: counter.store, movimentos: Array.from({ length: 1001 }, () => ({})) }, 'lote')
    expect(reply.status).toBe(422)
  })

  test('sent by several at once is written once', async () => {
    const sales = Array.from({ length: 40 }, (_, at) => saleOf(counter, { chave: `p${at}` }))
    const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => lot(at % 2 === 0 ? sales : [...sales].reverse())))
    expect(replies.reduce((sum, { recebidos }) => sum + recebidos, 0)).toBe(40)
    expect(replies.reduce((sum, { repetidos }) => sum + repetidos, 0)).toBe(200)
    const { rows } = await shop.database.system.query<{ n: string }>(
      `SELECT count(*) AS n FROM "Movimentos_produtos" p JOIN "Movimentos" m ON m."lojaId" = p."lojaId" AND m.id = p."MovimentosId" WHERE m.chave ~ '^p[0-9]+$'`,
    )
    expect(rows).toEqual([{ n: '80' }])
    await sumsAreRight()
  })
})

describe('what changed in a sale', () => {
  const one = async (changes: Record<string, unknown>) => (await lot([saleOf(counter, changes)])).resultados[0]

  test('arrives under the same key: a deleted line, then the cancellation; keys and costs of lines stay', async () => {
    const made = await one({ chave: 'd1' })
    const before = await read(made?.id ?? 0)
    await shop.database.system.query('UPDATE produtos SET preco_cst_prod = 99, "grupoId" = $2 WHERE "lojaId" = $1', [
      counter.store,
      counter.groups[1],
    ])
    const lines = saleOf(counter).produtos as Record<string, unknown>[]
    const fewer = {
      chave: 'd1',
      total_servico: 6,
      produtos: [
        lines[0],
        { ...lines[1], deletadoPorId: counter.partners[1], deletado_em: '2026-03-10T12:30:00-03:00', deletado_motivo: 'Errado' },
      ],
      recebimentos: [{ moedaId: counter.currencies[1], valor: 66 }],
    }
    expect(await one(fewer)).toMatchObject({ status: 'changed', id: made?.id })
    const after = await read(made?.id ?? 0)
    expect(after.lines.map(({ id }) => id)).toEqual(before.lines.map(({ id }) => id))
    expect(after.lines[0]).toMatchObject({ preco_custo: '10.1234', grupoId: String(counter.groups[0]), valor_servico: '6.00' })
    expect(after.sale).toMatchObject({ total_bruto: '60.00', valor_final: '66.00', version: 2 })
    expect(after.receipts).toMatchObject([{ valor: '66.00', taxa: '2.50', valor_taxa: '1.65' }])
    await sumsAreRight()
    const cancelled = { ...fewer, deletadoPorId: counter.partners[2], deletado_motivo: 'Desistiu' }
    expect(await one(cancelled)).toMatchObject({ status: 'changed' })
    expect((await read(made?.id ?? 0)).sale).toMatchObject({ cancelled: true, deletado_motivo: 'Desistiu' })
    await sumsAreRight()
    await shop.database.system.query(
      'UPDATE produtos SET preco_cst_prod = CASE WHEN id = $2 THEN 10.1234 ELSE 2.5 END, "grupoId" = CASE WHEN id = $2 THEN $3 ELSE $4 END::bigint WHERE "lojaId" = $1',
      [counter.store, counter.products[0], counter.groups[0], counter.groups[1]],
    )
  })

  test('does not bring back what was there before when it arrives late', async () => {
    const made = await one({ chave: 'e1', alterado_em: '2026-03-10T13:00:00-03:00' })
    expect(await one({ chave: 'e1', alterado_em: '2026-03-10T12:59:00-03:00', comanda: '9' })).toMatchObject({
      status: 'unchanged',
    })
    expect(await one({ chave: 'e1', deletadoPorId: counter.partners[1] })).toMatchObject({ status: 'changed' })
    expect(await one({ chave: 'e1', comanda: '12' })).toMatchObject({ status: 'unchanged' })
    expect((await read(made?.id ?? 0)).sale).toMatchObject({ cancelled: true, comanda: null })
    await one({ chave: 'e2' })
    expect(await one({ chave: 'e2', recebido_em: null, recebimentos: [] })).toMatchObject({ status: 'unchanged' })
    await sumsAreRight()
  })

  test('counts once an open sale is received', async () => {
    const open = await one({ chave: 'f1', recebido_em: null, recebimentos: [] })
    expect((await read(open?.id ?? 0)).sale).toMatchObject({ contado_em: null })
    expect(await one({ chave: 'f1' })).toMatchObject({ status: 'changed', id: open?.id })
    expect((await read(open?.id ?? 0)).sale).toMatchObject({ contado_em: '2026-03-10T15:46:00.000Z' })
    await sumsAreRight()
  })
})

describe('a sale is refused', () => {
  const line = (changes: Record<string, unknown>) => ({
    produtos: [{ ...(saleOf(counter).produtos as object[])[0], ...changes }],
    total_servico: 0,
  })
  const paid = (valor: number) => ({ recebimentos: [{ moedaId: counter.currencies[0], valor }] })
  const refusals: readonly [string, () => Record<string, unknown>, string][] = [
    [
      'a gross value that is not quantity x price',
      () => ({ ...line({ valor_bruto: 60.02 }), ...paid(60.02) }),
      'produtos.0.valor_bruto sale.line-gross',
    ],
    [
      'a discount above the line',
      () => ({ ...line({ valor_desconto: 60.01 }), ...paid(0) }),
      'produtos.0.valor_desconto sale.line-discount',
    ],
    [
      'fractions of a cent',
      () => ({ ...line({ valor_unitario: 30.001 }), ...paid(60) }),
      'produtos.0.valor_unitario sale.field-decimals',
    ],
    ['a quantity of nothing', () => ({ ...line({ qtd: 0, valor_bruto: 0 }), ...paid(0) }), 'produtos.0.qtd sale.field-range'],
    ['a total that is not the sum', () => ({ total_bruto: 70 }), 'total_bruto sale.gross'],
    ['a final value that is not the sum', () => ({ valor_final: 76.9 }), 'valor_final sale.final'],
    [
      'a discount that its lines contradict',
      () => ({ ...line({ valor_desconto: 1 }), total_desconto: 2, ...paid(58) }),
      'total_desconto sale.discount',
    ],
    [
      'service that its lines contradict',
      () => ({ ...line({ valor_servico: 1 }), total_servico: 2, ...paid(62) }),
      'total_servico sale.service',
    ],
    ['too much received', () => paid(80), 'recebimentos sale.receipts'],
    [
      'a currency of another store',
      () => ({ recebimentos: [{ moedaId: 424_242, valor: 76.89 }] }),
      'recebimentos.0.moedaId sale.unknown',
    ],
    ['a type that is not there', () => ({ tipoMovimentoId: 77 }), 'tipoMovimentoId sale.field-choice'],
    ['a channel that is not there', () => ({ canal_venda: 'RAPPI' }), 'canal_venda sale.field-choice'],
    ['no products', () => ({ produtos: [], total_servico: 0, recebimentos: [] }), 'produtos sale.without-lines'],
    ['a moment without a zone', () => ({ recebido_em: '2026-03-10 12:00' }), 'recebido_em sale.moment-invalid'],
    ['a day that the calendar does not have', () => ({ aberto_em: '2026-02-30T12:00:00Z' }), 'aberto_em sale.moment-invalid'],
    ['a discount above the sale', () => ({ ...line({}), total_desconto: 60.01, ...paid(0) }), 'total_desconto sale.discount'],
    ['a moment years ahead', () => ({ recebido_em: '2099-03-10T12:00:00Z' }), 'recebido_em sale.moment-range'],
    ['paid before it was opened', () => ({ recebido_em: '2026-03-10T11:00:00-03:00' }), 'recebido_em sale.moment-order'],
    ['products of a cash withdrawal', () => ({ tipoMovimentoId: 8 }), 'produtos sale.with-lines'],
    [
      'two lines at one place',
      () => ({ produtos: (saleOf(counter).produtos as object[]).map(each => ({ ...each, ordem: 1 })) }),
      'produtos.1.ordem sale.place-twice',
    ],
  ]

  test.each(refusals)('for %s', async (_, changes, expected) => {
    const [done] = (await lot([saleOf(counter, { chave: 'r1', ...changes() })])).resultados
    expect([done?.status, ...(done?.details ?? []).map(({ path, code }) => `${path} ${code}`)]).toContain(expected)
    expect(done?.details?.every(({ message }) => message.startsWith('Venda r1: ') && !/\{|R\$ -/.test(message))).toBe(true)
    const { rows } = await shop.database.system.query(`SELECT FROM "Movimentos" WHERE chave = 'r1'`)
    expect(rows).toEqual([])
  })

  test('alone with the same words as in a batch', async () => {
    const reply = await send({ lojaId: counter.store, ...saleOf(counter, { chave: 'r2', total_bruto: 1 }) })
    expect(reply).toMatchObject({
      status: 422,
      body: {
        error: { message: 'Venda r2: o total bruto é R$ 1,00, mas os itens somam R$ 69,90', details: [{ path: 'total_bruto' }] },
      },
    })
  })

  test('for a discount with what the lines are worth', async () => {
    const reply = await send({ lojaId: counter.store, ...saleOf(counter, { chave: 'r4', total_desconto: 70 }) })
    expect(reply.body).toMatchObject({
      error: { message: 'Venda r4: o desconto é R$ 70,00, mas os itens somam R$ 69,90' },
    })
  })

  test('from whom may not sell, and for a store that is not theirs', async () => {
    const body = { lojaId: counter.store, ...saleOf(counter, { chave: 'r3' }) }
    expect((await device('pdv_relatorios')('POST', '/api/Movimentos/save', body)).status).toBe(403)
    const stranger = shop.as({ userId: 3, stores: [counter.store + 500], owner: true })
    expect((await stranger('POST', '/api/Movimentos/save', body)).status).toBe(403)
    expect((await stranger('POST', '/api/Movimentos/lote', { lojaId: counter.store, movimentos: [body] })).status).toBe(403)
    expect((await device('pdv_abrir_comanda')('POST', '/api/Movimentos/save', body)).status).toBe(200)
  })
})

test('discounts and service of the whole sale are shared out to the cent', async () => {
  const produtos = [1, 1, 1].map(() => ({ produtoId: counter.products[2], qtd: 1, valor_unitario: 5, valor_bruto: 5 }))
  const [done] = (
    await lot([
      saleOf(counter, {
        chave: 'g1',
        produtos,
        total_desconto: 1,
        total_servico: 0.4,
        recebimentos: [{ moedaId: counter.currencies[0], valor: 14.4 }],
      }),
    ])
  ).resultados
  const { lines } = await read(done?.id ?? 0)
  expect(lines.map(({ valor_desconto, valor_final, valor_servico }) => [valor_desconto, valor_final, valor_servico])).toEqual([
    ['0.34', '4.66', '0.13'],
    ['0.33', '4.67', '0.14'],
    ['0.33', '4.67', '0.13'],
  ])
})

describe('what a sale refers to is of its store', () => {
  const movements = tableOf(productModel(), 'Movimentos')
  const listed = (['produtos', 'recebimentos'] as const).flatMap(list => {
    const rows = tableOf(productModel(), movements.lists.get(list)?.register ?? '')
    return [...rows.references.values()].map(({ name, field }) => ({ list, name, to: field.reference?.to ?? '' }))
  })
  const places = [
    ...[...movements.references.values()].map(({ name, field }) => ({ list: undefined, name, to: field.reference?.to ?? '' })),
    ...listed.filter(({ name }) => name !== 'MovimentosId' && name !== 'movimentoId'),
  ]
  const saleWith = ({ list, name }: (typeof places)[number], id: number, chave: string): Record<string, unknown> => {
    const sale = saleOf(counter, { chave })
    if (list === undefined) return { ...sale, [name]: id }
    const rows = sale[list] as object[]
    return {
      ...sale,
      [list]: rows
        .map((row, at) => (at === rowOf(name) ? { ...row, [name]: id } : row))
        .concat(name === TAKEN_BACK ? [{ ...rows[0], [name]: id }] : []),
    }
  }
  /** A row that was taken back stands beside the others, which add up without it. */
  const TAKEN_BACK = 'deletadoPorId'
  const rowOf = (name: string): number => (name === TAKEN_BACK ? 2 : 0)
  const made = async (to: string, lojaId: number): Promise<number> => {
    const needed: Record<string, string> = {
      equipamentos: 'nome',
      moedas: 'nome',
      parceiros: 'nome_fantasia',
      grupos: 'nome',
      unidades: 'nome',
    }
    const name = needed[to]
    const { rows } = await shop.database.system.query(
      name === undefined
        ? `INSERT INTO ${to} ("lojaId") VALUES ($1) RETURNING id`
        : `INSERT INTO ${to} ("lojaId", ${name}) VALUES ($1, 'X') RETURNING id`,
      [lojaId],
    )
    return Number(rows[0]?.id)
  }

  test.each(places.map(place => [`${place.list ?? 'venda'} ${place.name}`, place] as const))('%s', async (at, place) => {
    const path = place.list === undefined ? place.name : `${place.list}.${rowOf(place.name)}.${place.name}`
    const other = await createSalesStore(shop, `Outra ${at}`)
    const chave = `ref-${path}`
    const [foreign] = (await lot([saleWith(place, await made(place.to, other.store), chave)])).resultados
    expect([foreign?.status, foreign?.details?.map(({ path: where, code }) => `${where} ${code}`)]).toEqual([
      'refused',
      [`${path} sale.unknown`],
    ])
    const own = await made(place.to, counter.store)
    const [kept] = (await lot([saleWith(place, own, chave)])).resultados
    expect(kept?.status).toBe('created')
  })

  test('who was removed since does not keep a sale from arriving', async () => {
    const owner = shop.as({ userId: 1, stores: [counter.store], owner: true })
    const gone = await made('parceiros', counter.store)
    expect((await owner('DELETE', `/api/parceiros/${gone}`)).status).toBe(200)
    const [done] = (await lot([saleOf(counter, { chave: 'ref-gone', parceiroId: gone })])).resultados
    expect(done?.status).toBe('created')
  })
})

test('a product that is gone does not keep a sale from arriving; the sale tells its name', async () => {
  const produtos = [{ produtoId: 987_654, descricao: 'Prato antigo', qtd: 1, valor_unitario: 5, valor_bruto: 5 }]
  const sale = { chave: 'h1', produtos, total_servico: 0, recebimentos: [{ moedaId: counter.currencies[0], valor: 5 }] }
  expect((await lot([saleOf(counter, sale)])).resultados).toMatchObject([{ status: 'created' }])
  const { rows } = await shop.database.system.query(
    `SELECT n.descricao, p.qtd FROM resumos.produtos_dia p JOIN resumos.produtos_nomes n USING ("lojaId", "produtoId") WHERE p."lojaId" = $1 AND p."produtoId" = 987654`,
    [counter.store],
  )
  expect(rows).toEqual([{ descricao: 'Prato antigo', qtd: '1.000' }])
})
