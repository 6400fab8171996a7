import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { keyOfNote, type SupplierNote, supplierNote } from './supplierNote.ts'

/** Notes that nobody signed, that were changed, or that are of another: they say so until somebody answers for them, by name. */

let shop: FiscalShop
let classification: number
let centre: number
beforeAll(async () => {
  shop = await openFiscalShop()
  const idOf = async (text: string): Promise<number> => Number((await shop.run(text, [shop.store]))[0]?.id)
  classification = await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`)
  centre = await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`)
  await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, cod_aux, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
     SELECT $1, 2, '7891000100103', 'Arroz', "unidadeId", "impostoId", "ncmId", 8 FROM produtos WHERE "lojaId" = $1 AND cod_prod = 1 RETURNING id`,
  )
})
afterAll(() => shop?.close())

const note = (number: number, more: string | Partial<SupplierNote> = {}): string =>
  supplierNote({
    number,
    ...(typeof more === 'string' ? { signedBy: more } : more),
    lines: [{ code: 'ARZ', ean: '7891000100103', name: 'ARROZ FD', quantity: '3.0000', value: '90.00' }],
    vNF: '90.00',
    due: [['2026-04-10', '90.00']],
  })
const upload = async (xml: string): Promise<{ id: number; repetidas: number; resposta: string }> => {
  const { ids, repetidas, resposta } = (await shop.post('Sefaz/uploadXML', { xml })).json()
  return { id: ids[0], repetidas, resposta }
}
const noteOf = async (id: number) => (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}?lojaId=${shop.store}`)).json()
const enter = (id: number) => shop.post('nfes/entrada', { id, classificacaoId: classification, centroCustoId: centre })
const messageOf = (reply: { body: string }): string => JSON.parse(reply.body).error?.message ?? ''
const changed = (xml: string): string => xml.replace('ARROZ FD', 'ARROZ TIPO 1')

test('a note whose signature holds says nothing and is entered', async () => {
  const { id, resposta } = await upload(note(500))
  expect(resposta).toBe('XML enviado com sucesso!')
  expect(await noteOf(id)).toMatchObject({ autenticidade: null })
  expect((await enter(id)).statusCode).toBe(200)
})

test.each([
  ['that nobody signed', note(501, 'nobody'), 'SEM_ASSINATURA'],
  ['that was changed after it was signed', changed(note(502)), 'ALTERADA'],
  ['that another company signed', note(503, '33014556000196'), 'OUTRO_EMITENTE'],
  ['with the receipt of another', note(504).replace(/<digVal>[^<]*/, '<digVal>MTIzNDU2Nzg5MDEyMzQ1Njc4OTA='), 'OUTRO_PROTOCOLO'],
  ['whose receipt names no bytes', note(505).replace(/<digVal>.*<\/digVal>/, ''), 'OUTRO_PROTOCOLO'],
  ['whose receipt has no number', note(506).replace(/<nProt>.*<\/nProt>/, ''), 'OUTRO_PROTOCOLO'],
  ['that bears the key of another', note(507, { numbered: 508 }), 'OUTRA_CHAVE'],
])('one %s says so, is found by it, and is entered once somebody answers for it by name', async (_what, xml, code) => {
  const { id } = await upload(xml)
  expect(await noteOf(id)).toMatchObject({ autenticidade: code, aceita_em: null })
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: shop.store, autenticidade: code } }))
  const found = (await shop.server.call(shop.token, 'GET', `/api/nfes/list?filter=${filter}`)).json()
  expect(found.map((row: { id: number }) => row.id)).toContain(id)
  expect(found.filter((row: { autenticidade: string }) => row.autenticidade !== code)).toEqual([])
  const refused = await enter(id)
  expect([refused.statusCode, messageOf(refused)]).toEqual([409, expect.stringContaining('não prova que o fornecedor a emitiu')])
  expect((await noteOf(id)).entrada).toBe(false)

  for (const motivo of ['', 'curto', '            '])
    expect((await shop.post('nfes/aceitar', { id, motivo })).statusCode, motivo).toBe(422)
  const accepted = await shop.post('nfes/aceitar', { id, motivo: 'Conferi por telefone com o fornecedor' })
  expect(accepted.statusCode).toBe(200)
  const now = await noteOf(id)
  expect(now).toMatchObject({ autenticidade: code, aceita_motivo: 'Conferi por telefone com o fornecedor' })
  expect([now.aceita_por, Date.parse(now.aceita_em) > 0]).toEqual([expect.stringMatching(/\S/), true])
  expect((await shop.post('nfes/aceitar', { id, motivo: 'Mais uma vez a mesma' })).statusCode).toBe(409)
  const told = await shop.run(
    `SELECT FROM user_logs l WHERE "lojaId" = $1 AND recurso = 'nfes' AND to_jsonb(l)::text LIKE '%telefone com o fornecedor%' AND "recursoId" = $2`,
    [shop.store, String(id)],
  )
  expect(told).toHaveLength(1)
  expect((await enter(id)).statusCode).toBe(200)
})

