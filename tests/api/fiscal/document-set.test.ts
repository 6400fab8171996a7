import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { composeAccessKey, splitAccessKey } from '../../../src/domain/fiscal/core/public.ts'
import { consumerNote } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { keyOfNote, supplierNote } from './supplierNote.ts'

/** Reports, the accountant's archive and the SPED of a month say the same of it, and a document without XML is told by its name. */

let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop({ regime: 3 })
  await shop.run('UPDATE lojas SET ambiente_fiscal = 1 WHERE id = $1', [shop.store])
  await shop.run(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Célia', '12345678909', '1SP123456', 'celia@contas.br', '3550308')`,
    [shop.store],
  )
  await month()
})
afterAll(() => shop?.close())

const { text } = consumerNote({ linhas: [['Pão', 2, 5.5]] })
let numbers = 100

interface Issued {
  readonly state?: string
  readonly environment?: number | null
  readonly xml?: boolean
  readonly at?: string
}

/** A consumer's note of 10,50 of September. */
async function issue({ state = 'AUTORIZADA', environment = 1, xml = true, at = '2026-09-10T15:00:00Z' }: Issued = {}) {
  numbers += 1
  const parts = splitAccessKey(/Id="NFe(.{44})"/.exec(text)?.[1] ?? '')
  if (!parts) throw new Error('no key')
  const key = composeAccessKey({ ...parts, CNPJ: '11444777000161', serie: '1', nNF: `${numbers}` })
  const [row] = await shop.run(
    `INSERT INTO "NFCes" ("lojaId", serie, "nNF", "chNFe", "dhEmi", "vNF", situacao, ambiente, "xmlUrl") VALUES ($1, 1, $2, $3, $4, 10.5, $5, $6, '/x') RETURNING id`,
    [shop.store, numbers, key, at, state, environment],
  )
  if (xml)
    await shop.run(
      `INSERT INTO "NFe_transmissaos" ("lojaId", "nfceId", tipo, modelo, ambiente, chave, documento, estado, decidida_em) VALUES ($1, $2, 'NOTA', '65', $3, $4, $5, 'ACEITO', $6)`,
      [shop.store, row?.id, environment ?? 1, key, text, at],
    )
  return { key, number: numbers }
}
const received = (number: number, changes: Partial<Parameters<typeof supplierNote>[0]> = {}): string =>
  supplierNote({
    number,
    lines: [{ code: 'ARZ', name: 'ARROZ', quantity: '1.0000', value: '90.00' }],
    vNF: '90.00',
    ...changes,
  })
const upload = async (xml: string): Promise<number> => (await shop.post('Sefaz/uploadXML', { xml })).json().ids[0]
const get = (path: string) => shop.server.call(shop.token, 'GET', `/api/${path}&lojaId=${shop.store}`)

let lost: { readonly key: string; readonly number: number }
let twice = 0
async function month(): Promise<void> {
  // Of an equipment that said no environment, it is the store's; the last moment of the month is still in it.
  await issue()
  await issue({ environment: null, at: '2026-10-01T02:59:59.999Z' })
  await issue({ environment: 2 })
  await issue({ state: 'PENDENTE', xml: false })
  await issue({ state: 'CANCELADA' })
  await issue({ at: '2026-10-01T03:00:00Z' })
  lost = await issue({ xml: false })
  // Suppliers' notes are of March: an altered one that was deleted and came again, one of homologation, and one that proves nothing.
  const altered = await upload(received(700).replace('ARROZ', 'FEIJAO'))
  await shop.server.call(shop.token, 'DELETE', `/api/nfes/${altered}?lojaId=${shop.store}`)
  twice = await upload(received(700))
  await upload(received(701).replace('<ide>', '<ide><tpAmb>2</tpAmb>'))
  await upload(received(702, { signedBy: 'nobody' }))
}

const report = async (path: string, from: string, to: string) =>
  (await get(`Relatorio/${path}?startDate=${from}&endDate=${to}`)).json()
