import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readPdf } from '../../../../src/base/paper/fixtures/readPdf.ts'
import { checkSped } from '../../../../src/domain/accounting/sped/checkSped.ts'
import { type DocumentElement, elementAt, readStoredXml } from '../../../../src/domain/fiscal/core/public.ts'
import { drawNoteFile } from '../../../../src/plugins/nfe/printing/drawNoteFile.ts'
import { checkFile } from '../../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { counterSales } from './counterSales.ts'
import { counterSalesLater } from './counterSalesLater.ts'
import { exports } from './exports.ts'
import type { GoldenNote, StoreName } from './goldenNote.ts'
import { type GoldenShops, openGoldenShops } from './goldenShops.ts'
import { laterInvoices } from './laterInvoices.ts'
import { noteLines } from './noteLines.ts'
import { otherStates } from './otherStates.ts'
import { returns } from './returns.ts'
import { simplesSales } from './simplesSales.ts'
import { stateInvoices } from './stateInvoices.ts'

/**
 * Documents by hand: each of the table is issued at the simulated authority and compared to the cent with what the law and arithmetic make of it; then read
 * back by the checker, its paper and the month's SPED.
 */

const notes = [
  ...counterSales,
  ...counterSalesLater,
  ...simplesSales,
  ...stateInvoices,
  ...laterInvoices,
  ...otherStates,
  ...returns,
  ...exports,
].toSorted((one, other) => (one.at < other.at ? -1 : 1))

let shops: GoldenShops
const schemas = new SchemaValidator()
/** Issued notes, by their names. */
const issued = new Map<
  string,
  { readonly id: number; readonly sale?: number; readonly key: string; readonly info: DocumentElement }
>()

const at = (moment: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) })
beforeAll(async () => {
  shops = await openGoldenShops()
  await shops.typeRate('CBS', 8.7, '2027-01-01')
  await shops.typeRate('IS', 5, '2027-01-01', { classe: '000001' })
  await shops.typeRate('IBS_UF', 0.9, '2029-01-01')
  await shops.typeRate('IBS_MUN', 0.9, '2029-01-01')
}, 60_000)
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shops?.close()
})
afterEach(() => vi.useRealTimers())

const earlier = (name: string) => {
  const found = issued.get(name)
  if (!found) throw new Error(`${name} was not issued before`)
  return found
}

/** The draft of an NF-e; gives its number. */
async function draftOf({ store: name, at: moment, draft, back, invoiceOf, references = [] }: GoldenNote): Promise<number> {
  const store = shops.stores[name]
  const party = draft?.to ?? back?.to ?? invoiceOf?.to ?? 'shop'
  const sent = async () => {
    if (back) {
      const { id, sale } = earlier(back.of)
      return store.post('NFe_emissaos/devolucao', {
        ...{ ...(sale === undefined ? { nfeId: id } : { nfceId: id }), destinatarioId: store.parties[party] },
        itens: back.quantities?.map((quantidade, place) => ({ item: place + 1, quantidade })),
      })
    }
    if (invoiceOf) {
      const source = invoiceOf.sale
        ? { movimentoId: await store.sell(invoiceOf.sale, moment) }
        : { nfceId: earlier(invoiceOf.of ?? '').id }
      return store.post('NFe_emissaos/deVenda', { ...source, destinatarioId: store.parties[party] })
    }
    const { to, ...record } = { to: party, ...draft }
    const chaves = references.map(one => ({ chave: issued.get(one)?.key ?? one }))
    return store.post('NFe_emissaos/save', { destinatarioId: store.parties[to], chaves, ...record })
  }
  const reply = await sent()
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return Number(reply.json().nfeId ?? reply.json().id)
}

/** Issues a note; gives the record's number and the sale's. */
async function issue(note: GoldenNote): Promise<{ readonly id: number; readonly sale?: number }> {
  const store = shops.stores[note.store]
  if (note.sale) {
    const sale = await store.sell(note.sale, note.at)
    const reply = await store.emit(sale)
    expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
    return { id: reply.json().nfceId, sale }
  }
  const id = await draftOf(note)
  const reply = await store.post('Sefaz/emiteNFe', { nfeId: id })
  expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
  return { id }
}

async function storedText(note: GoldenNote, id: number): Promise<string> {
  const column = note.sale ? '"nfceId"' : '"nfeEmissaoId"'
  const [row] = await shops.run(
    `SELECT documento FROM "NFe_transmissaos" WHERE ${column} = $1 AND tipo = 'NOTA' ORDER BY id DESC`,
    [id],
  )
  return String(row?.documento)
}

const infoOf = (text: string): DocumentElement => {
  const root = readStoredXml(text)
  const info = root && elementAt(root, root.name === 'NFe' ? 'infNFe' : 'NFe/infNFe')
  if (!info) throw new Error('no note')
  return info
}

const brazilian = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The paper's text: drawn from the stored document, as its calls do it. */
async function paperOf(text: string): Promise<string> {
  const bytes = await drawNoteFile(readStoredXml(text))
  if (!bytes) throw new Error('no paper')
  return readPdf(bytes)
    .flatMap(page => page.lines.map(line => line.trim()))
    .join(' ')
}

/** Totals that the papers tell; those of the reform have boxes from December 2026 on. */
const onRoll = ['vProd', 'vDesc', 'vOutro', 'vIS', 'vIBS', 'vCBS']
const onPaper = ['vBC', 'vICMS', 'vBCST', 'vST', 'vProd', 'vFrete', 'vSeg', 'vDesc', 'vOutro', 'vIPI', 'vPIS', 'vCOFINS', 'vNF']
const onReformedPaper = ['vIS', 'vBCIBSCBS', 'vIBSUF', 'vIBSMun', 'vIBS', 'vCBS', 'vNFTot']

