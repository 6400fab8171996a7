import { expect, test } from 'vitest'
import { shippedOperations } from '../../rates/shippedLaw.ts'
import { entryOperationOf, isEntryOperation, operationsOn, returnOperationOf } from './operationTable.ts'

const shipped = operationsOn(shippedOperations(), '2026-11-26')

/** Returned goods have the CFOP of the table, by the one under which they left. */
test.each([
  ['5101', '1201'],
  ['5102', '1202'],
  ['6108', '2202'],
  ['6107', '2201'],
  ['5401', '1410'],
  ['5403', '1411'],
  ['5405', '1411'],
  ['5656', '1662'],
  ['7102', '3202'],
  ['5949', '1949'],
  ['1102', undefined],
  ['', undefined],
])('%s comes back under %s', (left, back) => expect(returnOperationOf(shipped, left)).toBe(back))

test('every row leads to an operation of entry that exists, of the same place', () => {
  for (const { id, entrada, devolucao } of shipped.values())
    for (const code of [entrada, devolucao]) {
      if (code === null) continue
      expect([id, code, isEntryOperation(shipped, code)]).toEqual([id, code, true])
      expect([id, Number(code[0])]).toEqual([id, Number(id[0]) - 4])
    }
})

test.each([
  ['5101', '1102'],
  ['5115', '1102'],
  ['5155', '1152'],
  ['5258', '1253'],
  ['5357', '1353'],
  ['5412', '1411'],
  ['5504', '1949'],
  ['5605', '1605'],
  ['5927', '1949'],
])('what was sold under %s enters as %s', (left, entry) => expect(entryOperationOf(shipped, left)).toBe(entry))

test('a row that changes, begins or ends changes what is booked', () => {
  const row = (id: string, changes: object = {}) => ({
    ...{ id, entrada: null, devolucao: null, vigencia_inicio: null, vigencia_fim: null },
    ...changes,
  })
  const rows = [
    row('5102', { entrada: '1199', devolucao: '1299' }),
    row('1199', { vigencia_inicio: '2027-01-01' }),
    row('1102', { vigencia_fim: '2026-12-31' }),
  ]
  const [before, after] = [operationsOn(rows, '2026-12-31'), operationsOn(rows, '2027-01-01')]
  expect(['1199', '1102'].map(code => isEntryOperation(before, code))).toEqual([false, true])
  expect(['1199', '1102'].map(code => isEntryOperation(after, code))).toEqual([true, false])
  expect(entryOperationOf(after, '5102', '60')).toBe('1199')
  expect(returnOperationOf(after, '5102')).toBe('1299')
})