test('the genuine note takes the place of an altered one of its key, which it never does the other way round', async () => {
  const altered = await upload(changed(note(510)))
  const genuine = await upload(note(510))
  expect(altered.resposta).toContain('não provam quem as emitiu: 1')
  expect(genuine).toMatchObject({
    id: altered.id,
    repetidas: 0,
    resposta: expect.stringContaining('no lugar de arquivos duvidosos da mesma chave: 1'),
  })
  const now = await noteOf(altered.id)
  expect(now).toMatchObject({ autenticidade: null })
  expect(now.itens.map(({ xProd }: { xProd: string }) => xProd)).toEqual(['ARROZ FD'])
  expect(now.pagamentos).toHaveLength(1)
  const xml = await shop.server.call(shop.token, 'GET', `/api/nfes/downloadXML?lojaId=${shop.store}&nfeId=${altered.id}`)
  expect([xml.body.includes('ARROZ FD'), xml.body.includes('TIPO 1')]).toEqual([true, false])
  expect((await upload(changed(note(510)))).repetidas).toBe(1)
  expect(await noteOf(altered.id)).toMatchObject({ autenticidade: null })
  expect((await enter(altered.id)).statusCode).toBe(200)
})

test('what was entered on somebody’s word stays as it was entered', async () => {
  const { id } = await upload(note(511, 'nobody'))
  await shop.post('nfes/aceitar', { id, motivo: 'Entregue com a mercadoria' })
  expect((await enter(id)).statusCode).toBe(200)
  expect((await upload(note(511))).repetidas).toBe(1)
  expect(await noteOf(id)).toMatchObject({ autenticidade: 'SEM_ASSINATURA', entrada: true })
})

/** The authority knows a note as that of its key, and an event that cancelled it where that is said. */
function known(number: number, cancelled: boolean): void {
  const key = keyOfNote(number)
  const at = Date.parse('2026-03-10T12:00:00Z')
  const ledger = shop.simulator.ledgers[1]
  const [protocol, total] = ['135260000000001', '90.00']
  const said = { xml: '', issuedAt: at, authorisedAt: at, digest: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=', code: '100' }
  ledger.add({ kind: 'note', key, protocol, total, recipient: '11444777000161', issuerName: 'Distribuidora Serra', ...said })
  const event = { xml: '<envento/>', answer: '<retEvento/>', sequence: 1, at }
  if (cancelled) ledger.add({ kind: 'event', key, type: '110111', ...event })
}

test('a note that its supplier cancelled says so once it is uploaded, and again where it was here before, and is not entered', async () => {
  known(540, true)
  known(541, false)
  const cancelled = await upload(note(540))
  expect(cancelled.resposta).toBe('XML enviado. Notas que a SEFAZ diz canceladas ou denegadas: 1; não se dá entrada nelas.')
  expect(await noteOf(cancelled.id)).toMatchObject({ cSitNFe: 3, cStat: '101' })
  const refused = await enter(cancelled.id)
  expect([refused.statusCode, messageOf(refused)]).toEqual([400, expect.stringContaining('cancelada')])
  const standing = await upload(note(541))
  expect(standing.resposta).toBe('XML enviado com sucesso!')
  expect(await noteOf(standing.id)).toMatchObject({ cSitNFe: null, cStat: '100' })
  known(541, true)
  expect(await upload(note(541))).toMatchObject({
    id: standing.id,
    repetidas: 1,
    resposta: expect.stringContaining('canceladas ou denegadas: 1'),
  })
  expect(await noteOf(standing.id)).toMatchObject({ cSitNFe: 3 })
})

test('an authority that does not answer holds up no upload', async () => {
  await shop.simulator.shut()
  try {
    const { id, resposta } = await upload(note(542))
    expect(resposta).toBe('XML enviado com sucesso!')
    expect(await noteOf(id)).toMatchObject({ cSitNFe: null, cStat: '100' })
  } finally {
    await shop.simulator.open()
  }
})
