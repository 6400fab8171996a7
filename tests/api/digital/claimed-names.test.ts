import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretsUnderKey } from '../../../src/server/database/secret.ts'
import { type Table, tableOf } from '../../../src/server/query/table.ts'
import { claimPresentValues } from '../../../src/server/write/store/claimPresentValues.ts'
import { exclusiveClaims } from '../../../src/server/write/store/claims.ts'
import { deleteRows, insertRows, updateRows } from '../../../src/server/write/store/rowStatements.ts'
import type { UnitOfWork } from '../../../src/server/write/unitOfWork.ts'
import { productModel } from '../fixtures/product.ts'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

let shop: DigitalShop
beforeAll(async () => {
  shop = await openDigitalShop()
})
afterAll(() => shop?.close())

const taken = 'Endereço do app: este valor já está em uso. Escolha outro.'
const model = productModel()
const tables = new Map(
  Object.values(model.registers)
    .filter(({ stored }) => stored !== false)
    .map(({ name, table }) => [table, tableOf(model, name)]),
)
const claiming = [...tables.values()].flatMap(table =>
  exclusiveClaims(table).map(({ column }) => ({ table, column, called: `${table.register.name}.${column}` })),
)

/** Runs with the rights of these stores' people, as requests do. */
const within = <T>(table: Table, store: number, run: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  shop.server.context.database.write(table.register.scope === 'self' ? 'all' : { stores: [store] }, q =>
    run({ q, secrets: secretsUnderKey(Buffer.alloc(32)) } as UnitOfWork),
  )

/** A row with what its table demands. */
const columnsOf = ({ columns }: Table, column: string, value: string) => ({
  ...Object.fromEntries(
    columns.flatMap(({ name, field }) =>
      !field.required || name === 'id' || name === 'lojaId' ? [] : [[name, field.default ?? `${value} ${name}`]],
    ),
  ),
  [column]: value,
})

const insert = async (table: Table, store: number, column: string, value: string): Promise<unknown> =>
  within(table, store, async work => {
    const lojaId = table.register.scope === 'self' ? null : store
    const [id] = await insertRows(table, [{ lojaId, columns: columnsOf(table, column, value) }], work)
    return id
  })

const storeOf = (table: Table, store: number, id: unknown): number => (table.register.scope === 'self' ? Number(id) : store)

const remove = (table: Table, store: number, id: unknown) =>
  within(table, store, work => deleteRows(table, storeOf(table, store, id), [id], work))

test('what names something outside of a store is known', () => {
  const proved = [...tables.values()].flatMap(({ register, claims }) =>
    claims.flatMap(({ column, provedBy }) => (provedBy ? [`${register.name}.${column}`] : [])),
  )
  expect(claiming.map(({ called }) => called)).toEqual(
    expect.arrayContaining(['lojas.appDeliveryUri', 'lojas.uuid', 'kds.uuid', 'Pagarme_auth.avisos_chave']),
  )
  expect(proved).toEqual(
    expect.arrayContaining(['Mercado_Pago_oauth.conta', 'Pagarme_auth.accountId', 'BeeDelivery.external_id', 'PickNGo.app_id']),
  )
})

describe.each(claiming)('$called', ({ table, column }) => {
  test('is one store’s alone, whatever the case, until it is changed or removed', async () => {
    const [first, second] = ['Chave-do-Teste', 'cHAVE-dO-tESTE']
    const own = await insert(table, shop.store, column, first)
    for (const value of [first, second, second.toUpperCase()])
      await expect(insert(table, shop.other, column, value)).rejects.toMatchObject({ code: '23505', constraint: 'claims_once' })
    const other = await insert(table, shop.other, column, 'outra-chave')
    const change = (store: number, id: unknown, value: string | null) =>
      within(table, store, work => updateRows(table, storeOf(table, store, id), [id], { [column]: value }, table.id.sql, work))
    await expect(change(shop.other, other, second)).rejects.toMatchObject({ code: '23505' })
    await change(shop.store, own, 'CHAVE-DO-TESTE')
    await expect(change(shop.other, other, first)).rejects.toMatchObject({ code: '23505' })
    await change(shop.store, own, null)
    await change(shop.other, other, second)
    await expect(change(shop.store, own, first)).rejects.toMatchObject({ code: '23505' })
    await remove(table, shop.other, other)
    await change(shop.store, own, first)
    await remove(table, shop.store, own)
  })

  test('of two stores that write it at the same moment one has it', async () => {
    const both = [shop.store, shop.other]
    const outcomes = await Promise.allSettled(both.map((store, at) => insert(table, store, column, at ? 'JUNTOS' : 'juntos')))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const [at, outcome] of outcomes.entries())
      if (outcome.status === 'fulfilled') await remove(table, both[at] ?? 0, outcome.value)
  })
})

