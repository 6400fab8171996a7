import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Notes that suppliers issued to a store come from the national authority: summaries first, the notes after the store's word on them. */

let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop()
})
afterAll(() => shop?.close())
afterEach(() => shop.simulator.set({ faults: [], pause: null }))

const messageOf = (reply: { body: string }): string => JSON.parse(reply.body).error?.message ?? ''
const search = (token?: string) => shop.post('Sefaz/buscaNotas', {}, token)
const notes = async () => {
  const filter = encodeURIComponent('{"order":["id ASC"]}')
  return (await shop.server.call(shop.token, 'GET', `/api/nfes?lojaId=${shop.store}&filter=${filter}`)).json()
}
const state = async () => (await shop.server.call(shop.token, 'GET', `/api/Sefaz/ultimoNSU?lojaId=${shop.store}`)).json()
/** The hour that the authority wants is over. */
const waited = () => shop.run('UPDATE "Loja_nsus" SET espera_ate = NULL WHERE "lojaId" = $1', [shop.store])

test('summaries come, then whole notes after the store’s word; each once, and no more often than the authority wants', async () => {
  expect(await state()).toMatchObject({ ultNSU: '000000000000000', espera_ate: null })
  shop.simulator.set({ faults: [{ kind: 'cutAfter', times: 1, service: 'NFeDistribuicaoDFe' }] })
  expect([(await search()).statusCode, await notes()]).toEqual([424, []])
  const found = await search()
  expect(found.json()).toMatchObject({ documentos: 5, resposta: '5 documentos recebidos da SEFAZ.', ultNSU: '000000000000005' })
  const summaries = await notes()
  expect(summaries).toHaveLength(5)
  expect(summaries[0]).toMatchObject({ cSitNFe: 1, entrada: false, xmlUrl: null, xNome: 'Hortifruti Campo Verde de Teste Ltda' })
  const early = await search()
  expect([early.statusCode, messageOf(early)]).toEqual([
    400,
    expect.stringMatching(/^A SEFAZ só permite uma nova busca a partir de \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/),
  ])
  // Nobody may read on for an hour: the note itself is asked for by its key, and where that fails it comes with the others.
  shop.simulator.set({ faults: [{ kind: 'cutAfter', times: 1, service: 'NFeDistribuicaoDFe' }] })
  expect((await shop.post('Sefaz/cienciaOperacao', { eventoId: summaries[1].id })).statusCode).toBe(200)
  expect((await notes())[1]).toMatchObject({ cienciaOperacao: true, xmlUrl: null })
  await shop.post('Sefaz/cienciaOperacao', { eventoId: summaries[0].id })
  const [whole, late] = await notes()
  expect([whole.xmlUrl, late.xmlUrl]).toEqual([expect.stringContaining('downloadXML'), null])
  await waited()
  expect((await search()).json()).toMatchObject({ documentos: 2 })
  expect((await notes())[1]).toMatchObject({ xmlUrl: expect.stringContaining('downloadXML') })
  const note = (await shop.server.call(shop.token, 'GET', `/api/nfes/${whole.id}?lojaId=${shop.store}`)).json()
  expect(note).toMatchObject({ xmlUrl: expect.stringContaining('downloadXML'), cienciaOperacao: true })
  expect(note.itens.length).toBeGreaterThan(0)
  expect(note.pagamentos).toHaveLength(1)
  expect(await notes()).toHaveLength(5)
  expect((await state()).espera_ate).toEqual(expect.any(String))
})

test('of two who search at once none doubles a note', async () => {
  await waited()
  await fetch(`${shop.simulator.control}/deliveries`, {
    method: 'POST',
    body: JSON.stringify({ environment: '2', cnpj: '11444777000161', state: '35', count: 3 }),
  })
  await Promise.all([search(), search()])
  expect(await notes()).toHaveLength(8)
})

test('what the authority refuses is told in its words', async () => {
  await waited()
  shop.simulator.set({ faults: [{ kind: 'code', code: '656', times: 1, service: 'NFeDistribuicaoDFe' }] })
  const reply = await search()
  expect(reply.statusCode).toBe(400)
  expect((await state()).espera_ate).toEqual(expect.any(String))
})

test('opens to those who see the stock', async () => {
  const clerk = await shop.person('caixa', { caixa_operar: true })
  expect((await search(clerk)).statusCode).toBe(403)
})
