import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import '../../fixedSeed.ts'
import { createSalesStore, randomSale, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
})
afterAll(() => shop?.close())

const device = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const sessionOf = (changes: object = {}) => ({
  lojaId: counter.store,
  equipamentoId: counter.equipment[0],
  abertura: 1,
  operador: 'Bruno',
  aberto_em: '2026-03-10T08:00:00-03:00',
  valor_inicial: 200,
  valores: [{ moedaId: counter.currencies[0], valor_contabilizado: 250, valor_informado: 248.5 }],
  ...changes,
})
const send = (body: object) => device('caixa_operar')('POST', '/api/caixas/save', body)
const sell = (changes: Record<string, unknown>) =>
  device('caixa_operar')('POST', '/api/Movimentos/save', { lojaId: counter.store, ...saleOf(counter, changes) })

interface Session {
  readonly id: number
  readonly status: number
  readonly version: number
  readonly sincronizacao: string
  readonly fechado_em: string | null
  readonly valores: readonly {
    readonly id: number
    readonly moedaId: number
    readonly valor_corrigido: number
    readonly valor_informado: number
  }[]
}

const read = async (id: number): Promise<Session> =>
  (
    await device('caixa_conferir')(
      'GET',
      `/api/caixas/${id}?lojaId=${counter.store}&filter=${encodeURIComponent('{"include":["valores"]}')}`,
    )
  ).body as Session

const idOf = (reply: { readonly body: unknown }): number => (reply.body as { id: number }).id

describe('sessions arrive', () => {
  test('a number that no register holds is told by its field', async () => {
    for (const field of ['abertura', 'ultimo_mov', 'ultimoMovimentoId'])
      expect(await send(sessionOf({ [field]: 2_147_483_648 }))).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: field, code: 'cash.field-range' }] } },
      })
    for (const field of ['abertura', 'mov', 'nsp', 'contador'])
      expect(await sell({ chave: 'grande', [field]: 2_147_483_648 })).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: field, code: 'sale.field-range' }] } },
      })
  })

  test('once, and again with what is news', async () => {
    const first = await send(sessionOf())
    expect(first).toMatchObject({ status: 200, body: { status: 'created', abertura: 1 } })
    expect((await send(sessionOf())).body).toMatchObject({ status: 'unchanged' })
    const id = idOf(first)
    expect(await read(id)).toMatchObject({ status: 0, sincronizacao: 'COMPLETO', valores: [{ valor_corrigido: 248.5 }] })
    const closed = sessionOf({ fechado_em: '2026-03-10T22:00:00-03:00' })
    expect((await send(closed)).body).toMatchObject({ status: 'changed', id })
    expect(await read(id)).toMatchObject({ status: 1 })
    // Sent late: the session is not opened again.
    expect((await send(sessionOf())).body).toMatchObject({ status: 'unchanged' })
    expect(await read(id)).toMatchObject({ status: 1 })
  })

  test('what an end leaves out stays as it was told and corrected before', async () => {
    const [abertura, fechado_em] = [3, '2026-03-10T22:00:00-03:00']
    const id = idOf(await send(sessionOf({ abertura, fechado_em, valor_proximo: 50, ultimo_mov: 4 })))
    const { valores } = await read(id)
    await device('caixa_conferir')('POST', '/api/caixas/save', {
      lojaId: counter.store,
      id,
      valores: [{ id: valores[0]?.id, valor_corrigido: 250 }],
    })
    const { lojaId, equipamentoId, aberto_em } = sessionOf()
    const end = { lojaId, equipamentoId, abertura, aberto_em }
    const kept = { operador: 'Bruno', valor_inicial: 200, valor_proximo: 50, ultimo_mov: 4, valores: [{ valor_corrigido: 250 }] }
    expect((await send({ ...end, fechado_em, valores: null })).body).toMatchObject({ status: 'unchanged' })
    expect((await send({ ...end, fechado_em: '2026-03-10T22:05:00-03:00' })).body).toMatchObject({ status: 'changed' })
    expect(await read(id)).toMatchObject({ fechado_em: '2026-03-11T01:05:00.000Z', ...kept })
    expect((await send({ ...end, fechado_em, valor_inicial: 0, valores: [] })).body).toMatchObject({ status: 'changed' })
    expect(await read(id)).toMatchObject({ valor_inicial: 0, valores: [] })
  })

  test('two senders of the same session make one', async () => {
    const both = await Promise.all([send(sessionOf({ abertura: 2 })), send(sessionOf({ abertura: 2 }))])
    expect(both.map(({ body }) => (body as { status: string }).status).sort()).toEqual(['created', 'unchanged'])
  })

  test('those that are wrong are told by session and field and keep none of the others', async () => {
    const reply = await device('caixa_operar')('POST', '/api/caixas/lote', {
      lojaId: counter.store,
      caixas: [
        sessionOf({ abertura: 10 }),
        sessionOf({ abertura: 11, valor_inicial: 1.234, aberto_em: 'ontem' }),
        sessionOf({ abertura: 10 }),
        sessionOf({ abertura: 12, equipamentoId: 999_999 }),
        sessionOf({ abertura: 13, valores: [{ moedaId: 999_999 }] }),
        sessionOf({ abertura: 14, lojaId: 999_999 }),
        {},
      ],
    })
    expect(reply).toMatchObject({ status: 200, body: { recebidos: 1, repetidos: 0, recusados: 6 } })
    const { resultados } = reply.body as { resultados: { details?: { path: string; message: string }[] }[] }
    expect(resultados[1]?.details?.map(({ path }) => path)).toEqual(['aberto_em', 'valor_inicial'])
    expect(resultados[3]?.details?.[0]?.message).toBe('Caixa 12: equipamentoId 999999 não existe nesta loja')
    expect(resultados[2]?.details?.[0]?.message).toContain('se repete neste envio (já é o 1º)')
  })

  test('only for who operates a till', async () => {
    expect((await device('pdv_relatorios')('POST', '/api/caixas/save', sessionOf())).status).toBe(403)
    expect((await device('caixa_conferir')('POST', '/api/caixas/save', sessionOf())).status).toBe(403)
  })
})

