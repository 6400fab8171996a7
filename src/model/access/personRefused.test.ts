import { expect, it } from 'vitest'
import { letsAnybody, personRefused } from './personRefused.ts'

it.each([
  [['logged'], 'reservas_ver', false],
  [['reservas_ver'], 'reservas_ver || owner', true],
  [['reservas_ver'], 'owner', false],
  [['owner'], 'reservas_ver', true],
  [['admin'], 'owner', true],
  [['owner'], 'admin', false],
  [['caixa && reservas_ver'], 'reservas_ver', true],
  [['caixa', 'reservas_ver'], 'caixa && reservas_ver', true],
  [['reservas_ver'], 'store.digital && reservas_ver', false],
  [['store.digital', 'reservas_ver'], 'store.digital && reservas_ver', true],
  [['!admin'], '!admin', true],
] as const)('whoever passes %j may do what asks for %s: %s', (given, needed, all) => {
  expect(personRefused(given, needed) === undefined).toBe(all)
})

it('names the one with the fewest rights', () => {
  expect(personRefused(['logged'], 'reservas_ver')).toMatchObject({ admin: false, owner: false, flags: {} })
  expect(personRefused(['true'], 'logged', true)).toMatchObject({ logged: false })
  expect(personRefused(['true'], 'logged')).toBeUndefined()
})

it('tells gates that nobody passes', () => {
  expect(letsAnybody(['caixa && !caixa'])).toBe(false)
  expect(letsAnybody(['caixa || !caixa'])).toBe(true)
  expect(letsAnybody(['admin && !owner'])).toBe(false)
  expect(letsAnybody(['caixa', '!caixa && !owner && !admin'])).toBe(false)
})

it('says nothing of a gate that cannot be read: it is told where it stands', () => {
  expect(personRefused(['caixa &&'], 'false')).toBeUndefined()
})
