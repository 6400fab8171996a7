import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { describe, expect, test, vi } from 'vitest'
import { type PdfPage, readPdf } from '../../../base/paper/fixtures/readPdf.ts'
import { type DocumentElement, descendantsOf } from '../../../domain/fiscal/core/public.ts'
import { cancellationText, elementOf } from '../danfce/fixtures/consumerNote.ts'
import { paperOfCorrection, paperOfNote } from '../printing/notePapers.ts'
import { correctionText, invoiceNote, type TestInvoice } from './fixtures/invoiceNote.ts'
import { paperFields } from './fixtures/paperFields.ts'
import { readCode128 } from './fixtures/readCode128.ts'

const draw = async (text: string, cancellation?: string): Promise<PdfPage[]> => {
  const paper = await paperOfNote(elementOf(text), cancellation ? elementOf(cancellation) : undefined)
  if (!paper) throw new Error('no paper')
  return readPdf(paper.bytes)
}
const linesOf = (pages: readonly PdfPage[]): string[] =>
  pages.flatMap(page => page.lines.map(line => line.replace(/\s+/g, ' ').trim()))
/** All that the paper says, and the same where words and codes are broken: without blanks. */
const solid = (text: string): string => text.replace(/\s+/g, '')
const keyOn = ({ squares }: PdfPage): string => readCode128(squares.filter(({ side, height }) => height > 30 && side < 8))

/** Every field of the note stands on its paper. */
function expectWhole(root: DocumentElement, pages: readonly PdfPage[], name = ''): void {
  const said = solid(linesOf(pages).join(''))
  const [info] = descendantsOf(root, 'infNFe')
  if (!info) throw new Error('no note')
  const missing = paperFields(info).filter(([, value]) => !said.includes(solid(value.replaceAll(' | ', ' '))))
  expect([name, missing]).toEqual([name, []])
  expectOnPage(pages)
}

/** Nothing begins outside of the page's margins. */
function expectOnPage(pages: readonly PdfPage[]): void {
  for (const { width, height, starts } of pages)
    for (const [x, y] of starts) expect([x > 10, x < width - 10, y > 10, y < height - 10]).toEqual([true, true, true, true])
}

describe.each([1, 40, 300])('the paper of a note of %i items', count => {
  test('says every field of its XML, each item once, on numbered pages', async () => {
    const { text, key } = invoiceNote({
      itens: count,
      duplicatas: 3,
      informacao: 'Entregar pela manhã.\nObrigado pela preferência.',
    })
    const pages = await draw(text)
    expectWhole(elementOf(text), pages)
    const lines = linesOf(pages)
    expect(lines.filter(line => /^P\d+$/.test(line))).toEqual(Array.from({ length: count }, (_, at) => `P${at + 1}`))
    expect(lines.filter(line => line.startsWith('FOLHA'))).toEqual(pages.map((_, at) => `FOLHA ${at + 1}/${pages.length}`))
    for (const page of pages) expect(keyOn(page)).toBe(key)
  })
})

test('the bar code of a key with letters is 11.5 cm wide and more', async () => {
  const [page] = await draw(invoiceNote().text)
  const bars = (page?.squares ?? []).filter(({ side, height }) => height > 30 && side < 8)
  const [from, to] = [Math.min(...bars.map(({ x }) => x)), Math.max(...bars.map(({ x, side }) => x + side))]
  const centimetre = 72 / 2.54
  expect((to - from) / centimetre).toBeGreaterThanOrEqual(11.5)
  expect(Math.min(...bars.map(({ side }) => side)) / centimetre).toBeGreaterThanOrEqual(0.02)
})