describe('a session and its sales', () => {
  test('it is pending until its last sale is there, whichever comes first', async () => {
    const waiting = await send(sessionOf({ abertura: 20, ultimo_mov: 2, ultimoMovimentoId: 99 }))
    const id = idOf(waiting)
    expect(await read(id)).toMatchObject({ sincronizacao: 'PENDENTE' })
    await sell({ chave: 's1', abertura: 20, mov: 1 })
    expect(await read(id)).toMatchObject({ sincronizacao: 'PENDENTE' })
    await sell({ chave: 's2', abertura: 20, mov: 2 })
    expect(await read(id)).toMatchObject({ sincronizacao: 'COMPLETO' })
    await sell({ chave: 's3', abertura: 21, mov: 5 })
    const late = await send(sessionOf({ abertura: 21, ultimo_mov: 5, ultimoMovimentoId: 99 }))
    expect(await read(idOf(late))).toMatchObject({ sincronizacao: 'COMPLETO' })
  })

  test('they find each other when they arrive at the same moment', async () => {
    const [, late] = await Promise.all([
      sell({ chave: 's4', abertura: 22, mov: 1 }),
      send(sessionOf({ abertura: 22, ultimo_mov: 1, ultimoMovimentoId: 5 })),
    ])
    expect(await read(idOf(late))).toMatchObject({ sincronizacao: 'COMPLETO' })
  })
})

