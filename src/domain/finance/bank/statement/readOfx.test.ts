import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../../../tests/fixedSeed.ts'
import { banks, sgml } from '../../../../../tests/fixtures/bankStatements.ts'
import { StatementRefusal } from './bankStatement.ts'
import { decodeStatement } from './decodeStatement.ts'
import { centsOf, dayOfMoment } from './ofxValues.ts'
import { readOfx } from './readOfx.ts'

const context = { zone: 'America/Sao_Paulo', most: 10_000 }
const read = (text: string) => readOfx(text, context)
const bytes = (text: string, encoding: 'latin1' | 'utf8' = 'utf8') => decodeStatement(Buffer.from(text, encoding))
const lineTexts = (text: string) => read(text)[0]?.lines.map(({ day, cents, memo }) => `${day} ${cents} ${memo}`)

const refusalOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof StatementRefusal) return `${error.code} ${JSON.stringify(error.params)}`
    throw error
  }
  return ''
}

describe('files as banks write them', () => {
  test('Itaú: SGML in windows-1252, no end tags, the account with its branch in it', () => {
    const [statement, ...others] = read(bytes(banks.itau, 'latin1'))
    expect(others).toEqual([])
    expect(statement).toEqual({
      account: '341 / 0123456789',
      name: 'Itaú 0123456789',
      kind: 'CORRENTE',
      balance: { cents: 1_234_567, day: '2026-11-30' },
      lines: [
        {
          fitid: '20261105001',
          day: '2026-11-05',
          cents: -780_000,
          kind: 'DEBIT',
          memo: 'PAGTO ALUGUEL IMOBILIÁRIA SÃO JOÃO',
          document: '20261105001',
        },
        {
          fitid: '20261106001',
          day: '2026-11-06',
          cents: 125_010,
          kind: 'CREDIT',
          memo: 'PIX TRANSF MARIA 06/11',
          document: '20261106001',
        },
      ],
      merged: 0,
    })
  })

  test('Bradesco: comma decimals, amounts with thousands, zone with a name', () => {
    expect(lineTexts(banks.bradesco)).toEqual(['2026-11-10 -123456 CONTA DE ENERGIA & GAS', '2026-11-11 99 RENDIMENTO'])
  })

  test('Banco do Brasil: branch and account apart, one key for lines of several days', () => {
    const [statement] = read(banks.bancoDoBrasil)
    expect(statement?.account).toBe('1 / 1234-5 / 98765-4')
    expect(statement?.lines.map(({ fitid, day, cents, memo }) => [fitid, day, cents, memo])).toEqual([
      ['2026', '2026-11-03', -1250, 'Tarifa Pacote de Serviços - Cobrança referente 03/11'],
      ['2026', '2026-11-04', -1250, 'Tarifa Pacote de Serviços - Cobrança referente 04/11'],
      ['777', '2026-11-05', -5000, 'Pix - Enviado - 05/11 10:12 JOAO'],
      ['777 #2', '2026-11-05', -5000, 'Pix - Enviado - 05/11 18:40 JOSE'],
    ])
  })

  test('Nubank: OFX 2 as XML, a moment of UTC in the evening is the day of the store', () => {
    const [account, card] = read(banks.nubank)
    expect(account?.lines.map(({ day, cents, memo, fitid }) => [day, cents, memo, fitid])).toEqual([
      ['2026-11-05', 5780, 'Transferência recebida pelo Pix - ANA & CIA <SP>', '65f0-a'],
      ['2026-11-07', -19900, 'Pagamento de boleto efetuado - ENEL', '65f0-b'],
    ])
    expect(card).toMatchObject({ kind: 'CARTAO', name: 'Cartão Nubank 9f3c', lines: [{ cents: -4590, kind: 'DEBIT' }] })
  })

  test('Inter: what goes out has no sign where no line has one', () => {
    expect(lineTexts(banks.inter)).toEqual(['2026-11-08 -30000 Pagamento efetuado', '2026-11-08 30000 Pix recebido'])
  })

  test('Sicoob: no keys at all, equal lines are as many as they are', () => {
    const [statement] = read(banks.sicoob)
    expect(statement?.lines.map(({ fitid }) => fitid)).toEqual([
      'sem FITID DÉB. TARIFA',
      'sem FITID DÉB. TARIFA #2',
      'sem FITID CRÉD. PIX',
    ])
    // The same file again has the same keys.
    expect(read(banks.sicoob)).toEqual([statement])
  })

  test('several accounts in one file, each with its own lines', () => {
    const file = sgml(`<STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261101<TRNAMT>-1.00<FITID>a</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>
      <STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>2</BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261101<TRNAMT>-2.00<FITID>a<BANKACCTTO><ACCTID>9</BANKACCTTO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`)
    expect(read(file).map(({ account, lines }) => [account, lines.map(({ cents }) => cents)])).toEqual([
      ['341 / 1', [-100]],
      ['341 / 2', [-200]],
    ])
  })
})