test('boxes say what their labels promise', async () => {
  const lines = linesOf(await draw(invoiceNote({ itens: 2 }).text))
  const below = (label: string, nth = 0): string | undefined =>
    lines[(lines.flatMap((line, at) => (line === label ? [at] : []))[nth] ?? -2) + 1]
  expect(
    Object.fromEntries(
      ['NATUREZA DA OPERAÇÃO', 'PROTOCOLO DE AUTORIZAÇÃO DE USO', 'NOME/RAZÃO SOCIAL', 'DATA DA EMISSÃO'].map(label => [
        label,
        below(label),
      ]),
    ),
  ).toEqual({
    'NATUREZA DA OPERAÇÃO': 'VENDA DE MERCADORIA',
    'PROTOCOLO DE AUTORIZAÇÃO DE USO': '135260000000001 - 10/09/2026 12:30:05',
    'NOME/RAZÃO SOCIAL': 'Bar Exemplo & Filhos',
    'DATA DA EMISSÃO': '10/09/2026',
  })
  // 10,50 + 21,00, of which 18 % are the state's.
  expect(['BASE DE CÁLC. DO ICMS', 'VALOR DO ICMS', 'V. TOTAL PRODUTOS', 'V. TOTAL DA NOTA'].map(label => below(label))).toEqual([
    '31,50',
    '5,67',
    '31,50',
    '31,50',
  ])
  expect([below('CNPJ/CPF'), below('CNPJ/CPF', 1)]).toEqual(['12.ABC.345/01DE-35', '11.444.777/0001-61'])
})

test.each<[string, TestInvoice, string | undefined, readonly string[]]>([
  ['an authorised note', {}, undefined, []],
  ['one of homologation', { ambiente: 2 }, undefined, ['SEM VALOR FISCAL']],
  ['a draft', { protocolo: undefined }, undefined, ['ESPELHO', 'SEM VALOR FISCAL']],
  ['one that was refused', { cStat: '204' }, undefined, ['ESPELHO', 'SEM VALOR FISCAL']],
  ['one that was denied', { cStat: '302' }, undefined, ['USO DENEGADO']],
  ['one that was cancelled', {}, cancellationText(), ['NF-e CANCELADA']],
  ['one whose cancellation was refused', {}, cancellationText('501'), []],
])('across the paper of %s stands what keeps it from being valid', async (_, note, cancellation, expected) => {
  const pages = await draw(invoiceNote(note).text, cancellation)
  const stamps = ['NF-e CANCELADA', 'USO DENEGADO', 'ESPELHO', 'SEM VALOR FISCAL']
  const lines = linesOf(pages)
  expect(stamps.filter(stamp => lines.includes(stamp))).toEqual(stamps.filter(stamp => expected.includes(stamp)))
  // Nobody scans a draft.
  if (expected.includes('ESPELHO')) expect(pages[0]?.squares.filter(({ height }) => height > 30 && height < 36)).toEqual([])
})

test('a cancelled note says when and why', async () => {
  const reason = '<evento><infEvento><detEvento><xJust>Pedido em duplicidade</xJust></detEvento></infEvento></evento>'
  const said = linesOf(await draw(invoiceNote().text, cancellationText().replace('<evento/>', reason))).join(' ')
  expect(said).toContain('NF-e cancelada em 10/09/2026 12:45:00, protocolo 135260000000002. Motivo: Pedido em duplicidade')
})

test('boxes of IBS and CBS stand on papers of notes issued since December 2026, and on none before', async () => {
  const lines = async (emitida_em: string) => linesOf(await draw(invoiceNote({ emitida_em }).text))
  const after = await lines('2026-12-01T08:00:00-03:00')
  expect(after[after.indexOf('VALOR DA CBS') + 1]).toMatch(/^0,\d\d$/)
  expect(after.join(' ')).toContain('IBS/CBS: CST 000 Class. 000001')
  expect(await lines('2026-11-30T23:59:59-03:00')).not.toContain('VALOR DA CBS')
})

test('long texts, many instalments and an item longer than a page are never cut', async () => {
  const informacao = Array.from({ length: 440 }, (_, at) => `palavra${at}`).join(' ')
  const detalhe = Array.from({ length: 50 }, (_, at) => `detalhe${at}`).join(' ')
  const { text } = invoiceNote({ itens: 3, duplicatas: 120, informacao, detalhe })
  const lots = Array.from(
    { length: 300 },
    (_, at) => `<rastro><nLote>L${at}</nLote><qLote>1.000</qLote><dFab>2026-01-01</dFab><dVal>2027-01-01</dVal></rastro>`,
  )
  const long = text.replace('<indTot>1</indTot>', `<indTot>1</indTot>${lots.join('')}`)
  const pages = await draw(long)
  const said = solid(linesOf(pages).join(' '))
  for (let at = 0; at < 300; at += 1) expect(said).toContain(`LoteL${at}Qtd.1Fab.01/01/2026Val.01/01/2027`)
  for (let at = 0; at < 440; at += 1) expect(said).toContain(`palavra${at}`)
  for (let at = 1; at <= 120; at += 1) expect(said).toContain(`R$${at},25`)
  expectOnPage(pages)
})