describe('checking', () => {
  const check = (id: number, more: object = {}) =>
    device('caixa_conferir')('POST', '/api/caixas/conferir', { lojaId: counter.store, id, ...more })

  test('corrections are saved, the check is done once and told in the history, and only an owner opens it again', async () => {
    const id = idOf(await send(sessionOf({ abertura: 30 })))
    expect(await check(id)).toMatchObject({ status: 400, body: { error: { code: 'cash.open' } } })
    await send(sessionOf({ abertura: 30, fechado_em: '2026-03-10T22:00:00-03:00' }))
    const { valores, version } = await read(id)
    const saved = await device('caixa_conferir')('POST', '/api/caixas/save', {
      lojaId: counter.store,
      id,
      version,
      valores: [{ id: valores[0]?.id, valor_corrigido: 250 }],
    })
    expect(saved).toMatchObject({ status: 200, body: { id } })
    const both = await Promise.all([check(id), check(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body).toMatchObject({ error: { message: 'Este caixa já foi conferido.' } })
    expect(await read(id)).toMatchObject({ status: 2, valores: [{ valor_corrigido: 250 }] })
    const history = await device('caixa_conferir')('GET', `/api/caixas/${id}/historico?lojaId=${counter.store}`)
    expect(JSON.stringify(history.body)).toContain('Conferido')
    // A checked session stays as it was checked.
    expect(
      (await send(sessionOf({ abertura: 30, operador: 'Outro', fechado_em: '2026-03-10T22:00:00-03:00' }))).body,
    ).toMatchObject({
      status: 'unchanged',
    })
    const changed = await device('caixa_conferir')('POST', '/api/caixas/save', { lojaId: counter.store, id, observacao: 'x' })
    expect(changed.status).toBe(422)
    const body = { lojaId: counter.store, id }
    expect((await device('caixa_conferir')('POST', '/api/caixas/reabrir', body)).status).toBe(403)
    const owner = shop.as({ userId: 2, stores: [counter.store], owner: true })
    expect(await owner('POST', '/api/caixas/reabrir', body)).toMatchObject({ status: 200, body: { status: 1 } })
    expect((await owner('POST', '/api/caixas/reabrir', body)).status).toBe(400)
  })

  test('one whose sales have not all arrived is checked knowingly', async () => {
    const id = idOf(
      await send(sessionOf({ abertura: 31, ultimo_mov: 9, ultimoMovimentoId: 9, fechado_em: '2026-03-10T22:00:00-03:00' })),
    )
    expect(await check(id)).toMatchObject({ status: 400, body: { error: { code: 'cash.pending' } } })
    expect(await check(id, { pendente: true })).toMatchObject({ status: 200 })
    expect((await check(999_999)).status).toBe(404)
  })
})

describe('what is missing', () => {
  const [cash = 0, card = 0] = [0, 1].map(at => at)
  const values = (first: number, second: number) =>
    [
      [cash, first],
      [card, second],
    ].map(([at = 0, counted = 0]) => ({
      moedaId: counter.currencies[at],
      valor_contabilizado: 100,
      valor_informado: 100 + counted,
    }))
  const closed = (abertura: number, valores: object[]) =>
    send(sessionOf({ abertura, valores, fechado_em: '2026-03-10T22:00:00-03:00' }))
  const list = async (where: object): Promise<readonly Record<string, unknown>[]> => {
    const asked = encodeURIComponent(JSON.stringify({ where, order: 'total_falta DESC' }))
    return (await device('caixa_conferir')('GET', `/api/caixas?lojaId=${counter.store}&filter=${asked}`)).body as Record<
      string,
      unknown
    >[]
  }

  test('is told by currency: a surplus of cards makes no cash good, in list, filter and order', async () => {
    const ids = [
      idOf(await closed(40, values(-30, 30))),
      idOf(await closed(41, values(-2.98, 0))),
      idOf(await closed(42, values(0, 0))),
    ]
    const rows = await list({ abertura: { between: [40, 42] }, divergencia: { neq: 'SEM' } })
    expect(rows.map(row => [row.id, row.divergencia, row.total_falta, row.total_sobra, row.total_diferenca])).toEqual([
      [ids[0], 'FALTA_SOBRA', 30, 30, 0],
      [ids[1], 'FALTA', 2.98, 0, -2.98],
    ])
    // Sent again with the money found, and corrected by hand: it follows both.
    await closed(41, values(0, 1.5))
    expect((await list({ id: ids[1] }))[0]).toMatchObject({ divergencia: 'SOBRA', total_sobra: 1.5, total_falta: 0 })
    const { valores, version } = await read(ids[1] ?? 0)
    const corrected = valores.map(({ id }) => ({ id, valor_corrigido: 100 }))
    await device('caixa_conferir')('POST', '/api/caixas/save', { lojaId: counter.store, id: ids[1], version, valores: corrected })
    expect((await list({ id: ids[1] }))[0]).toMatchObject({ divergencia: 'SEM', total_sobra: 0, total_corrigido: 200 })
  })

  test('is empty, and no 0, while a session is open or nothing was counted; known once it is closed', async () => {
    const open = idOf(await send(sessionOf({ abertura: 45, valores: values(-30, 0) })))
    const uncounted = idOf(await closed(46, []))
    const none = { divergencia: null, total_falta: null, total_sobra: null, total_diferenca: null }
    const [first] = await list({ id: open })
    expect(first).toMatchObject({ ...none, total_contabilizado: 200, total_informado: 170 })
    expect(await read(open)).toMatchObject(none)
    expect((await list({ id: uncounted }))[0]).toMatchObject({ ...none, total_contabilizado: null, total_corrigido: null })
    // A person's save works out the same, and no filter of differences finds it.
    const { version } = await read(open)
    const body = { lojaId: counter.store, id: open, version, observacao: 'Em aberto' }
    expect((await device('caixa_conferir')('POST', '/api/caixas/save', body)).status).toBe(200)
    expect((await list({ id: open }))[0]).toMatchObject(none)
    expect(await list({ id: { inq: [open, uncounted] }, total_falta: { between: [0, 1000] } })).toEqual([])
    await closed(45, values(-30, 0))
    expect((await list({ id: open }))[0]).toMatchObject({ divergencia: 'FALTA', total_falta: 30, total_sobra: 0 })
  })

  test('several are checked at once, by somebody and at a moment; those that wait for sales are left and counted', async () => {
    const late = { ultimo_mov: 9, ultimoMovimentoId: 9 }
    const ids = [
      idOf(await closed(50, values(0, 0))),
      idOf(await closed(51, values(-1, 0))),
      idOf(await send(sessionOf({ abertura: 52, fechado_em: '2026-03-10T22:00:00-03:00', ...late }))),
      idOf(await send(sessionOf({ abertura: 53 }))),
    ]
    const all = (flag: string) => device(flag)('POST', '/api/caixas/conferirVarios', { lojaId: counter.store, ids })
    expect((await all('pdv_relatorios')).status).toBe(403)
    expect(await all('caixa_conferir')).toMatchObject({ status: 200, body: { conferidos: 2, pendentes: 1, outros: 1 } })
    const rows = await list({ id: { inq: ids } })
    expect(rows.map(({ abertura, status }) => [abertura, status]).sort()).toEqual([
      [50, 2],
      [51, 2],
      [52, 1],
      [53, 0],
    ])
    for (const row of rows)
      expect([row.conferido_por, row.conferido_em]).toEqual(
        row.status === 2 ? [expect.any(String), expect.any(String)] : [null, null],
      )
    expect(await all('caixa_conferir')).toMatchObject({ status: 400, body: { error: { code: 'cash.none-to-check' } } })
    const owner = shop.as({ userId: 2, stores: [counter.store], owner: true })
    await owner('POST', '/api/caixas/reabrir', { lojaId: counter.store, id: ids[0] })
    expect((await list({ id: ids[0] }))[0]).toMatchObject({ status: 1, conferido_por: null, conferido_em: null })
  })
})

interface Line {
  readonly descricao: string
  readonly qtd: number
  readonly total: number
}

test('the closing details add up to the movements of the session, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async seed => {
      const random = createSeededRandom(seed)
      const abertura = 1000 + seed
      const id = idOf(await send(sessionOf({ abertura })))
      const sales = Array.from({ length: 25 }, (_, at) => ({
        ...randomSale(counter, random),
        chave: `f${seed}-${at}`,
        caixaId: id,
      }))
      await device('caixa_operar')('POST', '/api/Movimentos/lote', { lojaId: counter.store, movimentos: sales })
      const reply = await device('pdv_relatorios')('GET', `/api/caixas/fechamento?lojaId=${counter.store}&id=${id}`)
      const closing = reply.body as Readonly<Record<string, readonly Line[]>>
      const cents = (names: readonly string[], without = '') =>
        names
          .flatMap(name => closing[name] ?? [])
          .filter(({ descricao }) => descricao !== without)
          .reduce((sum, { total }) => sum + Math.round(total * 100), 0)
      const { rows } = await shop.database.system.query<{ all: string; sold: string; goods: string }>(
        `SELECT coalesce(sum(valor_final), 0) * 100 AS all,
           coalesce(sum(valor_final) FILTER (WHERE "tipoMovimentoId" = 1 AND contado_em IS NOT NULL AND deletado_em IS NULL), 0) * 100 AS sold,
           coalesce(sum(total_bruto - total_desconto) FILTER (WHERE "tipoMovimentoId" = 1 AND contado_em IS NOT NULL AND deletado_em IS NULL), 0) * 100 AS goods
         FROM "Movimentos" WHERE "caixaId" = $1`,
        [id],
      )
      const apart = ['Vendas', 'Correntistas', 'Sangrias', 'Suprimentos', 'Pagamentos', 'Cancelamentos']
      expect(cents(apart, 'Vendas na conta')).toBe(Math.round(Number(rows[0]?.all)))
      for (const name of ['Atendimentos', 'Canais']) expect(cents([name])).toBe(Math.round(Number(rows[0]?.sold)))
      expect(cents(['Produtos por grupo'])).toBe(Math.round(Number(rows[0]?.goods)))
    }),
    { numRuns: 8 },
  )
  expect((await device('pdv_relatorios')('GET', `/api/caixas/fechamento?lojaId=${counter.store}&id=0`)).status).toBe(404)
  expect((await device('estoque_ver')('GET', `/api/caixas/fechamento?lojaId=${counter.store}&id=1`)).status).toBe(403)
})

