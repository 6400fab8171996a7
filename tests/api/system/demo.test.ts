import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '../../../src/domain/demo/loadDemo.ts'
import { imageTypeOf } from '../../../src/server/files/image.ts'
import { CountCache } from '../../../src/server/query/counts/countCache.ts'
import { fetchPage } from '../../../src/server/query/fetchPlanRows.ts'
import { planList, REFERENCE_LABELS } from '../../../src/server/query/planList.ts'
import { tableOf } from '../../../src/server/query/table.ts'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

const now = new Date('2026-11-20T12:00:00Z')
const admin = { userId: 1, stores: [], admin: true, features: ['cardapio_digital'] }

let shop: Shop
let ask: (method: 'GET' | 'POST', path: string, payload?: unknown) => Promise<TestReply>

beforeAll(async () => {
  shop = await openShop()
  await loadDemo(shop.service, now)
  ask = shop.as(admin)
}, 60_000)

afterAll(() => shop?.close())

interface Record_ {
  readonly id: number | string
  readonly lojaId?: number
  readonly [name: string]: unknown
}

const all = async (register: string, lojaId?: number): Promise<Record_[]> => {
  const filter = encodeURIComponent(JSON.stringify({ limit: 9999 }))
  const { body, status } = await ask(
    'GET',
    `/api/${register}/list?filter=${filter}${lojaId === undefined ? '' : `&lojaId=${lojaId}`}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record_[]
}

const distributed = await isSpread()

describe('the demo company', () => {
  it('has three stores with about 400 products in 20 groups', async () => {
    const stores = await all('lojas')
    expect(stores).toHaveLength(3)
    let products = 0
    let groups = 0
    for (const { id } of stores) {
      products += (await all('produtos', Number(id))).length
      groups += (await all('grupos', Number(id))).length
    }
    expect(products).toBeGreaterThan(380)
    expect(groups).toBe(20)
  })

  it('has drawn pictures for 30 products, each where its address leads', async () => {
    const products = await Promise.all((await all('lojas')).map(({ id }) => all('produtos', Number(id))))
    const addresses = products.flat().flatMap(({ fotoUrl }) => (fotoUrl ? [String(fotoUrl)] : []))
    expect(new Set(addresses).size).toBe(30)
    for (const address of addresses) {
      const bytes = await shop.service.files.read(address.slice(1))
      expect([address, bytes && imageTypeOf(bytes)?.type]).toEqual([address, 'image/webp'])
    }
  })

  it('has recipe sheets whose costs are those of their raw materials, and some that a product does not have yet', async () => {
    const [first] = await all('lojas')
    const lojaId = Number(first?.id)
    const sheets = await all('ficha_tecnicas', lojaId)
    expect(sheets).toHaveLength(12)
    for (const { id, total_custo } of sheets) {
      const { body } = await ask('GET', `/api/ficha_tecnicas/${id}?lojaId=${lojaId}`)
      const saved = await ask('POST', '/api/ficha_tecnicas/save', body)
      expect(saved).toMatchObject({ status: 200, body: { total_custo } })
    }
    const changed = (await ask('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${lojaId}`)).body as Record_[]
    expect(changed).toHaveLength(4)
    const filter = encodeURIComponent(JSON.stringify({ lojaId, limit: 200 }))
    const stock = (await ask('GET', `/api/Estoque/list?filter=${filter}`)).body as Record_[]
    const raw = stock.filter(({ desc_prod }) => String(desc_prod).startsWith('Insumo'))
    expect(raw).toHaveLength(13)
    expect(raw.some(({ saldo }) => Number(saldo) > 0)).toBe(true)
    expect(raw.some(({ saldo }) => !Number.isInteger(Number(saldo)))).toBe(true)
  })

  it('may be saved again as it is: every record obeys its definition', async () => {
    for (const { id: lojaId } of await all('lojas')) {
      for (const register of [
        'impostos',
        'impressoras',
        'unidades',
        'grupos',
        'pergunta',
        'parceiros',
        'produtos',
        'user_lojas',
        'moedas',
        'comandas',
        'Comanda_local',
        'Contador',
        'equipamentos',
        'produtoCombos',
        'produtoPontes',
        'inventarios',
        'Loja_moeda_apps',
      ]) {
        const rows = await all(register, Number(lojaId))
        expect(rows.length, register).toBeGreaterThan(0)
        for (const row of rows.slice(0, 25)) {
          const { body } = await ask('GET', `/api/${register}/${row.id}?lojaId=${lojaId}`)
          const saved = await ask('POST', `/api/${register}/save`, body)
          // A count that has ended is the one record that nobody changes any more.
          const ended = row.contagem_em !== undefined && row.contagem_em !== null
          expect(saved.status, `${register} ${JSON.stringify(saved.body)}`).toBe(ended ? 422 : 200)
        }
      }
    }
    for (const register of ['ncms', 'cests', 'segmentos', 'users', 'lojas', 'moeda_Apps', 'moeda_tipos', 'moeda_adquirentes']) {
      for (const row of await all(register)) {
        const { body } = await ask('GET', `/api/${register}/${row.id}`)
        const saved = await ask('POST', `/api/${register}/save`, body)
        expect(saved.status, `${register} ${JSON.stringify(saved.body)}`).toBe(200)
      }
    }
  }, 60_000)

  it('has a digital menu that obeys its definitions too', async () => {
    for (const register of ['Loja_Entregas', 'Loja_Horarios', 'AppPromocaos', 'Loja_filials']) {
      const rows = await all(register, 1)
      expect(rows.length, register).toBeGreaterThan(0)
      for (const row of rows) {
        const saved = await ask('POST', `/api/${register}/save`, row)
        expect(saved.status, `${register} ${JSON.stringify(saved.body)}`).toBe(200)
      }
    }
  })

  it('lets four people in', async () => {
    const { rows } = await shop.database.system.query<{ email: string }>(
      'SELECT u.email FROM system.passwords p JOIN users u ON u.id = p."userId" ORDER BY 1',
    )
    const names = ['admin', 'contabilidade', 'dono', 'funcionario']
    expect(rows.map(row => row.email)).toEqual(names.map(name => `${name}@demo.com.br`))
  })

  it('is listed in the same bytes from what the database sends as from records', async () => {
    const { model, database } = shop
    let compared = 0
    for (const { name, stored } of Object.values(model.registers)) {
      if (stored === false) continue
      const table = tableOf(model, name)
      const listed = (toSend: boolean, include: string | undefined) =>
        database.read('all', q => {
          const plan = planList({ limit: 500, include }, { model, table, zone: 'America/Sao_Paulo' })
          return fetchPage(plan, { q, counts: new CountCache(), store: null, toSend })
        })
      for (const include of [undefined, REFERENCE_LABELS]) {
        const [sent, records] = [await listed(true, include), await listed(false, include)]
        // Names of what is on one machine are read into a store's own row, which is on all of them: it is a record.
        const isRecord = distributed && include !== undefined && table.register.scope === 'self'
        const text = isRecord ? JSON.stringify(sent.rows) : sent.rows
        expect(`${sent.count} ${text}`, name).toBe(`${records.count} ${JSON.stringify(records.rows)}`)
        expect(Buffer.isBuffer(sent.rows), name).toBe(!isRecord)
        compared += records.rows.length
      }
    }
    expect(compared).toBeGreaterThan(4000)
  })
})
