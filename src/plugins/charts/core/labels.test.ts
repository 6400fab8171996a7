import { describe, expect, it } from 'vitest'
import { fittingLabel, labelWidth, shortText, wholeText } from './labels.ts'

const money = { kind: 'money', required: false } as const
const count = { kind: 'integer', required: false } as const

describe('figures in few characters', () => {
  it.each([
    [0, 'R$\u00a00'],
    [12.5, 'R$\u00a012,50'],
    [999, 'R$\u00a0999'],
    [1000, 'R$ 1 mil'],
    [1234, 'R$ 1,2 mil'],
    [345_678, 'R$ 346 mil'],
    [1_500_000, 'R$ 1,5 mi'],
    [9_999_999_999.99, 'R$ 10 bi'],
    [-2500, '-R$ 2,5 mil'],
  ])('%d is %s', (value, text) => expect(shortText(value, money)).toBe(text))

  it('of other kinds', () => {
    expect(shortText(1500, count)).toBe('1,5 mil')
    expect(shortText(12.34, { kind: 'percent', required: false })).toBe('12,3%')
    expect(shortText(7, { kind: 'decimal', required: false })).toBe('7')
  })
})

describe('figures whole', () => {
  it('as their kind says them', () => {
    expect(wholeText(1234.5, money)).toBe('R$\u00a01.234,50')
    expect(wholeText('2026-11-05', { kind: 'date', required: false })).toBe('05/11/2026')
    expect(wholeText(null, money)).toBe('—')
    expect(wholeText(3, { kind: 'choice', required: false, choices: [{ value: 3, title: 'Mesa' }] })).toBe('Mesa')
  })
})

it('cuts a name to the room there is, and leaves one that has it', () => {
  expect(fittingLabel('09/11', labelWidth('09/11'))).toBe('09/11')
  const cut = fittingLabel('Hambúrguer artesanal da casa', 90)
  expect(labelWidth(cut)).toBeLessThanOrEqual(90)
  expect(cut).toMatch(/^Hamb.*…$/)
})
