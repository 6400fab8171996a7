import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { costlyCertificate } from '../../../src/plugins/sefaz/fixtures/costlyCertificate.ts'
import { dataUrl, emptyElements, repeatingArchive } from '../../../src/plugins/sefaz/fixtures/hostileArchives.ts'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { type FiscalShop, openFiscalShop } from '../fiscal/fiscalShop.ts'
import { supplierNote } from '../fiscal/supplierNote.ts'

/** Files that would keep the server busy for everybody: who sends them is told so, and another store's list is answered meanwhile. */

let shop: FiscalShop
const neighbour = { store: 0, token: '' }
const folder = mkdtempSync(join(tmpdir(), 'hostis-'))
beforeAll(async () => {
  shop = await openFiscalShop()
  neighbour.store = await shop.server.addStore('Vizinha')
  neighbour.token = await shop.person('vizinha', { type: 1 }, neighbour.store)
})
afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true })
})

interface Refusal {
  readonly status: number
  readonly message: string
  readonly path: string | undefined
}

/** Returns the refusal that an owner gets who sends this, while the neighbour reads a list. */
async function refusalOf(path: string, payload: object): Promise<Refusal> {
  const [reply, list] = await Promise.all([
    shop.post(path, payload),
    shop.server.call(neighbour.token, 'GET', `/api/nfes?lojaId=${neighbour.store}`),
  ])
  expect([list.statusCode, list.json()]).toEqual([200, []])
  const { error } = reply.json()
  return { status: reply.statusCode, message: error?.details?.[0]?.message ?? error?.message, path: error?.details?.[0]?.path }
}

const note = (name: string, number = 700): string =>
  supplierNote({ number, lines: [{ code: 'PAO', name, quantity: '1.0000', value: '10.00' }], vNF: '10.00', due: [] })

test.each([1, 10, 100])('a name %i times as long as the layout lets it be is told with its field', async times => {
  const xml = note('A'.repeat(120 * times + 1))
  expect(await refusalOf('Sefaz/uploadXML', { xml })).toMatchObject({
    status: 400,
    message: 'O campo nfeProc/NFe/infNFe/det[1]/prod/xProd deste XML passa de 120 caracteres, o máximo do leiaute da NF-e.',
  })
})

test.each<[string, string, string]>([
  [
    '40 files of 245,000 empty elements',
    dataUrl(emptyElements(40, 245_000)),
    'Os arquivos são grandes demais para um envio só. Envie menos notas por vez.',
  ],
  [
    'a directory that names one file 40 times',
    dataUrl(repeatingArchive(Buffer.from(`<a>${'<b/>'.repeat(245_000)}</a>`), 40, 'same')),
    'Erro ao enviar XML. Verifique se este é um arquivo válido.',
  ],
  [
    'the same by other names',
    dataUrl(repeatingArchive(Buffer.from(note('PÃO')), 40, 'different')),
    'Erro ao enviar XML. Verifique se este é um arquivo válido.',
  ],
])('%s are refused', async (_, arquivos, message) => {
  const { status, message: told } = await refusalOf('Sefaz/uploadXML', { arquivos })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(told).toBe(message)
})

test.each(['mac', 'bag', 'hidden'] as const)(
  'a certificate that asks for a million rounds (%s) is refused at its field',
  async place => {
    const identity = openTestAuthority(folder).issue({ name: 'Padaria da Ana Ltda', cnpj: '11444777000161' })
    const file = costlyCertificate(identity, '1234', place)
    const certificado = `data:application/x-pkcs12;base64,${file.toString('base64')}`
    expect(await refusalOf('Sefaz/uploadCertificado', { senha: '1234', certificado })).toEqual({
      status: 422,
      path: 'certificado',
      message: 'O certificado pede mais de 100.000 iterações para abrir. Exporte-o de novo, com as opções padrão do seu programa',
    })
  },
)

test('a note that came before texts were looked at has its paper, its words cut', async () => {
  const [id] = (await shop.post('Sefaz/uploadXML', { xml: note('PALAVRA', 701) })).json().ids
  const word = 'LONGA-'.repeat(15_000)
  await shop.run(
    `UPDATE "NFe_transmissaos" SET documento = replace(documento, 'PALAVRA', $2) WHERE "nfeId" = $1 AND tipo = 'RECEBIDA'`,
    [id, word],
  )
  const paper = await shop.server.call(shop.token, 'GET', `/api/nfes/danfe?lojaId=${shop.store}&nfeId=${id}`)
  expect(paper.statusCode).toBe(200)
  const said = readPdf(paper.rawPayload)
    .flatMap(({ lines }) => lines)
    .join('')
    .replace(/\s/g, '')
  expect(said).toContain(word.slice(0, 120))
  expect(said).not.toContain(word.slice(0, 121))
})
