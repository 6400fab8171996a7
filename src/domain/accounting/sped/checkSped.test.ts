import { describe, expect, test } from 'vitest'
import { operationsOn, shippedOperations } from '../../fiscal/public.ts'
import { checkSped, SpedCheck } from './checkSped.ts'

/**
 * The checker against a month written by hand from the guide's tables: a purchase, a sale with substitution, one to a consumer in Rio, an NFC-e, a cancelled
 * one, goods that came back, a stock. It holds; none of the changes below does.
 */

/** Fields after REG by the guide (3.1.8), of records that may end in empty ones. */
const lengths: Readonly<Record<string, number>> = {
  ...{ '0005': 9, '0150': 12, '0200': 12, C100: 28, C170: 37, C190: 11, E250: 9, H010: 10 },
}
const supplier = '35260261186888000193550010000000311123456780'
const sold = '35260211444777000161550010000000071123456789'
const rio = '35260211444777000161550010000000081123456786'
const consumer = '35260211444777000161650010000001011123456783'
const gone = '35260211444777000161650010000001021123456780'
const back = '35260211444777000161550010000000091123456783'

const records = [
  '0000|020|0|01022026|28022026|Padaria da Ana Ltda|11444777000161||SP|110042490114|3550308|||A|1',
  '0001|0',
  '0005|Padaria da Ana|01001000|Rua das Flores|10||Centro',
  '0100|Célia Conta|12345678909|1SP123456|||||||||celia@contas.br|3550308',
  '0150|61186888000193|Atacado Paulista Ltda|1058|61186888000193||110042490114|3550308||Rua Direita|7||Sé',
  '0150|00000000000191|Mercado Bom Ltda|1058|00000000000191||110042490114|3550308||Rua Direita|7||Sé',
  '0150|52998224725|João de Souza|1058||52998224725||3304557||Rua Direita|7||Sé',
  '0190|UN|Unidade',
  '0190|KG|Quilo',
  '0200|77|Farinha|7897254560052||KG|00|11010010||11',
  '0200|78|Copo|||UN|00',
  '0990|12',
  'B001|1',
  'B990|2',
  'C001|0',
  // 50 kg for 500.00 with IPI 5.00 and tax withheld 8.00, which are part of what they cost; a relief of 3.00 taken off.
  `C100|0|1|61186888000193|55|00|001|31|${supplier}|03022026|04022026|510,00|1|0,00|3,00|513,00|9|0,00|0,00|0,00|500,00|90,00|0,00|0,00`,
  'C170|1|77|Farinha|50,00000|KG|513,00|0,00|0|000|1102||500,00|18,00|90,00|||||||||||||||||||||||3,00',
  'C190|000|1102|18,00|510,00|500,00|90,00|0,00|0,00|0,00|0,00',
  // 100.00 and IPI 5.00; 105.00 × 1.4 × 18 % − 18.00 = 8.46.
  `C100|1|0|00000000000191|55|00|001|7|${sold}|05022026|05022026|113,46|0|0,00|0,00|100,00|9|0,00|0,00|0,00|100,00|18,00|147,00|8,46|5,00`,
  'C190|010|5403|18,00|113,46|100,00|18,00|147,00|8,46|0,00|5,00',
  `C100|1|0|52998224725|55|00|001|8|${rio}|06022026|06022026|100,00|0|0,00|0,00|100,00|9|0,00|0,00|0,00|100,00|12,00|0,00|0,00|0,00`,
  'C101|2,00|8,00|0,00',
  'C190|000|6108|12,00|100,00|100,00|12,00|0,00|0,00|0,00|0,00',
  `C100|1|0||65|00|001|101|${consumer}|10022026|10022026|59,90|0|0,00|0,00|59,90|9|0,00|0,00|0,00|29,95|5,39`,
  'C190|020|5102|18,00|59,90|29,95|5,39|0,00|0,00|29,95|0,00',
  `C100|1|0||65|02|001|102|${gone}`,
  // A tenth of what was sold comes back: 10.00, IPI 0.50, 0.85 of the tax withheld.
  `C100|0|0|00000000000191|55|00|001|9|${back}|12022026|12022026|11,35|2|0,00|0,00|10,00|9|0,00|0,00|0,00|10,00|1,80|14,70|0,85|0,50`,
  'C190|010|1411|18,00|11,35|10,00|1,80|14,70|0,85|0,00|0,50',
  'C990|15',
  'D001|1',
  'D990|2',
  'E001|0',
  'E100|01022026|28022026',
  // Debits 18.00 + 12.00 + 5.39, credits 90.00 + 1.80: 56.41 are left.
  'E110|35,39|0,00|0,00|0,00|91,80|0,00|0,00|0,00|0,00|0,00|0,00|0,00|56,41|0,00',
  'E200|SP|01022026|28022026',
  'E210|1|0,00|0,85|0,00|0,00|0,00|8,46|0,00|0,00|7,61|0,00|7,61|0,00|0,00',
  'E250|001|7,61|10032026|063-2|||||022026',
  'E300|RJ|01022026|28022026',
  'E310|1|0,00|8,00|0,00|0,00|0,00|8,00|0,00|8,00|0,00|0,00|0,00|2,00|0,00|0,00|0,00|2,00|0,00|2,00|0,00|0,00',
  'E990|9',
  'G001|1',
  'G990|2',
  'H001|0',
  'H005|31122025|42,50|01',
  'H010|77|KG|10,000|4,200000|42,00|0',
  'H010|78|UN|1,000|0,500000|0,50|0',
  'H990|5',
  'K001|1',
  'K990|2',
  '1001|0',
  '1010|N|N|N|N|N|N|N|N|N|N|N|N|N',
  '1990|3',
]

