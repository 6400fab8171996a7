import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../base/paper/fixtures/readPdf.ts'
import { type Danfce, hasPaper } from './danfce.ts'
import { drawDanfce, type RollWidth } from './drawDanfce.ts'
import { cancellationText, consumerNote, elementOf, type TestConsumerNote } from './fixtures/consumerNote.ts'
import { readQrCode } from './fixtures/readQrCode.ts'
import { readDanfce } from './readDanfce.ts'

const protocolo = '135260000000001'
const read = (note: TestConsumerNote = { protocolo }, cancellation?: string): Danfce => {
  const found = readDanfce(elementOf(consumerNote(note).text), cancellation ? elementOf(cancellation) : undefined)
  if (!found) throw new Error('no paper')
  return found
}
/** Everything that the paper says, in order. */
const printed = async (danfce: Danfce, width: RollWidth = 80): Promise<string> => {
  const text = readPdf(await drawDanfce(danfce, width)).flatMap(page => page.lines)
  return text
    .map(line => line.trim())
    .join('\n')
    .replaceAll('\u00a0', ' ')
}
const flat = (text: string): string => text.replaceAll('\n', ' ')

describe.each([58, 80] as const)('the paper of %i mm', width => {
  test('says what the note says, division by division', async () => {
    const informacao = 'Wi-Fi: café123\nVolte sempre!'
    const text = await printed(read({ protocolo, informacao, destinatario: { cnpj: '12345678909', nome: 'Zoé Ñandú' } }), width)
    expect(flat(text)).toBe(
      [
        'Padaria da Ana Ltda CNPJ 12.ABC.345/01DE-35 IE 123456789012 Rua das Laranjeiras, 10, Loja 2 - Centro - São Paulo, SP',
        'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica',
        'Código  Descrição Qtde. Un. x Vl. unit. Vl. total',
        '101  Pão de queijo 2 UN x 5,50 11,00 102  Café coado 200 ml 1 UN x 1.234,50 1.234,50',
        'Qtde. total de itens 2 Valor total R$ 1.245,50 Desconto R$ 0,50 Valor a pagar R$ 1.245,00',
        'FORMA DE PAGAMENTO VALOR PAGO R$ PIX Dinâmico 1.000,00 Dinheiro 250,00 Troco R$ 5,00',
        'Consulte pela Chave de Acesso em www.nfce.fazenda.sp.gov.br/consulta',
        '3526 0912 ABC3 4501 DE35 6500 3000 0013 0518 1782 2494',
        'CONSUMIDOR - CPF 123.456.789-09 Zoé Ñandú',
        'NFC-e nº 000001305  Série 003 10/09/2026 12:30:00  Via consumidor',
        'Protocolo de autorização: 135260000000001 Data de autorização: 10/09/2026 12:30:05',
        'Tributos totais incidentes (Lei Federal 12.741/2012) R$ 2,50',
        'Wi-Fi: café123 Volte sempre!',
      ].join(' '),
    )
  })

  test('has the QR code of the note, within the roll and no smaller than 25 mm', async () => {
    const note = consumerNote({ protocolo })
    const [page] = readPdf(await drawDanfce(read({ protocolo }), width))
    const squares = page?.squares ?? []
    expect(readQrCode(squares)).toBe(note.qrCode)
    const [left, right] = [Math.min(...squares.map(({ x }) => x)), Math.max(...squares.map(({ x, side }) => x + side))]
    expect(((page?.width ?? 0) * 25.4) / 72).toBeCloseTo(width, 3)
    expect(left).toBeGreaterThan(0)
    expect(right).toBeLessThan(page?.width ?? 0)
    expect(((right - left) * 25.4) / 72).toBeGreaterThanOrEqual(25)
  })

  test('has that of an offline note, too, which is signed and three times as long', async () => {
    const signed = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${'1'.repeat(44)}|3|1|10|1245.00|1|12345678909|${'Ab+/'.repeat(86)}`
    const [page] = readPdf(await drawDanfce(read({ emissao: 9, qrCode: signed }), width))
    expect(readQrCode(page?.squares ?? [])).toBe(signed)
    expect(Math.max(...(page?.squares ?? []).map(({ x, side }) => x + side))).toBeLessThan(page?.width ?? 0)
  })

  test('is the same bytes for the same note', async () => {
    const [one, other] = await Promise.all([drawDanfce(read(), width), drawDanfce(read(), width)])
    expect(Buffer.compare(one, other)).toBe(0)
  })
})

describe('what the paper warns of', () => {
  const warnings = [
    'EMITIDA EM CONTINGÊNCIA',
    'Pendente de autorização',
    'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL',
    'NFC-e CANCELADA',
    'Protocolo de autorização',
    'Protocolo de cancelamento: 135260000000002 Data de cancelamento: 10/09/2026 12:45:00',
  ]
  const [offline, pending, homologation, cancelled, proof, cancelProof] = warnings

  test.each<[string, TestConsumerNote, string | undefined, readonly (string | undefined)[]]>([
    ['an authorised note', { protocolo }, undefined, [proof]],
    ['one that was issued offline', { emissao: 9 }, undefined, [offline, pending]],
    ['the same, once it is authorised', { emissao: 9, protocolo }, undefined, [offline, proof]],
    ['one of homologation', { ambiente: 2, protocolo }, undefined, [homologation, proof]],
    ['offline in homologation', { ambiente: 2, emissao: 9 }, undefined, [offline, pending, homologation]],
    ['one that was cancelled', { protocolo }, cancellationText(), [cancelled, proof, cancelProof]],
    ['one whose cancellation was late', { protocolo }, cancellationText('155'), [cancelled, proof, cancelProof]],
    ['one whose cancellation was refused', { protocolo }, cancellationText('501'), [proof]],
  ])('%s', async (_, note, cancellation, expected) => {
    const text = flat(await printed(read(note, cancellation)))
    expect(warnings.filter(warning => text.includes(warning))).toEqual(warnings.filter(warning => expected.includes(warning)))
  })

  test('the warnings stand under the header and again where the protocol would be', async () => {
    for (const { lines } of readPdf(await drawDanfce(read({ emissao: 9 }), 80)))
      expect(
        flat(lines.map(line => line.trim()).join(' ')).match(/EMITIDA EM CONTINGÊNCIA Pendente de autorização/g),
      ).toHaveLength(2)
  })

  test('an offline note is printed for the company, too, until it is authorised', async () => {
    const copies = async (note: TestConsumerNote) =>
      readPdf(await drawDanfce(read(note), 58)).map(page => /Via \w+/.exec(page.lines.join(' '))?.[0])
    expect(await copies({ emissao: 9 })).toEqual(['Via consumidor', 'Via empresa'])
    expect(await copies({ emissao: 9, protocolo })).toEqual(['Via consumidor'])
    expect(await copies({ protocolo })).toEqual(['Via consumidor'])
  })
})

test('who buys: a company, somebody from abroad, or nobody who is known', () => {
  const buyer = (destinatario?: TestConsumerNote['destinatario']) => read({ protocolo, destinatario }).consumidor
  expect(buyer({ cnpj: '11444777000161', nome: 'Bar Exemplo' })).toEqual(['CONSUMIDOR - CNPJ 11.444.777/0001-61', 'Bar Exemplo'])
  expect(buyer({ idEstrangeiro: 'AB123456' })).toEqual(['CONSUMIDOR - ID Estrangeiro AB123456'])
  expect(buyer()).toEqual(['CONSUMIDOR NÃO IDENTIFICADO'])
})

test('a note that is neither authorised nor offline has no paper; what is no consumer’s note is not read', () => {
  expect(hasPaper(read({}))).toBe(false)
  expect(hasPaper(read({ protocolo }))).toBe(true)
  expect(hasPaper(read({ emissao: 9 }))).toBe(true)
  const other = consumerNote({ protocolo }).text.replace('<mod>65</mod>', '<mod>55</mod>')
  expect(readDanfce(elementOf(other))).toBeUndefined()
  expect(readDanfce(elementOf('<enviNFe/>'))).toBeUndefined()
})

test('a note of 990 items is whole, on pages that readers can show', async () => {
  const linhas = Array.from({ length: 990 }, (_, at) => [`Produto ${at + 1}`, 1, 0.01] as const)
  const pages = readPdf(await drawDanfce(read({ protocolo, linhas }), 58))
  expect(pages.length).toBeGreaterThan(1)
  for (const { height } of pages) expect(height).toBeLessThanOrEqual(14_400)
  const text = pages.flatMap(page => page.lines).join('\n')
  expect(text.match(/^\d+ {2}Produto \d+/gm)).toHaveLength(990)
})
