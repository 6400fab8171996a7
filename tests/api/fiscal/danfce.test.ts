import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { readQrCode } from '../../../src/plugins/nfe/danfce/fixtures/readQrCode.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** The paper of a stored note: as it stands with the authority, for who may see notes of the store. */

let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop()
})
afterAll(() => shop?.close())

const paper = (nfceId: unknown, more = '', token = shop.token, lojaId = shop.store) =>
  shop.server.call(token, 'GET', `/api/nfces/danfce?lojaId=${lojaId}&nfceId=${nfceId}${more}`)
const printed = async (nfceId: unknown, more = '') => {
  const reply = await paper(nfceId, more)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const [page] = readPdf(reply.rawPayload)
  return { reply, text: (page?.lines ?? []).map(line => line.trim()).join(' '), squares: page?.squares ?? [], width: page?.width }
}
const issued = async (): Promise<{ sale: number; nfceId: number; chNFe: string }> => {
  const sale = await shop.sell()
  return { sale, ...(await shop.emit(sale)).json() }
}
const storedQrCode = async (nfceId: number): Promise<string | undefined> => {
  const [row] = await shop.run(
    `SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1 AND tipo = 'NOTA' ORDER BY id DESC`,
    [nfceId],
  )
  return /<qrCode>([^<]+)<\/qrCode>/.exec(String(row?.documento))?.[1]?.replaceAll('&amp;', '&')
}

test('an authorised note is printed for both rolls, with its protocol and its QR code', async () => {
  const { nfceId, chNFe } = await issued()
  const wide = await printed(nfceId)
  expect(wide.reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="danfe-nfce-001-000000101.pdf"',
  })
  expect(wide.text).toContain(`${chNFe.match(/.{4}/g)?.join(' ')}`)
  expect(wide.text).toMatch(/Valor a pagar R\$ 24,09 .*Protocolo de autorização: \d{15}/)
  expect(wide.text).toContain('EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL')
  expect(wide.text).not.toContain('CONTINGÊNCIA')
  expect(readQrCode(wide.squares)).toBe(await storedQrCode(nfceId))
  const narrow = await printed(nfceId, '&largura=58')
  expect([wide.width, narrow.width].map(width => Math.round(((width ?? 0) * 25.4) / 72))).toEqual([80, 58])
  expect(Buffer.compare((await paper(nfceId)).rawPayload, wide.reply.rawPayload)).toBe(0)
})

test('a cancelled note says so, with the protocol of its cancellation', async () => {
  const { sale, nfceId } = await issued()
  await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })
  expect((await printed(nfceId)).text).toMatch(/NFC-e CANCELADA .*NFC-e CANCELADA Protocolo de cancelamento: \d{15}/)
})

test('a note that waits is printed when it was issued offline, else not', async () => {
  shop.simulator.set({ faults: [{ kind: 'cutBefore', times: 9 }] })
  const waiting = await issued()
  expect((await paper(waiting.nfceId)).json().error).toMatchObject({
    statusCode: 404,
    message: 'Esta NFC-e ainda não tem DANFE: ela não foi autorizada nem emitida em contingência.',
  })
  await shop.run('UPDATE lojas SET nfce_contingencia = true WHERE id = $1', [shop.store])
  const offline = await issued()
  const { text, squares } = await printed(offline.nfceId)
  expect(text).toMatch(/EMITIDA EM CONTINGÊNCIA Pendente de autorização .*EMITIDA EM CONTINGÊNCIA Pendente de autorização/)
  expect(text).not.toContain('Protocolo')
  expect(readQrCode(squares)).toBe(await storedQrCode(offline.nfceId))
})

test('other stores, people without the flag and other widths get none', async () => {
  const [first] = (await shop.notes()).slice(-1)
  const clerk = await shop.person('balcao', { cardapio_ver: true })
  expect((await paper(first?.id, '', clerk)).statusCode).toBe(403)
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  expect((await paper(first?.id, '', stranger, theirs)).json().error).toMatchObject({
    statusCode: 404,
    message: 'O XML desta nota não está guardado aqui.',
  })
  expect((await paper(first?.id, '', stranger)).statusCode).toBe(403)
  const wrong = await paper(first?.id, '&largura=57')
  expect([wrong.statusCode, wrong.json().error.details[0].path]).toEqual([422, 'largura'])
})
