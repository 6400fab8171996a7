import { expect, test } from 'vitest'
import { returnCfopOf } from './returnCfop.ts'

/** What comes back has the CFOP of the table, by the one under which it left. */
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
])('%s comes back under %s', (left, back) => expect(returnCfopOf(left)).toBe(back))