test('what a secret proves is not written without it', async () => {
  const table = tableOf(model, 'Mercado_Pago_oauth')
  await expect(insert(table, shop.store, 'conta', '123')).rejects.toThrow('without accessToken')
})

describe('the address of the app', () => {
  const held = (name: string) => shop.held('cardapios', name)
  const put = (lojaId: number, appDeliveryUri: string | null, token: string) =>
    shop.said('PATCH', `loja_perfil/${lojaId}`, { lojaId, appDeliveryUri }, token)
  const plataforma = (): string => shop.tokens.plataforma

  test('of another store is refused, and that store’s menu stays', async () => {
    await shop.ask('POST', 'grupos/save', { nome: 'Do dia', lojaId: shop.store })
    await shop.ask('POST', 'Apps/publicarMenu', { lojaId: shop.store })
    const name = `app-${shop.store}`
    const before = await held(name)
    expect(before).not.toBeNull()
    const q = shop.server.context.database.system
    await q.query('DELETE FROM system.claims WHERE value = $1', [`app-${shop.other}`])
    await q.query('UPDATE lojas SET "appDeliveryUri" = NULL WHERE id = $1', [shop.other])
    for (const stolen of [name, name.toUpperCase()]) {
      expect(await put(shop.other, stolen, shop.tokens.outra)).toEqual([422, taken])
      expect((await shop.ask('DELETE', `Lojas/deletarMenu?lojaId=${shop.other}`, undefined, shop.tokens.outra)).apagado).toBe(
        false,
      )
    }
    expect(await held(name)).toEqual(before)
  })

  test('that two stores save at the same moment is one’s', async () => {
    await shop.server.context.database.system.query('UPDATE lojas SET "appDeliveryUri" = NULL')
    await shop.server.context.database.system.query(`DELETE FROM system.claims WHERE name = 'delivery-app'`)
    shop.server.context.access.forget()
    const saved = await Promise.all([
      put(shop.store, 'ao-mesmo-tempo', shop.tokens.dona),
      put(shop.other, 'AO-mesmo-TEMPO', shop.tokens.outra),
    ])
    expect(saved.toSorted(([a], [b]) => a - b)).toEqual([
      [200, ''],
      [422, taken],
    ])
    await shop.server.context.database.system.query(`UPDATE lojas SET "appDeliveryUri" = 'app-' || id`)
    await shop.server.context.database.asOwner(q => claimPresentValues(q, shop.server.context.service.model()))
    shop.server.context.access.forget()
  })

  test.each(['bella/massa', 'bella massa', 'bella.massa', 'bélla', 'bella_massa', '..', 'a%2fb'])('is not %j', async wrong => {
    expect(await put(shop.other, wrong, shop.tokens.outra)).toEqual([422, 'Use só letras sem acento, números e hífens'])
  })

  test('is refused with its place among several records, and twice in one call', async () => {
    const itens = (a: string, b: string) => ({
      itens: [
        { id: shop.store, appDeliveryUri: a },
        { id: shop.other, appDeliveryUri: b },
      ],
    })
    const many = async (a: string, b: string) => {
      const reply = await shop.server.call(plataforma(), 'POST', '/api/lojas/alterarVarios', itens(a, b))
      return [reply.statusCode, reply.json().error?.details?.map(({ path }: { path: string }) => path)]
    }
    expect(await many(`app-${shop.store}`, `APP-${shop.store}`)).toEqual([422, ['itens.1.appDeliveryUri']])
    expect(await many('igual', 'Igual')).toEqual([422, ['itens.1.appDeliveryUri']])
  })

  test('that another store has taken meanwhile does not come back by undoing or by restoring', async () => {
    const of = (lojaId: number) => `lojas/${lojaId}`
    const rename = async (lojaId: number, appDeliveryUri: string) => {
      const reply = await shop.server.call(plataforma(), 'PATCH', `/api/${of(lojaId)}`, { lojaId, appDeliveryUri })
      expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
      return String(reply.headers['x-action'])
    }
    await rename(shop.store, 'primeira')
    const away = await rename(shop.store, 'depois')
    await rename(shop.other, 'Primeira')
    const undone = await shop.ask('POST', `atividade/${away}/desfazer`, { lojaId: shop.store }, plataforma())
    expect(undone).toMatchObject({
      desfeitos: 0,
      recusados: [{ motivo: expect.stringMatching(/já usa um valor|já está em uso/) }],
    })
    const line = await shop.server.call(plataforma(), 'GET', `/api/${of(shop.store)}/historico?lojaId=${shop.store}`)
    const older = (line.json() as { id: number; depois?: { appDeliveryUri?: string } }[]).find(
      one => JSON.stringify(one).includes('"primeira"') && !JSON.stringify(one).includes('"depois"'),
    )
    expect(older).toBeDefined()
    const restored = await shop.said(
      'POST',
      `${of(shop.store)}/restaurar`,
      { lojaId: shop.store, historico: older?.id },
      plataforma(),
    )
    expect(restored).toEqual([422, taken])
    expect((await shop.ask('GET', of(shop.store), undefined, plataforma())).appDeliveryUri).toBe('depois')
  })

  test('that two stores had before is the older one’s: the start tells, and nothing is done under the other’s', async () => {
    const q = shop.server.context.database.system
    await q.query(`UPDATE lojas SET "appDeliveryUri" = 'dUpla' WHERE id = ANY ($1)`, [[shop.store, shop.other]])
    await q.query('DELETE FROM system.claims')
    const claim = () =>
      shop.server.context.database.asOwner(owner => claimPresentValues(owner, shop.server.context.service.model()))
    const told = `"dupla" of store ${shop.other} (lojas ${shop.other})`
    expect(await claim()).toEqual([expect.stringContaining(told)])
    expect(await claim()).toEqual([expect.stringContaining(told)])
    const { rows } = await q.query(`SELECT "lojaId"::int FROM system.claims WHERE name = 'delivery-app'`)
    expect(rows).toEqual([{ lojaId: shop.store }])
    await shop.ask('POST', 'Apps/publicarMenu', { lojaId: shop.store })
    const before = await held('dUpla')
    expect(before).not.toBeNull()
    const since = shop.app.requests.length
    const refused = [409, 'O endereço do app desta loja já estava em uso. Peça ao suporte outro endereço.']
    expect(await shop.said('POST', 'Apps/publicarMenu', { lojaId: shop.other }, shop.tokens.outra)).toEqual(refused)
    expect(await shop.said('DELETE', `Lojas/deletarMenu?lojaId=${shop.other}`, undefined, shop.tokens.outra)).toEqual(refused)
    expect(await shop.said('PATCH', `lojas/${shop.other}`, { lojaId: shop.other, appDeliveryUri: 'nova' }, plataforma())).toEqual(
      [200, ''],
    )
    expect(shop.writes(since)).toEqual([])
    expect(await held('dUpla')).toEqual(before)
    expect(await claim()).toEqual([])
    // A menu that is gone, or has another address by now, was published at no time.
    const published = async () => {
      const { lojas } = (await shop.ask('GET', `Apps/lojasPublicaveis?lojaId=${shop.store}`)) as unknown as {
        readonly lojas: readonly { readonly lojaId: number; readonly publicado_em: string | null }[]
      }
      return lojas.find(({ lojaId }) => lojaId === shop.store)?.publicado_em
    }
    expect(await published()).not.toBeNull()
    await shop.ask('DELETE', `Lojas/deletarMenu?lojaId=${shop.store}`)
    expect([await published(), await held('dUpla')]).toEqual([null, null])
    await shop.ask('POST', 'Apps/publicarMenu', { lojaId: shop.store })
    expect(await published()).not.toBeNull()
    const moved = { lojaId: shop.store, appDeliveryUri: 'mudou-se' }
    expect(await shop.said('PATCH', `lojas/${shop.store}`, moved, plataforma())).toEqual([200, ''])
    expect([await published(), await held('dUpla')]).toEqual([null, null])
  })
})
