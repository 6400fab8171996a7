import { expect, test } from 'vitest'
import { readMonthText } from './monthText.ts'

test.each([
  '2026-11',
  '2026/11',
  '202611',
  '11/2026',
  '11-2026',
  '11/26',
  '112026',
  '11.2026',
  'nov/26',
  'Nov/2026',
  'nov 26',
  'novembro de 2026',
  'Novembro/2026',
  ' novembro 2026 ',
  'nov.26',
])('%s is November of 2026', text => expect(readMonthText(text)).toBe('2026-11'))

test.each(['3/2026', 'março de 2026', 'MAR/26', 'marco/2026'])('%s is March of 2026', text =>
  expect(readMonthText(text)).toBe('2026-03'),
)

test.each(['', '13/2026', '2026-00', 'novo/26', 'no/26', '11', '2026', '11/1999', 'novembro', '11/202', '00/26', '1/11/2026'])(
  '%s is no month',
  text => expect(readMonthText(text)).toBeUndefined(),
)