/** The whole file, with a block 9 that counts what is there. */
function fileOf(lines: readonly string[]): string {
  const regs = lines.map(line => line.slice(0, line.indexOf('|')))
  const kinds = [...new Set(regs), '9001', '9900', '9990', '9999']
  const count = (reg: string): number =>
    reg === '9900' ? kinds.length : reg.startsWith('9') ? 1 : regs.filter(one => one === reg).length
  const closing = [
    '9001|0',
    ...kinds.map(reg => `9900|${reg}|${count(reg)}`),
    `9990|${kinds.length + 3}`,
    `9999|${lines.length + kinds.length + 3}`,
  ]
  return [...lines, ...closing].map(line => `|${padded(line)}|\r\n`).join('')
}

function padded(line: string): string {
  const fields = line.split('|')
  const missing = (lengths[fields[0] ?? ''] ?? 0) + 1 - fields.length
  return missing > 0 ? line + '|'.repeat(missing) : line
}

const operations = operationsOn(shippedOperations(), '2026-02-28')
const problemsOf = (lines: readonly string[]): string => checkSped(fileOf(lines), operations).join('\n')
/** The month with the first place of a text changed. */
const changed = (from: string, to: string): string[] => {
  const at = records.findIndex(line => line.includes(from))
  if (at < 0) throw new Error(`no ${from}`)
  return records.map((line, place) => (place === at ? line.replace(from, to) : line))
}
const without = (start: string): string[] => records.filter(line => !line.startsWith(start))

test('the month by hand holds', () => {
  expect(problemsOf(records)).toBe('')
})

test('what is owed and has no obligation yet is left to the accountant', () => {
  const check = new SpedCheck(operations)
  for (const line of fileOf(records).split('\r\n').slice(0, -1)) check.line(line)
  expect(check.end()).toEqual([])
  expect(check.left().map(({ of, value }) => `${of} ${value.toFixed(2)}`)).toEqual(['E310 RJ 10.00'])
})

