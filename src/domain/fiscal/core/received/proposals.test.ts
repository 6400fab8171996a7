import '../../../../../tests/fixedSeed.ts'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedOperations } from '../../rates/shippedLaw.ts'
import type { DocumentElement } from '../document/documentElement.ts'
import { entryOperationOf, isEntryOperation, operationsOn } from '../operations/operationTable.ts'
import { itemCosts } from './itemCosts.ts'
import { piecesInWords } from './packageWords.ts'
import { proposeFactor } from './proposeFactor.ts'

const operations = operationsOn(shippedOperations(), '2026-11-26')

const leaf = (name: string, text: string): DocumentElement => ({ name, attributes: {}, children: [], text })
const node = (name: string, ...children: DocumentElement[]): DocumentElement => ({ name, attributes: {}, children, text: '' })

const bought = (changes: object = {}) => ({
  xProd: 'REFRIGERANTE COLA LATA',
  cEAN: null,
  cEANTrib: null,
  uCom: 'CX',
  qCom: '10.0000',
  uTrib: 'CX',
  qTrib: '10.0000',
  ...changes,
})

describe('the factor', () => {
  test.each([
    ['what is taxed tells what a box holds', bought({ uTrib: 'UN', qTrib: '60.0000' }), '6', 'NOTA'],
    ['then its words', bought({ xProd: 'REFRIG COLA CX12' }), '12', 'NOME'],
    [
      'a box of bottles by litres is counted by words',
      bought({ xProd: 'AGUA FD 6X2L', uTrib: 'L', qTrib: '120.0000' }),
      '6',
      'NOME',
    ],
    [
      'what is sold in boxes and weighed enters by weight',
      bought({ xProd: 'QUEIJO', uTrib: 'KG', qTrib: '37.4500' }),
      '3.745',
      'NOTA',
    ],
    ['a bottle that is taxed by litres is a bottle', bought({ uCom: 'UN', uTrib: 'L', qTrib: '20.0000' }), '1', null],
    ['nothing said so', bought(), '1', null],
  ] as const)('%s', (_, item, fator, fator_de) => {
    expect(proposeFactor(item)).toEqual({ fator, fator_de })
  })

  test('follows what the store keeps: pieces, or the box', () => {
    const item = bought({ cEAN: '17890671606010', cEANTrib: '7890671606013', uTrib: 'UN', qTrib: '60.0000' })
    expect(proposeFactor(item, { codes: ['5', '7890671606013'], unit: 'UN' }).fator).toBe('6')
    expect(proposeFactor(item, { codes: ['5', '17890671606010'], unit: 'UN' }).fator).toBe('1')
    expect(proposeFactor(item, { codes: ['5', null], unit: 'Cx' }).fator).toBe('1')
    expect(proposeFactor(bought({ uTrib: 'KG', qTrib: '37.45' }), { codes: [], unit: 'KG' }).fator).toBe('3.745')
  })

  test('is what was entered before, while the supplier sends the same unit', () => {
    const item = bought({ uTrib: 'UN', qTrib: '60.0000' })
    expect(proposeFactor(item, undefined, { fator: '7', uCom: 'cx.' })).toEqual({ fator: '7', fator_de: 'ENTRADA' })
    expect(proposeFactor(item, undefined, { fator: '7', uCom: null }).fator).toBe('7')
    expect(proposeFactor(item, undefined, { fator: '1', uCom: 'UN' }).fator).toBe('6')
  })
})

