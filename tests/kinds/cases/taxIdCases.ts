import fc from 'fast-check'
import { completeCnpj, completeCpf } from '../../../src/kinds/taxId/digits.ts'
import { digitTexts, fieldOfKind, fieldOfRefinement, type KindCase } from './kindCase.ts'

const cpfs = digitTexts(9)
  .filter(base => !/^(.)\1+$/.test(base))
  .map(completeCpf)
const cnpjs = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 12, maxLength: 12 })
  .filter(base => !/^(.)\1+$/.test(base))
  .map(completeCnpj)

export const taxIdCases: readonly KindCase[] = [
  {
    name: 'taxId',
    o: fieldOfKind('taxId'),
    values: fc.oneof(cpfs, cnpjs),
    reads: [
      // The examples of the revenue service and of Serpro's note on the CNPJ with letters.
      ['529.982.247-25', '52998224725'],
      ['111.444.777-35', '11144477735'],
      ['123.456.789-09', '12345678909'],
      ['000.000.001-91', '00000000191'],
      ['11.222.333/0001-81', '11222333000181'],
      ['00.000.000/0001-91', '00000000000191'],
      ['33.000.167/0001-01', '33000167000101'],
      ['12.ABC.345/01DE-35', '12ABC34501DE35'],
      ['12abc34501de35', '12ABC34501DE35'],
    ],
    refuses: [
      ['529.982.247-26', 'cpf-invalid'],
      ['111.111.111-11', 'cpf-invalid'],
      ['1114447773A', 'cpf-invalid'],
      ['11.222.333/0001-82', 'cnpj-invalid'],
      ['00.000.000/0000-00', 'cnpj-invalid'],
      ['12.ABC.345/01DE-36', 'cnpj-invalid'],
      ['12.ABC.345/01DE-3A', 'cnpj-invalid'],
      ['123', 'tax-id-invalid'],
    ],
    shows: [
      ['52998224725', '529.982.247-25'],
      ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ],
  },
  { name: 'cpf', o: fieldOfRefinement('cpf'), values: cpfs, refuses: [['11222333000181', 'cpf-invalid']] },
  { name: 'cnpj', o: fieldOfRefinement('cnpj'), values: cnpjs, refuses: [['52998224725', 'cnpj-invalid']] },
]