/** Amounts of the table's totals, by their names. */
const amountsOf = (note: GoldenNote): Map<string, string> =>
  new Map(
    note.totals.flatMap(line =>
      [...line.matchAll(/(v\w+) (\d+\.\d\d)/g)].map(([, name = '', value = '']) => [name, value] as const),
    ),
  )

test('the table is large enough, and each name stands once', () => {
  expect(notes.length).toBeGreaterThanOrEqual(60)
  expect(new Set(notes.map(({ name }) => name)).size).toBe(notes.length)
})

test.each(notes.map(note => [note.store, note.name, note] as const))('%s: %s', async (_, name, note) => {
  at(note.at)
  const { id, sale } = await issue(note)
  const text = await storedText(note, id)
  const info = infoOf(text)
  issued.set(name, { id, ...(sale === undefined ? {} : { sale }), key: (info.attributes.Id ?? '').slice(3), info })
  expect(noteLines(info), note.working).toEqual({ items: note.items, totals: note.totals, pag: note.pag })

  const report = checkFile(schemas, 'nota.xml', Buffer.from(text))
  expect({ schema: report.schema.problems, differences: report.recalculated.differences }).toEqual({
    schema: [],
    differences: [],
  })
  expect(report).toMatchObject({ signature: { valid: true }, keyDigit: true })

  const paper = await paperOf(text)
  const amounts = amountsOf(note)
  for (const field of note.sale ? onRoll : note.at < '2026-12' ? onPaper : [...onPaper, ...onReformedPaper]) {
    const amount = amounts.get(field)
    if (amount) expect(paper, `${field} on the paper`).toContain(brazilian.format(Number(amount)))
  }
  const asked = brazilian.format(Number(amounts.get('vNFTot') ?? amounts.get('vNF')))
  expect(paper).toContain(note.sale ? `Valor a pagar R$ ${asked}` : `TOTAL: R$ ${asked}`)
})

/** Fields of C100 by their numbers in the guide, and what they are in a note. An NFC-e has none after the 22nd. */
const spedFields = [
  [12, 'vNF'],
  [14, 'vDesc'],
  [16, 'vProd'],
  [18, 'vFrete'],
  [19, 'vSeg'],
  [20, 'vOutro'],
  [21, 'vBC'],
  [22, 'vICMS'],
  [23, 'vBCST'],
  [24, 'vST'],
  [25, 'vIPI'],
  [26, 'vPIS'],
  [27, 'vCOFINS'],
] as const

const months = [...new Set(notes.map(({ store, at: moment }) => `${store} ${moment.slice(0, 7)}`))].map(
  text => text.split(' ') as [StoreName, string],
)
test.each(months)('SPED of %s, %s: each document with the totals of the table', async (name, month) => {
  const store = shops.stores[name]
  const reply = await store.get(`Relatorio/sped_fiscal?startDate=${month}-01&endDate=${month}-31`)
  expect(reply.statusCode, reply.body).toBe(200)
  const text = reply.rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  const documents = new Map(
    text
      .split('\r\n')
      .map(line => line.split('|'))
      .filter(fields => fields[1] === 'C100')
      .map(fields => [fields[9], fields]),
  )
  const own = notes.filter(note => note.store === name && note.at.startsWith(month))
  expect(documents.size).toBe(own.length)
  for (const note of own) {
    const fields = documents.get(earlier(note.name).key) ?? []
    const amounts = amountsOf(note)
    const said = spedFields.map(([place, field]) => [field, fields[place] ?? ''])
    const due = spedFields.map(([place, field]) => [
      field,
      note.sale && place > 22 ? '' : (note.sped?.[field] ?? amounts.get(field) ?? '0.00').replace('.', ','),
    ])
    expect(said, note.name).toEqual(due)
  }
})

test('the normal regime owes for March, by hand: its own tax, that withheld for two states, the difference of rates', async () => {
  const reply = await shops.stores.normal.get('Relatorio/sped_fiscal?startDate=2026-03-01&endDate=2026-03-31')
  const text = reply.rawPayload.toString('latin1')
  const fieldsOf = (reg: string) =>
    text
      .split('\r\n')
      .filter(line => line.startsWith(`|${reg}|`))
      .map(line => line.split('|').slice(2, -1))
  const [own] = fieldsOf('E110')
  // NFC-e 56.00; within the state 276.19 with the fund, and 18.00 of the visitor; other states 96.00; to the supplier, bonus, complement 16.20. 4.45 came back; 5929 owes nothing.
  expect([own?.[0], own?.[4], own?.[11]]).toEqual(['462,39', '4,45', '457,94'])
  // 8.46 + 29.03 at home, 18.80 for Rio.
  expect(fieldsOf('E200').map(([uf]) => uf)).toEqual(['RJ', 'SP'])
  expect(fieldsOf('E210').map(fields => [fields[6], fields[11]])).toEqual([
    ['18,80', '18,80'],
    ['37,49', '37,49'],
  ])
  expect(fieldsOf('C101')).toEqual([['2,00', '8,00', '0,00']])
  expect(fieldsOf('E300').map(([uf]) => uf)).toEqual(['RJ'])
  expect(fieldsOf('E310').map(fields => [fields[1], fields[2], fields[8], fields[12], fields[18]])).toEqual([
    ['0,00', '8,00', '8,00', '2,00', '2,00'],
  ])
})
