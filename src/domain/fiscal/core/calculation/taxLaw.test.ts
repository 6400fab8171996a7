import { expect, test } from 'vitest'
import { shippedLaw } from '../../rates/shippedLaw.ts'
import { taxLawOn } from './taxLaw.ts'

const on = (day: string, more: Parameters<typeof taxLawOn>[0]['limits'] = []) => {
  const law = shippedLaw()
  return taxLawOn({ ...law, limits: [...law.limits, ...more] }, { day, modelo: '55', regime: 3, uf: 'SP' })
}

test.each([
  ['SP', 'RJ', '0', 12],
  ['SP', 'BA', '0', 7],
  ['SP', 'ES', '0', 7],
  ['BA', 'SP', '0', 12],
  ['ES', 'SP', '5', 12],
  ['SP', 'BA', '1', 4],
  ['SP', 'SP', '1', undefined],
  ['SP', 'EX', '0', undefined],
])('from %s to %s, origin %s: %s', (from, to, orig, rate) => {
  expect(on('2026-11-23').interstateRate(from, to, orig)?.toNumber()).toBe(rate)
})

test('rates between states are of their day, and one that has ended is not known', () => {
  const from2029 = {
    limite: 'ICMS_INTERESTADUAL',
    uf: 'BR',
    valor: 10.8,
    vigencia_inicio: '2029-01-01',
    vigencia_fim: '2029-12-31',
  }
  expect(on('2028-12-31', [from2029]).interstateRate('SP', 'RJ', '0')?.toNumber()).toBe(12)
  expect(on('2029-01-01', [from2029]).interstateRate('SP', 'RJ', '0')?.toNumber()).toBe(10.8)
  const none = taxLawOn({ ...shippedLaw(), limits: [from2029] }, { day: '2030-01-01', modelo: '55', regime: 3, uf: 'SP' })
  expect(none.interstateRate('SP', 'RJ', '0')).toBeUndefined()
})
