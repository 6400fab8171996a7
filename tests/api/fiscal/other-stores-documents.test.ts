import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { supplierNote } from './supplierNote.ts'

/** Another store's documents are answered as if there were none: not a byte tells whether a number is somebody's. */

let shop: FiscalShop
/** An owner of a store that has nothing. */
let stranger: { readonly token: string; readonly store: number }
/** Records of the shop that has everything. */
const ids: Record<'nfceId' | 'nfeId' | 'certificado', unknown> = { nfceId: 0, nfeId: 0, certificado: 0 }
const missing = 987_654_321
const line = { code: 'PAO', name: 'PÃO NA CHAPA', quantity: '2.0000', value: '20.00' }

beforeAll(async () => {
  shop = await openFiscalShop()
  const sale = await shop.sell()
  ids.nfceId = (await shop.emit(sale)).json().nfceId
  await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })
  ids.nfeId = (
    await shop.post('Sefaz/uploadXML', { xml: supplierNote({ number: 7, lines: [line], vNF: '20.00' }) })
  ).json().ids[0]
  ids.certificado = (await shop.run('SELECT id::float8 FROM "Loja_certificados" WHERE "lojaId" = $1', [shop.store]))[0]?.id
  const store = await shop.server.addStore('Vizinha')
  stranger = { store, token: await shop.person('vizinha', { type: 1 }, store) }
})
afterAll(() => shop?.close())

const get = (path: string, token: string, lojaId: number) => shop.server.call(token, 'GET', `/api/${path}&lojaId=${lojaId}`)

const documents: readonly (readonly [what: string, path: string, id: keyof typeof ids])[] = [
  ['the XML of a note', 'nfces/downloadXML?nfceId=', 'nfceId'],
  ['the XML of its cancellation', 'nfces/downloadXML?tipo=cancelamento&nfceId=', 'nfceId'],
  ['the paper', 'nfces/danfce?nfceId=', 'nfceId'],
  ['the narrow paper', 'nfces/danfce?largura=58&nfceId=', 'nfceId'],
  ['the XML of a supplier’s note', 'nfes/downloadXML?nfeId=', 'nfeId'],
  ['the items of a supplier’s note', 'NFe_itens?nfeId=', 'nfeId'],
]

describe.each(documents)('%s', (_, path, name) => {
  test('is there for its store', async () => {
    const reply = await get(`${path}${ids[name]}`, shop.token, shop.store)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBeGreaterThan(10)
  })

  test('is answered to another store as what nobody has', async () => {
    const theirs = await get(`${path}${ids[name]}`, stranger.token, stranger.store)
    const nobodys = await get(`${path}${missing}`, stranger.token, stranger.store)
    expect(theirs.statusCode).toBe(404)
    expect([theirs.statusCode, theirs.body]).toEqual([nobodys.statusCode, nobodys.body])
  })

  test('is refused in the name of a store that is not theirs, whether it is there or not', async () => {
    const theirs = await get(`${path}${ids[name]}`, stranger.token, shop.store)
    const nobodys = await get(`${path}${missing}`, stranger.token, shop.store)
    expect([theirs.statusCode, theirs.body]).toEqual([403, nobodys.body])
  })
})

test('a certificate is nobody’s in another store, and its key is in no reply', async () => {
  const one = (id: unknown, token: string, lojaId: number) =>
    shop.server.call(token, 'GET', `/api/Loja_certificados/${id}?lojaId=${lojaId}`)
  const theirs = await one(ids.certificado, stranger.token, stranger.store)
  const nobodys = await one(missing, stranger.token, stranger.store)
  expect([theirs.statusCode, theirs.body]).toEqual([404, nobodys.body])
  const own = await one(ids.certificado, shop.token, shop.store)
  expect(own.statusCode).toBe(200)
  expect(own.body).not.toMatch(/PRIVATE KEY|BEGIN/)
  for (const filter of ['{"fields":["arquivo"]}', '{"where":{"arquivo":{"like":"%"}}}']) {
    const path = `/api/Loja_certificados?lojaId=${shop.store}&filter=${encodeURIComponent(filter)}`
    expect((await shop.server.call(shop.token, 'GET', path)).body).not.toMatch(/PRIVATE KEY|BEGIN/)
  }
})
