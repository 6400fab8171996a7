import { afterAll, describe, expect, test } from 'vitest'
import { readStoredXml } from '../../../domain/fiscal/core/public.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { keyOfNote, noteXml } from '../simulator/fixtures/noteFixture.ts'
import { checkRules } from '../simulator/noteRules.ts'
import { checkFile } from './checkFile.ts'

/** The demands that the law of a day makes on a note: told by the checker of files and by the simulated authority, by the same number. */

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())

/** Values of both items (17.22 and 9.99 without ICMS) and of their totals, worked out by hand: 2026 at 0.1, 0 and 0.9 %, 2027 at 0.05, 0.05 and 8.7 %. */
const values = {
  2026: {
    rates: ['0.1000', '0.0000', '0.9000'],
    items: [
      ['0.02', '0.00', '0.02', '0.15'],
      ['0.01', '0.00', '0.01', '0.09'],
    ],
    totals: ['0.03', '0.00', '0.03', '0.24'],
  },
  2027: {
    rates: ['0.0500', '0.0500', '8.7000'],
    items: [
      ['0.01', '0.01', '0.02', '1.50'],
      ['0.00', '0.00', '0.00', '0.87'],
    ],
    totals: ['0.01', '0.01', '0.02', '2.37'],
  },
} as const
const bases = ['17.22', '9.99']
const vItem = {
  3: { 2026: ['21.00', '9.99'], 2027: ['22.52', '10.86'] },
  1: { 2026: ['21.00', '9.99'], 2027: ['21.00', '9.99'] },
} as const
const whole = { 3: { 2026: '30.99', 2027: '33.38' }, 1: { 2026: '30.99', 2027: '30.99' } } as const

type Year = 2026 | 2027
type Regime = 1 | 3

/** A good NF-e of the production environment, not signed. Of the Simples without ICMS, whose base then is the whole value. */
function good(day: string, regime: Regime, reform = true): string {
  const year: Year = day < '2027' ? 2026 : 2027
  const of = { issuer: '11444777000161', number: 7, environment: '1' as const, issuedAt: Date.parse(`${day}T15:00:00Z`) }
  const text = noteXml({ ...of, recipient: '00000000000191' })
    .replace('<CRT>2<', `<CRT>${regime}<`)
    .replace('NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL', 'Mercado Bom')
    .replace(/<PIS>.*?<\/COFINS>/g, found => (year === 2026 ? found : ''))
  const own =
    regime === 3
      ? text
      : text
          .replace(/<ICMS00>.*?<\/ICMS00>|<ICMS40>.*?<\/ICMS40>/g, '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>')
          .replace('<vBC>21.00</vBC><vICMS>3.78</vICMS>', '<vBC>0.00</vBC><vICMS>0.00</vICMS>')
  if (!reform) return own
  const { rates, items, totals } = values[year]
  let at = -1
  const valued = own.replace(/<\/imposto>/g, () => {
    at += 1
    const [uf, town, both, cbs] = items[at] ?? []
    const part = (name: string, rate: string | undefined, value: string | undefined) =>
      `<g${name}><p${name}>${rate}</p${name}><v${name}>${value}</v${name}></g${name}>`
    const base = regime === 3 ? bases[at] : ['21.00', '9.99'][at]
    const group = `<gIBSCBS><vBC>${base}</vBC>${part('IBSUF', rates[0], uf)}${part('IBSMun', rates[1], town)}<vIBS>${both}</vIBS>${part('CBS', rates[2], cbs)}</gIBSCBS>`
    return `<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib>${group}</IBSCBS></imposto><vItem>${vItem[regime][year][at]}</vItem>`
  })
  const none = '<vDif>0.00</vDif><vDevTrib>0.00</vDevTrib>'
  const credit = '<vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus>'
  const total =
    `<IBSCBSTot><vBCIBSCBS>${regime === 3 ? '27.21' : '30.99'}</vBCIBSCBS><gIBS><gIBSUF>${none}<vIBSUF>${totals[0]}</vIBSUF></gIBSUF>` +
    `<gIBSMun>${none}<vIBSMun>${totals[1]}</vIBSMun></gIBSMun><vIBS>${totals[2]}</vIBS>${credit}</gIBS>` +
    `<gCBS>${none}<vCBS>${totals[3]}</vCBS>${credit}</gCBS></IBSCBSTot><vNFTot>${whole[regime][year]}</vNFTot>`
  return valued.replace('</ICMSTot></total>', `</ICMSTot>${total}</total>`).replace(/NFe\w{44}/, `NFe${keyOfNote(of)}`)
}