test.each([1, 10, 100])('texts %i times as long as the layout lets them be are cut, and take no more measuring', async times => {
  const name = 'ABRACADABRA-'.repeat(10 * times)
  const { text } = invoiceNote({ itens: 2, informacao: 'palavras'.repeat(625 * times) })
  const long = text
    .replace(/<xProd>[^<]*/, `<xProd>${name}`)
    .replace(/<nNF>\d+/, `<nNF>${'9'.repeat(9 * times ** 2)}`)
    .replaceAll(/<xNome>[^<]*/g, `<xNome>${name}`)
  const measured = vi.spyOn(PDFDocument.prototype, 'widthOfString')
  const pages = await draw(long)
  const letters = measured.mock.calls.reduce((sum, [said]) => sum + `${said}`.length, 0)
  measured.mockRestore()
  expect(letters).toBeLessThan(2_000_000)
  const said = solid(linesOf(pages).join(''))
  expect(said).toContain(name.slice(0, 120))
  expect(said).not.toContain(`${name.slice(0, 120)}A`)
})

test('the same note gives the same bytes; what is no NF-e has no paper', async () => {
  const { text } = invoiceNote({ itens: 5 })
  const [one, other] = await Promise.all([paperOfNote(elementOf(text)), paperOfNote(elementOf(text))])
  expect(Buffer.compare(one?.bytes ?? Buffer.of(1), other?.bytes ?? Buffer.of(2))).toBe(0)
  expect(await paperOfNote(elementOf(text.replace('<mod>55</mod>', '<mod>65</mod>')))).toBeUndefined()
  expect(await paperOfNote(elementOf('<enviNFe/>'))).toBeUndefined()
})

test('a correction letter has its paper; one that was refused, or is another note’s, has none', async () => {
  const { text, key } = invoiceNote()
  const paperOf = (event: string) => paperOfCorrection(elementOf(text), elementOf(event))
  const paper = await paperOf(correctionText(key, 'Onde se lê peso de 10 kg, leia-se peso de 12 kg'))
  expect(paper?.name).toBe(`cce-${key}-2.pdf`)
  const pages = readPdf(paper?.bytes ?? Buffer.of())
  const said = linesOf(pages).join(' ')
  for (const part of [
    'Onde se lê peso de 10 kg, leia-se peso de 12 kg',
    '135260000000009',
    '11/09/2026 09:00:03',
    '12.ABC.345/01DE-35',
    'paragrafo 1o-A',
  ])
    expect(said).toContain(part)
  expect(pages.map(page => readCode128(page.squares.filter(({ side, height }) => height > 40 && side < 8)))).toEqual([key])
  expect(await paperOf(correctionText(key, 'Não vale', '573'))).toBeUndefined()
  expect(
    await paperOf(correctionText(invoiceNote({ ambiente: 2, emitida_em: '2026-08-10T12:30:00-03:00' }).key, 'De outra')),
  ).toBeUndefined()
})

/** Notes of others: real ones lie beside the repository, or not at all. */
const folder = join(import.meta.dirname, '../../../../../shared/fiscal/samples')
const names = existsSync(folder) ? readdirSync(folder).filter(name => /^nfe-.*\.xml$/.test(name)) : []

test.skipIf(names.length === 0)(
  `papers of notes that other programs wrote say every field (${names.length || 'none are here'})`,
  async () => {
    for (const name of names) {
      const root = elementOf(readFileSync(join(folder, name), 'utf8'))
      const note = descendantsOf(
        { name: '', attributes: {}, text: '', children: [root] },
        root.name === 'nfeProc' ? 'nfeProc' : 'NFe',
      )[0]
      const paper = note && (await paperOfNote(note))
      if (!paper) throw new Error(`${name} has no paper`)
      expectWhole(root, readPdf(paper.bytes), name)
    }
  },
)
