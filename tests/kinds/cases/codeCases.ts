import fc from 'fast-check'
import { digitTexts, fieldOfRefinement, type KindCase } from './kindCase.ts'

const eans = fc
  .constantFrom(7, 11, 12, 13)
  .chain(length => digitTexts(length))
  .map(base => {
    const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
    return `${base}${(10 - (sum % 10)) % 10}`
  })

export const codeCases: readonly KindCase[] = [
  {
    name: 'code',
    o: fieldOfRefinement('code', { maxLength: 64 }),
    values: fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,20}[\x21-\x7e])?$/),
    reads: [
      [' nsp7-mov12 ', 'nsp7-mov12'],
      ['a b', 'a b'],
    ],
    refuses: [
      ['ação', 'code-invalid'],
      ['a\nb', 'code-invalid'],
    ],
  },
  {
    name: 'accessKey',
    o: fieldOfRefinement('accessKey', { maxLength: 44 }),
    values: fc.stringMatching(/^[0-9A-Z]{1,44}$/),
    reads: [
      ['3526 1111.4447-7700', '3526111144477700'],
      ['12abc34501de35', '12ABC34501DE35'],
    ],
    refuses: [['1'.repeat(45), 'too-long']],
  },
  {
    name: 'serial',
    o: fieldOfRefinement('serial'),
    values: fc.integer({ min: -2_147_483_647 }),
    reads: [['1.234', 1234]],
    shows: [[1234567, '1234567']],
  },
  {
    name: 'digits',
    o: fieldOfRefinement('digits'),
    values: fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }).map(String),
    reads: [
      ['007', '7'],
      ['0', '0'],
      ['COD 12', '12'],
      ['999999999999999999', '999999999999999999'],
    ],
    refuses: [
      ['-5', 'digits-only'],
      ['12a', 'digits-only'],
      ['1234567890123456789', 'digits-only'],
    ],
  },
  {
    name: 'cep',
    o: fieldOfRefinement('cep'),
    values: digitTexts(8),
    reads: [['01310-100', '01310100']],
    refuses: [
      ['01310-1000', 'cep-invalid'],
      ['0131010', 'cep-invalid'],
    ],
    shows: [['01310100', '01310-100']],
  },
  {
    name: 'phone',
    o: fieldOfRefinement('phone'),
    values: fc.oneof(
      digitTexts(8).map(rest => `119${rest}`),
      digitTexts(7).map(rest => `213${rest}`),
      digitTexts(7).map(rest => `0800${rest}`),
    ),
    reads: [
      ['(11) 98765-4321', '11987654321'],
      ['+55 11 3456-7890', '1134567890'],
      ['+55 (11) 98765-4321', '11987654321'],
      ['4004-1234', '40041234'],
    ],
    refuses: [
      ['011 98888-7777', 'phone-invalid'],
      ['98765-4321', 'phone-invalid'],
      ['(01) 98765-4321', 'phone-invalid'],
      ['11 98765-43210', 'phone-invalid'],
    ],
    shows: [
      ['11987654321', '(11) 98765-4321'],
      ['1134567890', '(11) 3456-7890'],
    ],
  },
  {
    name: 'pixKey',
    o: fieldOfRefinement('pixKey'),
    values: fc.oneof(
      digitTexts(11),
      digitTexts(8).map(rest => `+55119${rest}`),
      fc.uuid(),
      digitTexts(1, 8).map(name => `caixa${name}@exemplo.com.br`),
    ),
    reads: [[' caixa@exemplo.com.br ', 'caixa@exemplo.com.br']],
    refuses: [['x'.repeat(78), 'too-long']],
  },
  {
    name: 'ncm',
    o: fieldOfRefinement('ncm'),
    values: digitTexts(8, 9),
    reads: [
      ['2402.20.00', '24022000'],
      ['NCM 24022000', '24022000'],
    ],
    refuses: [['2402', 'ncm-invalid']],
    shows: [
      ['24022000', '2402.20.00'],
      ['101011000', '1.0101.10.00'],
      ['021091001', '0210.91.00-1'],
      ['121120001', '1211.20.00-1'],
    ],
  },
  {
    name: 'stateRegistration',
    o: fieldOfRefinement('stateRegistration', { maxLength: 20 }),
    values: fc.oneof(digitTexts(12), fc.constant('ISENTO')),
    reads: [
      ['isento', 'ISENTO'],
      [' 110042490114 ', '110042490114'],
      ['110.042.490.114', '110042490114'],
      ['062.307.904/00-81', '0623079040081'],
    ],
    refuses: [
      ['12a', 'ie-invalid'],
      ['isenta', 'ie-invalid'],
    ],
  },
  {
    name: 'cest',
    o: fieldOfRefinement('cest'),
    values: digitTexts(7),
    reads: [
      ['cest_0100100', '0100100'],
      ['01.001.00', '0100100'],
    ],
    refuses: [['123', 'cest-invalid']],
    shows: [['0100100', '01.001.00']],
  },
  {
    name: 'cfop',
    o: fieldOfRefinement('cfop'),
    values: fc.integer({ min: 1000, max: 9999 }).map(String),
    reads: [['5.102', '5102']],
    refuses: [['0999', 'cfop-invalid']],
  },
  {
    name: 'ean',
    o: fieldOfRefinement('ean'),
    values: eans,
    reads: [
      ['4006381333931', '4006381333931'],
      ['96385074', '96385074'],
      ['036000291452', '036000291452'],
      ['10614141000415', '10614141000415'],
    ],
    refuses: [
      ['4006381333932', 'ean-invalid'],
      ['123', 'ean-invalid'],
    ],
  },
]