describe('what cannot be read is refused by its place, and nothing is guessed', () => {
  const line = (inner: string) =>
    sgml(`<STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261101<TRNAMT>-1.00<FITID>a</STMTTRN><STMTTRN>${inner}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`)

  test.each([
    ['a text', 'Data;Valor\n01/11;10', 'bank.not-ofx {}'],
    ['an empty file', '', 'bank.not-ofx {}'],
    ['no statement', '<OFX><SIGNONMSGSRSV1></OFX>', 'bank.no-statement {}'],
    ['no account', '<OFX><STMTRS><BANKTRANLIST></STMTRS></OFX>', 'bank.no-account {}'],
    [
      'dollars',
      '<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM></STMTRS></OFX>',
      'bank.currency {"currency":"USD"}',
    ],
    ['entities', '<!DOCTYPE x [<!ENTITY a "b">]><OFX><STMTRS></OFX>', 'bank.file-refused {}'],
    ['no value', line('<DTPOSTED>20261101<MEMO>Luz'), 'bank.line-value {"line":2,"memo":"Luz","value":"–"}'],
    [
      'a value of two readings',
      line('<DTPOSTED>20261101<TRNAMT>-1.234<MEMO>Luz'),
      'bank.line-value {"line":2,"memo":"Luz","value":"-1.234"}',
    ],
    ['parts of a cent', line('<DTPOSTED>20261101<TRNAMT>-1.2345'), 'bank.line-value {"line":2,"memo":"–","value":"-1.2345"}'],
    ['a day that is none', line('<DTPOSTED>20261131<TRNAMT>-1.00'), 'bank.line-day {"line":2,"memo":"–","value":"20261131"}'],
    ['no day', line('<TRNAMT>-1.00'), 'bank.line-day {"line":2,"memo":"–","value":"–"}'],
  ])('%s', (_, text, told) => expect(refusalOf(text)).toBe(told))

  test('bytes of something else', () =>
    expect(() => decodeStatement(Buffer.from('504b0304000000', 'hex'))).toThrow(
      expect.objectContaining({ code: 'bank.not-ofx' }),
    ))

  test('more lines than are taken', () =>
    expect(() => readOfx(line('<DTPOSTED>20261101<TRNAMT>1'), { ...context, most: 1 })).toThrow(
      expect.objectContaining({ code: 'bank.too-many-lines' }),
    ))

  test('whatever is cut off or turned over ends in statements or in a refusal', () => {
    const parts =
      Object.values(banks)
        .join('')
        .match(/<[^>]*>|[^<]+/g) ?? []
    const file = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }).map(text => `<OFX>${text}`),
      fc
        .array(fc.constantFrom(...parts, '<', '<![CDATA[', '&#0;', '&amp;', '<STMTTRN>', '<__PROTO__>x', '<CONSTRUCTOR>x'), {
          maxLength: 200,
        })
        .map(all => `<OFX>${all.join('')}`),
      fc.nat(banks.nubank.length).map(at => banks.nubank.slice(0, at)),
    )
    fc.assert(fc.property(file, text => typeof refusalOf(text) === 'string'))
  })

  test('hostile signs cost no more than their length', () => {
    const unit = '<A'.repeat(50_000) + '&#'.repeat(50_000) + '<![CDATA['.repeat(20_000) + '<OFX '.repeat(20_000)
    expect(refusalOf(`<OFX>${unit}`)).toBe('bank.no-statement {}')
    // Each sign of five megabytes looks for its end, which is behind them all.
    expect(refusalOf(`<OFX>${'<A'.repeat(2_500_000)}>`)).toBe('bank.no-statement {}')
  })
})

describe('values', () => {
  test.each([
    ['-12.50', -1250],
    ['-12,50', -1250],
    ['+1.234,56', 123456],
    ['1,234.56', 123456],
    ['- 10,00', -1000],
    ['10.0000', 1000],
    ['R$ 7', 700],
    ['12,5', 1250],
    ['0.00', 0],
    ['9999999999.99', 999999999999],
    ['99999999999.99', undefined],
    ['1.234', undefined],
    ['12,345', undefined],
    ['1e5', undefined],
    ['', undefined],
    ['--1', undefined],
  ])('%s', (text, cents) => expect(centsOf(text)).toBe(cents))

  test('every amount of whole cents is read as it is written, with a point or a comma', () =>
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), cents => {
        const text = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
        expect([centsOf(text), centsOf(text.replace('.', ','))]).toEqual([cents, cents])
      }),
    ))

  test.each([
    ['20261105', '2026-11-05'],
    ['20261105120000', '2026-11-05'],
    ['20261105000000[-3:GMT]', '2026-11-05'],
    ['20261105120000[0:GMT]', '2026-11-05'],
    ['20261106013000.000[0:GMT]', '2026-11-05'],
    ['20261105233000[-3:BRT]', '2026-11-05'],
    ['202611051030', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['05/11/2026', '2026-11-05'],
    ['00000000', undefined],
    ['20261305', undefined],
    ['hoje', undefined],
  ])('%s', (text, day) => expect(dayOfMoment(text, 'America/Sao_Paulo')).toBe(day))
})