test.each([
  ['COCA COLA LATA 350ML CX12', 'CX', 12],
  ['CERVEJA CX C/24 350ML', 'CX', 24],
  ['AGUA MINERAL FD 6X2L', 'FD', 6],
  ['SUCO 12 X 1,5L', 'CX', 12],
  ['CHOC 2X12UN', 'DP', 24],
  ['BISCOITO WAFER C/ 30', 'CX', 30],
  ['OVOS BANDEJA 30 UN', 'BDJ', 30],
  ['QUALQUER', 'CX24', 24],
  ['QUALQUER', 'DZ', 12],
  ['FARINHA PCT 1KG', 'PCT', undefined],
  ['ARROZ FD 30KG', 'FD', undefined],
  ['LEITE CX 1L', 'CX', undefined],
  ['CAFE 500G', 'PCT', undefined],
  ['PARAFUSO 6X2', 'UN', undefined],
])('%s by %s holds %s', (name, unit, pieces) => {
  expect(piecesInWords(name, unit)).toBe(pieces)
})

describe('the operation of entry', () => {
  test.each([
    ['5405', '500', '1403'],
    ['6404', '60', '2403'],
    ['5102', '102', '1102'],
    ['5102', '500', '1403'],
    ['5101', '00', '1102'],
    ['6108', '00', '2102'],
    ['5910', '41', '1910'],
    ['5202', '00', '1202'],
    ['5119', '00', '1118'],
    ['5655', '60', '1652'],
    ['5667', '60', '1653'],
    ['5929', '102', '1102'],
    ['5929', '60', '1403'],
    ['1556', '00', '1556'],
  ])('%s with %s is %s', (code, situation, entry) => {
    expect(entryOperationOf(operations, code, situation)).toBe(entry)
  })

  test('exists, whatever the supplier wrote', () => {
    for (let code = 5000; code < 7000; code += 1)
      expect(isEntryOperation(operations, entryOperationOf(operations, `${code}`))).toBe(true)
    expect(['1405', '2404', '2405', '1104', '5102', '110'].filter(code => isEntryOperation(operations, code))).toEqual([])
  })
})

test('costs of items add up to the note, with relief that is deducted and cents that no item says', () => {
  const cents = fc.integer({ min: 0, max: 5_000_000 })
  const line = fc.record({
    vProd: fc.integer({ min: 1, max: 50_000_000 }),
    vFrete: cents,
    vIPI: cents,
    vICMSST: cents,
    vICMSDeson: fc.integer({ min: 0, max: 1000 }),
    deducts: fc.constantFrom('0', '1', undefined),
  })
  const money = (value: number): string => (value / 100).toFixed(2)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: -1, max: 1 }), (lines, off) => {
      const items = lines.map(({ vProd, vFrete, vIPI, vICMSST, vICMSDeson, deducts }) =>
        node(
          'det',
          node('prod', leaf('vProd', money(vProd)), leaf('vFrete', money(vFrete))),
          node(
            'imposto',
            node(
              'ICMS',
              node(
                'ICMS30',
                leaf('vICMSST', money(vICMSST)),
                leaf('vICMSDeson', money(vICMSDeson)),
                ...(deducts === undefined ? [] : [leaf('indDeduzDeson', deducts)]),
              ),
            ),
            node('IPI', node('IPITrib', leaf('vIPI', money(vIPI)))),
          ),
        ),
      )
      const whole = lines.reduce(
        (sum, { vProd, vFrete, vIPI, vICMSST, vICMSDeson, deducts }) =>
          sum + vProd + vFrete + vIPI + vICMSST - (deducts === '1' ? vICMSDeson : 0),
        off,
      )
      fc.pre(whole > 0)
      const costs = itemCosts(node('infNFe', ...items, node('total', node('ICMSTot', leaf('vNF', money(whole))))))
      expect(costs.reduce((sum, cost) => sum.plus(cost), new Decimal(0)).toFixed(2)).toBe(money(whole))
      expect(costs.every(cost => cost.gte(0))).toBe(true)
      const [first] = lines
      if (lines.length === 1 && off === 0 && first?.deducts === '1')
        expect(costs[0]?.toFixed(2)).toBe(money(first.vProd + first.vFrete + first.vIPI + first.vICMSST - first.vICMSDeson))
    }),
  )
})
