import { expect, it } from 'vitest'
import kinds from '../../../schemas/kinds.json' with { type: 'json' }
import type { Refinement, ValueOptions } from '../kind.ts'
import { value } from './value.ts'

/** Refinements that keep digits, as definitions say them. */
const ofDigits = Object.entries(kinds.refinements).filter(([, one]) => 'keep' in one && one.keep === 'digits')
const optionsOf = (refine: unknown): ValueOptions => ({ kind: 'text', required: false, refine: refine as Refinement })
const said = (text: string, options: ValueOptions): string | null | undefined => {
  const read = value.parse(text, options)
  return read.ok ? read.value : undefined
}
const accepted = (text: string, options: ValueOptions) => {
  const read = value.accept(text, options)
  return read.ok ? read.value : undefined
}

it.each(ofDigits)('%s: what a number format added is no part of it, in files and in calls', (_, refine) => {
  const options = optionsOf(refine)
  for (const text of ['22021000.0', '22021000,00', '22021000.00', '22.021.000', '22.021.000,00'])
    for (const read of [said, accepted]) expect({ text, read: read(text, options) }).toEqual({ text, read: '22021000' })
})

it.each(ofDigits)('%s: decimals and lost digits are told, and nothing else is made of them', (_, refine) => {
  const options = optionsOf(refine)
  for (const text of ['22021000,5', '22021000.5', '7,89E+12', '7.8949E+12', '8E+12']) {
    expect({ text, read: said(text, options) }).toEqual({ text, read: undefined })
    expect(accepted(text, options)).toBeUndefined()
  }
  expect(value.parse('7,89E+12', options)).toMatchObject({ error: { code: 'digits-lost' } })
})

it('a code of a product is a number and no other: 9003-1 is not 90031', () => {
  const code = optionsOf(kinds.refinements.digits)
  for (const [text, read] of [
    ['9001.0', '9001'],
    ['9001,00', '9001'],
    ['1.234', '1234'],
    ['Cód: 12', '12'],
    ['9003-1', undefined],
    ['12.5', undefined],
    ['1,000', undefined],
  ])
    expect([text, said(String(text), code)]).toEqual([text, read])
})

it('codes with masks stay what they are, those that end with zeros too', () => {
  const of = (name: keyof typeof kinds.refinements) => optionsOf(kinds.refinements[name])
  expect(said('2203.00.00', of('ncm'))).toBe('22030000')
  expect(said('01.003.00', of('cest'))).toBe('0100300')
  expect(said('01310-100', of('cep'))).toBe('01310100')
  expect(said('01.310-100', of('cep'))).toBe('01310100')
  expect(said('5.102', of('cfop'))).toBe('5102')
  expect(said('+55 (11) 98765-4321', of('phone'))).toBe('11987654321')
})

it('a bar code that was a number is one again; one whose digits are lost is told in any field of text', () => {
  const free: ValueOptions = { kind: 'text', required: false }
  const reference: ValueOptions = { ...free, pattern: '^\\S+$' }
  expect(said('7894900011517.0', reference)).toBe('7894900011517')
  expect(said('A-12.0', reference)).toBe('A-12.0')
  for (const options of [free, reference])
    expect(value.parse('7,8912E+12', options)).toMatchObject({ ok: false, error: { code: 'digits-lost' } })
})

it('blanks that look alike are one, signs that nobody sees are none; several lines keep theirs', () => {
  const free: ValueOptions = { kind: 'text', required: false }
  for (const text of [
    'Água com\ngás',
    'Água\r\n\r\ncom gás\n',
    'Água com gás',
    'Água\u00a0com gás',
    'Água  com\u2009gás',
    'Água com\u200b gás ',
    '\ufeffÁgua\tcom gás',
  ])
    expect(said(text, free)).toBe('Água com gás')
  expect(said('👨‍👩‍👧', free)).toBe('👨‍👩‍👧')
  expect(said('a  b\n c', optionsOf({ kind: 'text', look: 'lines' }))).toBe('a  b\n c')
})