async function archive(anoMesReferencia: string) {
  const made = (await shop.post('Contador_arquivo/gera', { anoMesReferencia })).json()
  const reply = await get(`Contador_arquivo/download?arquivoId=${made.id}`)
  const files = Object.entries(unzipSync(reply.rawPayload)).map(([path, bytes]): [string, string] => [path, strFromU8(bytes)])
  return { made, files: Object.fromEntries(files), rows: (name: string) => linesOf(Object.fromEntries(files)[name] ?? '') }
}
const linesOf = (sheet: string): string[] => sheet.replace('\ufeff', '').trim().split('\r\n').slice(1)
const september = 'startDate=2026-09-01&endDate=2026-09-30'

test('report, archive and SPED of a month add up to the same, and name what has no XML', async () => {
  const totals = await report('pdv/nfce_totais', '2026-09-01', '2026-09-30')
  expect(totals).toMatchObject({ totalAutorizada: 31.5, totalCancelada: 10.5, totalPendente: 10.5 })
  const { made, files, rows } = await archive('2026-09')
  expect(rows('totais.csv')).toEqual([
    'NFC-e autorizadas;Produção;3;31,50;1',
    'NFC-e canceladas;Produção;1;10,50;1',
    'NFC-e autorizadas;Homologação;1;10,50;0',
  ])
  expect(made).toMatchObject({ faltam: 2, resposta: expect.stringContaining('sem XML neste mês: 2') })
  expect(rows('faltam.csv').map(line => line.split(';'))).toEqual([
    expect.arrayContaining(['NFC-e', 'cancelada', 'XML do cancelamento']),
    expect.arrayContaining(['NFC-e', `${lost.number}`, 'XML da nota', lost.key]),
  ])
  expect(Object.keys(files).filter(path => path.startsWith('nfce/'))).toHaveLength(3)

  const refused = await get(`Relatorio/sped_fiscal?${september}`)
  expect([refused.statusCode, refused.json().error.message]).toEqual([422, expect.stringContaining(`NFC-e 1/${lost.number}`)])
  const sped = (await get(`Relatorio/sped_fiscal?${september}&semXml=true`)).rawPayload.toString('latin1')
  expect(checkSped(sped)).toEqual([])
  const situations = sped.split('\r\n').flatMap(line => (line.startsWith('|C100|') ? [line.split('|')[6]] : []))
  expect(situations.toSorted()).toEqual(['00', '00', '02'])
})

test('suppliers’ notes count once, those of homologation never, and apart what proves nothing', async () => {
  const [row] = await shop.run('SELECT "cSitNFe", ambiente FROM nfes WHERE id = $1', [twice])
  expect(row).toMatchObject({ cSitNFe: null })
  expect(await report('nfe/totais', '2026-03-01', '2026-03-31')).toMatchObject({
    total: 90,
    totalPorFornecedor: [{ fornecedor_nome: 'Distribuidora Serra & Filhos', qtd: 1, total: 90 }],
  })
  const { files, rows } = await archive('2026-03')
  expect(rows('totais.csv')).toEqual([
    'NF-e recebidas autorizadas;Produção;1;90,00;0',
    'NF-e recebidas que não provam quem as emitiu;Produção;1;90,00;0',
    'NF-e recebidas que não provam quem as emitiu;Homologação;1;90,00;0',
  ])
  expect(Object.keys(files).filter(path => path.endsWith('.xml'))).toEqual([
    `recebidas/${keyOfNote(700)}.xml`,
    `recebidas/nao-comprovadas/${keyOfNote(702)}.xml`,
    `homologacao/recebidas/nao-comprovadas/${keyOfNote(701)}.xml`,
  ])
  expect(files[`recebidas/${keyOfNote(700)}.xml`]).toContain('ARROZ')
  const [tried] = await shop.run('SELECT id::float8 AS id FROM nfes WHERE "chNFe" = $1', [keyOfNote(701)])
  const entered = await shop.post('nfes/entrada', { id: tried?.id })
  expect([entered.statusCode, entered.json().error.message]).toEqual([400, expect.stringContaining('não tem valor fiscal')])
})
