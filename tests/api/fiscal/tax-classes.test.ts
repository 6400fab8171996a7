import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** The class of IBS and CBS that a tax profile names is in the note, with the reductions that were imported for its day. */

let shop: FiscalShop
// Its figures are those of 2026: later years know no PIS and add CBS to the total.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-09-10T12:00:00-03:00'), shouldAdvanceTime: true })
  shop = await openFiscalShop({ regime: 3 })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop?.close()
})

const importClass = (vigencia_fim: string | null) =>
  shop.run(
    `INSERT INTO cclasstribs (id, cst, descricao, red_ibs, red_cbs, nfe, nfce, vigencia_inicio, vigencia_fim)
     VALUES ('200047', '200', 'Bares e restaurantes', 40, 40, true, true, '2026-01-01', $1)
     ON CONFLICT (id) DO UPDATE SET vigencia_fim = $1`,
    [vigencia_fim],
  )
const profile = async (ibscbs_cclasstrib: string) => {
  const [tax] = await shop.run('SELECT id, version FROM impostos WHERE "lojaId" = $1', [shop.store])
  return shop.server.call(shop.token, 'PATCH', `/api/impostos/${tax?.id}`, {
    lojaId: shop.store,
    version: Number(tax?.version),
    ibscbs_cclasstrib,
  })
}
const noteOf = async (sale: number): Promise<string> => {
  const { nfceId } = (await shop.emit(sale)).json()
  const [row] = await shop.run(`SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1`, [nfceId])
  return String(row?.documento)
}

test('a profile says nothing of it at first: the note is taxed wholly', async () => {
  const text = await noteOf(await shop.sell())
  expect(text).toContain('<CST>000</CST><cClassTrib>000001</cClassTrib>')
  expect(text).not.toContain('<gRed>')
})

test('a class with a reduction is written with it, and the authority takes it', async () => {
  await importClass(null)
  expect((await profile('200047')).json()).toMatchObject({ ibscbs_cclasstrib: '200047', ibscbs_cst: '200' })
  const sale = await shop.sell()
  const text = await noteOf(sale)
  expect(text).toContain('<CST>200</CST><cClassTrib>200047</cClassTrib>')
  expect(text).toContain('<gRed><pRedAliq>40.0000</pRedAliq><pAliqEfet>0.5400</pAliqEfet></gRed>')
  expect((await shop.notes()).find(note => note.movimentoId === sale)).toMatchObject({ situacao: 'AUTORIZADA' })
})

test('a class whose days are over stops the note, with the product and the reason', async () => {
  await importClass('2026-01-31')
  const reply = await shop.emit(await shop.sell())
  expect(reply.statusCode).toBe(400)
  expect(reply.json().error.message).toContain('a classificação tributária do IBS e da CBS não é conhecida')
  expect(reply.json().error.message).toContain('Pão na chapa')
})

test('a code that cannot be one is refused at its field', async () => {
  const reply = await profile('20004')
  expect([reply.statusCode, reply.json().error.details[0].path]).toEqual([422, 'ibscbs_cclasstrib'])
})
