import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

let shop: DigitalShop
let goods: Record<string, number>

beforeAll(async () => {
  shop = await openDigitalShop()
  const q = shop.server.context.database.system
  await q.query(
    `INSERT INTO ncms (id, descricao, tipo, nacional, importado, estadual, municipal) VALUES ('21069090', 'Preparações', 0, 1, 1, 1, 1)`,
  )
  const { rows } = await q.query(
    `WITH u AS (INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'UN') RETURNING id), g AS (INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Pratos') RETURNING id),
       i AS (INSERT INTO impostos ("lojaId", nome) VALUES ($1, 'Padrão') RETURNING id) SELECT u.id AS unit, i.id AS tax, g.id AS "group" FROM u, i, g`,
    [shop.store],
  )
  goods = { unidadeId: Number(rows[0]?.unit), impostoId: Number(rows[0]?.tax), grupoId: Number(rows[0]?.group) }
})
afterAll(() => shop?.close())

const publish = () => shop.ask('POST', 'Apps/publicarMenu', { lojaId: shop.store })
let code = 0

describe('a product that is sold out today', () => {
  const today = (zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
  const standsIn = async (zone: string): Promise<void> => {
    await shop.server.context.database.system.query('UPDATE lojas SET fuso_horario = $2 WHERE id = $1', [shop.store, zone])
    shop.server.context.access.forget()
  }
  afterEach(() => standsIn('America/Sao_Paulo'))
  const mark = (ids: readonly number[], esgotado: boolean, token = shop.tokens.dona) =>
    shop.said('POST', 'produtos/esgotados', { lojaId: shop.store, ids, esgotado }, token)
  const read = (id: number) => shop.ask('GET', `produtos/${id}?lojaId=${shop.store}`)
  const told = (id: number) => shop.held('cardapios', `app-${shop.store}`, 'produtos', String(id), 'esgotado_em')
  const dish = async (desc_prod: string, more: object = {}): Promise<number> => {
    const prices = { preco_cst_prod: 2, preco_vnd_prod: 5.1, appPreco: 5, promocao_desconto: 0 }
    const record = { lojaId: shop.store, cod_prod: String(++code), desc_prod, ncmId: '21069090', ...goods, ...prices, ...more }
    return (await shop.ask('POST', 'produtos/save', record)).id
  }

  test('is so by the day of the store, in the app at once and in what is published, until it is there again', async () => {
    const [moqueca, caldo] = [await dish('Moqueca'), await dish('Caldo', { materia_prima_prod: true })]
    await publish()
    // Eleven hours behind UTC and 14 ahead: one of the two days is never that of the server.
    for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      await standsIn(zone)
      const before = today(zone)
      expect(await mark([moqueca, caldo], true)).toEqual([200, ''])
      const { esgotado_em } = await read(moqueca)
      expect([before, today(zone)]).toContain(esgotado_em)
      expect((await read(caldo)).esgotado_em).toBe(esgotado_em)
      expect(await told(moqueca)).toBe(esgotado_em)
    }
    expect(await told(caldo)).toBeNull()
    // An ingredient that is switched off stays out of the menu, too.
    for (const produtoId of [moqueca, caldo])
      await shop.ask('POST', 'apps/firebaseProdutoStatus', { lojaId: shop.store, produtoId, stt_prod: true, appMesa: true })
    expect(await shop.held('cardapios', `app-${shop.store}`, 'produtos', String(caldo))).toBeNull()
    expect(await shop.held('cardapios', `app-${shop.store}`, 'produtos', String(moqueca), 'appMesa')).toBe(true)
    const { version, esgotado_em } = await read(moqueca)
    await publish()
    expect(await told(moqueca)).toBe(esgotado_em)
    expect(await mark([moqueca], true)).toEqual([200, ''])
    expect(await read(moqueca)).toMatchObject({ version })
    expect(await mark([moqueca], false)).toEqual([200, ''])
    expect(await read(moqueca)).toMatchObject({ esgotado_em: null })
    expect(await told(moqueca)).toBeNull()
  })

  test('is marked by who may change the menu, in their own store, and by this call only', async () => {
    const id = await dish('Bobó')
    expect((await mark([id], true, shop.tokens.cozinha))[0]).toBe(403)
    expect((await mark([id], true, shop.tokens.outra))[0]).toBe(403)
    const foreign = { lojaId: shop.other, ids: [id], esgotado: true }
    expect((await shop.said('POST', 'produtos/esgotados', foreign, shop.tokens.outra))[0]).toBe(404)
    expect((await mark([id, 999_999_999], true))[0]).toBe(404)
    expect((await mark([], true))[0]).toBe(422)
    await shop.said('PATCH', `produtos/${id}`, { lojaId: shop.store, esgotado_em: '2026-01-01' })
    expect((await read(id)).esgotado_em ?? null).toBeNull()
  })

  test('stays so where the app does not answer, and whoever marked it is told', async () => {
    const id = await dish('Vatapá')
    await publish()
    shop.app.behaviour = 'failing'
    expect(await mark([id], true)).toEqual([
      424,
      'Anotado aqui, mas o app de delivery não respondeu. Tente de novo em instantes.',
    ])
    shop.app.behaviour = 'normal'
    expect(await told(id)).toBeNull()
    expect((await read(id)).esgotado_em).toEqual(expect.any(String))
    expect(await mark([id], true)).toEqual([200, ''])
    expect(await told(id)).toEqual(expect.any(String))
  })
})