test('what movements left in each currency stands beside what the point of sale told', async () => {
  const [first = 0, second = 0] = counter.currencies
  const id = idOf(await send(sessionOf({ abertura: 77 })))
  const paid = (chave: string, changes: Record<string, unknown>, receipts: readonly (readonly [number, number, boolean?])[]) =>
    sell({
      chave,
      caixaId: id,
      ...changes,
      recebimentos: receipts.map(([moedaId, valor, correntista = false]) => ({ moedaId, valor, correntista })),
    })
  for (const reply of [
    await paid('apurado-1', {}, [
      [first, 26.89],
      [second, 50],
    ]),
    await paid('apurado-2', { tipoMovimentoId: 2 }, [[first, 76.89]]),
    await paid('apurado-3', { tipoMovimentoId: 8, produtos: [], total_servico: 0 }, [[first, 30]]),
    await paid('apurado-4', { tipoMovimentoId: 9, produtos: [], total_servico: 0 }, [[first, 5.05]]),
    await paid('apurado-5', { deletado_em: '2026-03-10T12:00:00-03:00', deletadoPorId: counter.partners[1] }, [[first, 76.89]]),
    // An advance takes money from the drawer; its line on the account does not.
    await paid('apurado-6', { tipoMovimentoId: 7, parceiroId: counter.partners[0], produtos: [], total_servico: 0 }, [
      [first, 20],
      [second, 12, true],
    ]),
  ])
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  const ask = (flag: string, session: number) => device(flag)('GET', `/api/caixas/apurado?lojaId=${counter.store}&id=${session}`)
  const { body } = await ask('caixa_conferir', id)
  const rows = body as readonly { readonly contabilizado: number; readonly apurado: number; readonly diferenca: number }[]
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ contabilizado: 250, apurado: -94.95, diferenca: -344.95 }),
      expect.objectContaining({ contabilizado: 0, apurado: 62, diferenca: 62 }),
    ]),
  )
  expect((await ask('pdv_relatorios', 0)).status).toBe(404)
  expect((await ask('estoque_ver', id)).status).toBe(403)
})