/** Rules that the checker says are broken. */
const checked = (text: string): string[] =>
  checkFile(schemas, 'nota.xml', Buffer.from(text)).recalculated.differences.map(({ path, rule }) => `${path}: ${rule}`)
/** The answer of the authority; 100 where it finds nothing. */
function answered(text: string, asksReform = false): string {
  const info = readStoredXml(text).children.find(({ name }) => name === 'infNFe')
  const now = Date.parse(/<dhEmi>(.*?)</.exec(text)?.[1] ?? '')
  return (info && checkRules(info, { now, environment: '1', asksReform }))?.code ?? '100'
}

describe('notes that hold', () => {
  // The values of the Simples are those of the normal regime here: what they are worth is asked elsewhere.
  test.each([
    ['2026-03-10', 3],
    ['2027-01-02', 3],
  ] as const)('%s, CRT %s', (day, regime) => {
    const text = good(day, regime)
    expect([checked(text), answered(text), answered(text, true)]).toEqual([[], '100', '100'])
  })

  test('who need not tell IBS and CBS does not have to: the Simples until 03/01/2027, the normal regime in production', () => {
    for (const [day, regime] of [
      ['2026-12-31', 1],
      ['2027-01-03', 1],
      ['2027-01-02', 3],
    ] as const) {
      const text = good(day, regime, false)
      expect([checked(text), answered(text)]).toEqual([[], '100'])
    }
  })
})