describe('a change is found:', () => {
  test.each([
    // Form.
    ['a field too few', 'E110|35,39|0,00', 'E110|35,39', 'E110 has 13 fields, not 14'],
    ['a point in place of a comma', 'E110|35,39', 'E110|35.39', 'VL_TOT_DEBITOS is no number of its kind'],
    ['a required field left out', '0190|KG|Quilo', '0190|KG|', '0190 lacks DESCR'],
    ['a record of no layout', '0190|KG|Quilo', '0191|KG|Quilo', 'is no record'],
    ['a block that says that it is empty', 'C001|0', 'C001|1', 'C001 says that the block is empty'],
    ['a wrong count of lines', 'C990|15', 'C990|14', 'C990 says 14 lines'],
    // Block 0.
    ['a store that is no company', '|11444777000161||SP', '|11444777000162||SP', 'is no CNPJ or CPF'],
    ['a town of another state', '|110042490114|3550308|||A|1', '|110042490114|3304557|||A|1', 'COD_MUN is of another state'],
    ['two months', '01022026|28022026|Padaria', '01012026|28022026|Padaria', 'not of days of one month'],
    ['a participant with both numbers', '1058||52998224725|', '1058|00000000000191|52998224725|', 'either CNPJ or CPF'],
    [
      'a participant that nobody is',
      '0150|52998224725|João de Souza|1058||52998224725',
      '0150|52998224725|João de Souza|1058||52998224726',
      'no CNPJ or CPF',
    ],
    ['a participant in no town', '52998224725||3304557', '52998224725||9904557', 'is no municipality'],
    ['a participant that is not named', '|52998224725|55|', '|00000000000191|55|', 'nothing names 52998224725 of 0150'],
    [
      'a participant that is not listed',
      '|00000000000191|55|00|001|7',
      '|00000000000192|55|00|001|7',
      '0150 has no 00000000000192',
    ],
    ['an item that is not listed', 'H010|78', 'H010|79', '0200 has no 79'],
    ['a bar code that is none', '7897254560052', '7897254560053', 'is no GTIN'],
    ['a kind of item that is none', '||UN|00', '||UN|11', 'TIPO_ITEM is 11'],
    ['a chapter of another NCM', '|11010010||11', '|11010010||12', 'COD_GEN'],
    // Documents.
    ['a key without its digit', sold, `${sold.slice(0, 43)}0`, 'does not end in its check digit'],
    ['another number than the key’s', '|001|7|', '|001|6|', 'NUM_DOC is 6'],
    ['a series of two places', '|001|7|', '|01|7|', 'SER is 01'],
    ['another model than the key’s', '52998224725|55|', '52998224725|01|', 'COD_MOD is 01'],
    ['goods that came in before they left', '03022026|04022026', '03022026|02022026', 'DT_E_S'],
    ['goods that came in after the month', '03022026|04022026', '03022026|04032026', 'DT_E_S'],
    ['no recipient', '|00000000000191|55|00|001|7', '||55|00|001|7', 'no COD_PART'],
    ['a recipient of an NFC-e', 'C100|1|0||65|00', 'C100|1|0|52998224725|65|00', 'an NFC-e has no COD_PART'],
    ['an NFC-e that came in', 'C100|1|0||65|00', 'C100|0|0||65|00', 'an NFC-e is never an entry'],
    ['IPI of an NFC-e', '29,95|5,39', '29,95|5,39|||1,00', 'an NFC-e has no VL_IPI'],
    ['a freight by nobody', '100,00|9|0,00|0,00|0,00|100,00|18,00', '100,00|5|0,00|0,00|0,00|100,00|18,00', 'IND_FRT is 5'],
    ['a value of a cancelled note', gone, `${gone}|10022026`, 'a cancelled document has no values'],
    // Sums of documents.
    ['another total', '|113,46|0|', '|113,47|0|', 'VL_DOC: 113.47 in place of 113.46'],
    ['another base', '|100,00|18,00|147,00|8,46|5,00', '|100,01|18,00|147,00|8,46|5,00', 'VL_BC_ICMS: 100.01'],
    ['another tax', 'C190|010|5403|18,00|113,46|100,00|18,00', 'C190|010|5403|18,00|113,46|100,00|18,01', 'VL_ICMS: 18.00'],
    [
      'another tax withheld',
      'C190|010|5403|18,00|113,46|100,00|18,00|147,00|8,46',
      'C190|010|5403|18,00|113,46|100,00|18,00|147,00|8,45',
      'VL_ICMS_ST: 8.46',
    ],
    ['IPI that C190 does not tell', '|147,00|8,46|0,00|5,00', '|147,00|8,46|0,00|0,00', 'VL_IPI: 5.00 in place of 0.00'],
    ['goods that items do not tell', '|3,00|513,00|', '|3,00|500,00|', 'VL_MERC: 500.00 in place of 513.00'],
    ['a relief that items do not tell', '|0,00|3,00|513,00', '|0,00|0,00|513,00', 'VL_ABAT_NT'],
    ['an item’s base', '1102||500,00', '1102||499,00', 'VL_BC_ICMS of 000 1102 18,00'],
    ['an item in another unit', '50,00000|KG', '50,00000|UN', 'UN is not the unit of 77'],
    [
      'an item of another combination',
      'KG|513,00|0,00|0|000|1102',
      'KG|513,00|0,00|0|000|1101',
      'combinations of C170 and C190 differ',
    ],
    ['an operation that does not exist', '|5403|', '|5404|', 'there is no CFOP 5404'],
    ['an entry with an operation of departure', 'C190|010|1411', 'C190|010|5411', 'CFOP 5411 is of another direction'],
    ['an NFC-e to another state', 'C190|020|5102', 'C190|020|6102', 'CFOP 6102 is of another direction'],
    ['a situation that is none', 'C190|000|6108', 'C190|099|6108', '099 is no CST'],
    [
      'a purchase with a reduced base that takes nothing off',
      'C190|000|1102|18,00|510,00|500,00|90,00',
      'C190|020|1102|18,00|510,00|500,00|90,00',
      'no VL_RED_BC',
    ],
    ['a reduced base that takes nothing off', '|0,00|0,00|29,95|0,00', '|0,00|0,00|0,00|0,00', 'no VL_RED_BC'],
    // Taxes.
    ['debits', 'E110|35,39', 'E110|35,40', 'E110 debits: 35.40 in place of 35.39'],
    ['credits', '|91,80|', '|90,00|', 'E110 credits: 90.00 in place of 91.80'],
    ['what is left', '|56,41|', '|56,40|', 'VL_SLD_CREDOR_TRANSPORTAR'],
    ['tax withheld for a state', '|8,46|0,00|0,00|7,61', '|8,40|0,00|0,00|7,61', 'E210 SP VL_RETENCAO_ST'],
    ['what came back of it', 'E210|1|0,00|0,85|0,00', 'E210|1|0,00|0,00|0,85', 'E210 SP VL_DEVOL_ST'],
    ['what is paid of it', 'E250|001|7,61', 'E250|001|7,60', 'obligations of E210 SP'],
    ['the state of the tax withheld', 'E200|SP', 'E200|RJ', 'no E200 of SP'],
    ['the difference of rates', 'C101|2,00|8,00', 'C101|2,00|7,00', 'E310 RJ VL_TOT_DEBITOS_DIFAL'],
    ['the fund', 'C101|2,00|8,00', 'C101|1,00|8,00', 'E310 RJ VL_TOT_DEB_FCP'],
    // Stock.
    ['the stock', '42,50|01', '42,49|01', 'H005: 42.49 in place of 42.50'],
    ['an item of the stock', '4,200000|42,00', '4,200000|42,02', 'is not 10,000 × 4,200000'],
    ['its unit', 'H010|77|KG', 'H010|77|UN', 'UN is not its unit'],
  ])('%s', (_, from, to, problem) => {
    expect(problemsOf(changed(from, to))).toContain(problem)
  })

  test.each([
    ['C190|010|5403', 'no C190'],
    ['C170|1|77', 'no C170'],
    ['E110|', 'there are 0 E110'],
    ['E200|SP', 'E210'],
    ['C101|', 'E310 RJ VL_TOT_DEBITOS_DIFAL'],
    ['0000|', 'there are 0 0000'],
    ['D001|', 'closes what nothing opened'],
  ])('%s is not there', (start, problem) => {
    expect(problemsOf(without(start))).toContain(problem)
  })

  test.each([
    ['9900 that counts wrongly', '|9900|C190|5|', '|9900|C190|4|', '9900 says 4 of C190, there are 5'],
    ['9900 of what is not there', '|9900|C190|5|', '|9900|C191|5|', '9900 names C191'],
    ['another count of lines', `|9999|${records.length + 45}|`, '|9999|1|', 'says 1 lines'],
  ])('block 9: %s', (_, from, to, problem) => {
    const file = fileOf(records)
    expect(file).toContain(from)
    expect(checkSped(file.replace(from, to)).join('\n')).toContain(problem)
  })
})