describe('a note that breaks a rule is told by its number:', () => {
  const regimeless = (crt: number) => (text: string) => text.replace(/<CRT>\d</, `<CRT>${crt}<`)
  const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)
  test.each([
    ['vNFTot is missing', '2026-03-10', 3, swap(/<vNFTot>.*?<\/vNFTot>/, ''), '1004', 'total/vNFTot'],
    ['vItem is missing', '2026-03-10', 3, swap(/<vItem>.*?<\/vItem>/, ''), '1004', 'det[1]/vItem'],
    [
      'totals without values',
      '2026-03-10',
      3,
      swap(
        /<CST>000<\/CST><cClassTrib>000001<\/cClassTrib><gIBSCBS>.*?<\/gIBSCBS>/g,
        '<CST>410</CST><cClassTrib>410999</cClassTrib>',
      ),
      '1118',
      'total/IBSCBSTot',
    ],
    [
      'no values though the CST has them',
      '2026-03-10',
      3,
      swap(/<gIBSCBS>.*?<\/gIBSCBS>/, ''),
      '1022',
      'det[1]/imposto/IBSCBS/gIBSCBS',
    ],
    [
      'fuel without its own group',
      '2026-03-10',
      3,
      swap(
        /<CST>000<\/CST><cClassTrib>000001<\/cClassTrib><gIBSCBS>.*?<\/gIBSCBS>/,
        '<CST>620</CST><cClassTrib>620001</cClassTrib>',
      ),
      '1116',
      'gIBSCBSMono',
    ],
    ['the state’s rate of 2026', '2026-03-10', 3, swap('<pIBSUF>0.1000', '<pIBSUF>0.0500'), '1026', 'pIBSUF'],
    [
      'the state’s rate of 2027, while that of CBS is not known',
      '2027-01-02',
      3,
      swap('<pIBSUF>0.0500', '<pIBSUF>0.1000'),
      '1027',
      'pIBSUF',
    ],
    ['the municipality’s rate of 2027', '2027-01-02', 3, swap('<pIBSMun>0.0500', '<pIBSMun>0.0000'), '1036', 'pIBSMun'],
    ['the rate of CBS', '2026-03-10', 3, swap('<pCBS>0.9000', '<pCBS>8.7000'), '999', 'pCBS'],
    [
      'a reduction that the class has not',
      '2026-03-10',
      3,
      swap('<cClassTrib>000001<', '<cClassTrib>200047<'),
      '999',
      'cClassTrib',
    ],
    [
      'a reduction left out',
      '2026-03-10',
      3,
      swap('<CST>000</CST><cClassTrib>000001<', '<CST>200</CST><cClassTrib>200047<'),
      '999',
      'gRed/pRedAliq',
    ],
    [
      'a class that is none',
      '2026-03-10',
      3,
      swap('<cClassTrib>000001<', '<cClassTrib>000999<'),
      '999',
      'the table of classes has it not',
    ],
    ['a class before its time', '2025-04-10', 3, swap('', ''), '999', 'not in force'],
    [
      'values of what has none',
      '2026-03-10',
      3,
      swap('<CST>000</CST><cClassTrib>000001<', '<CST>410</CST><cClassTrib>410999<'),
      '999',
      'CST 410 has no values',
    ],
    [
      'PIS after its end',
      '2027-01-02',
      3,
      swap(
        '</ICMS><IBSCBS>',
        '</ICMS><PIS><PISAliq><CST>01</CST><vBC>10.00</vBC><pPIS>1.65</pPIS><vPIS>0.17</vPIS></PISAliq></PIS><IBSCBS>',
      ),
      '999',
      'PIS has ended',
    ],
    [
      'the selective tax before its beginning',
      '2026-03-10',
      3,
      swap('<IBSCBS>', '<IS><CSTIS>000</CSTIS><cClassTribIS>000001</cClassTribIS></IS><IBSCBS>'),
      '999',
      'has not begun',
    ],
    ['an operation that does not exist', '2026-03-10', 3, swap('<CFOP>5102', '<CFOP>5999'), '999', 'there is no such CFOP'],
    ['an entry that leaves', '2026-03-10', 3, swap('<CFOP>5102', '<CFOP>1102'), '518', 'prod/CFOP'],
    ['a departure that enters', '2026-03-10', 3, swap('<tpNF>1<', '<tpNF>0<'), '519', 'prod/CFOP'],
    ['abroad at home', '2026-03-10', 3, swap('<CFOP>5102', '<CFOP>7102'), '520', 'prod/CFOP'],
    ['another state at home', '2026-03-10', 3, swap('<CFOP>5102', '<CFOP>6102'), '523', 'prod/CFOP'],
    ['a CST of the Simples', '2026-03-10', 3, regimeless(1), '590', 'imposto/ICMS'],
    ['a CST of the MEI', '2026-03-10', 3, regimeless(4), '590', 'imposto/ICMS'],
    ['a CSOSN of the others', '2027-01-05', 1, regimeless(3), '591', 'imposto/ICMS'],
    ['a CSOSN above the sublimit', '2026-03-10', 1, regimeless(2), '591', 'imposto/ICMS'],
  ] as const)('%s', (_, day, regime, change, code, told) => {
    const text = change(good(day, regime))
    const found = checked(text).filter(one => one.includes(told))
    expect(found.length).toBeGreaterThan(0)
    if (code !== '999') expect(found.join()).toContain(`(rejection ${code})`)
    expect(answered(text)).toBe(code)
  })

  test.each([1, 4])('CRT %s from 04/01/2027: no IBS and CBS (1115)', crt => {
    const text = regimeless(crt)(good('2027-01-04', 1, false))
    expect(checked(text).join()).toContain(
      'det[1]/imposto/IBSCBS: demanded of the issuer’s regime from this day on (UB12-10) (rejection 1115)',
    )
    expect(answered(text)).toBe('1115')
  })

  test('the normal regime without IBS and CBS: only in homologation (1115)', () => {
    const text = good('2026-08-10', 3, false)
    expect([checked(text), answered(text), answered(text, true)]).toEqual([[], '100', '1115'])
  })
})
