import { describe, expect, it } from 'vitest'
import { fromPicker, pickerType, toPicker } from './date/picker.ts'
import { fitImage, keptImageType } from './image/resizeImage.ts'
import type { KindName, ValueOptions } from './kind.ts'
import { keyboardOf, parseTypedText, textAtRest, unitSignOf } from './typedText.ts'
import { toggleDay } from './weekdays/days.ts'

const field = (kind: KindName, more: Partial<ValueOptions> = {}): ValueOptions => ({ kind, required: false, ...more })
const money = field('money')

describe('what is typed', () => {
  it.each([
    ['19,9', 19.9],
    ['1.234,56', 1234.56],
    ['R$ 3,00', 3],
    ['0,5', 0.5],
    ['', null],
  ])('reads money %s', (text, value) => {
    expect(parseTypedText(text, money)).toEqual({ value })
  })
  it('says why a text is no number, and gives no value', () => {
    expect(parseTypedText('19,9x', money)).toMatchObject({ problem: { code: 'number-invalid' } })
  })
  it('reads dates as people write them', () => {
    expect(parseTypedText('31/01/2026', field('date'))).toEqual({ value: '2026-01-31' })
    expect(parseTypedText('31/02/2026', field('date')).problem?.code).toBe('date-invalid')
  })
})

describe('a resting input', () => {
  it('groups thousands and leaves the sign to stand beside', () => {
    expect(textAtRest(1234.5, money)).toBe('1.234,50')
    expect(textAtRest(-5, money)).toBe('-5,00')
    expect(unitSignOf(money)).toEqual({ before: 'R$' })
    expect(unitSignOf(field('percent'))).toEqual({ after: '%' })
  })
  it('never shows another value than it holds: what would be rounded is shown whole', () => {
    const text = textAtRest(1.239, money)
    expect(parseTypedText(text, money)).toEqual({ value: 1.239 })
  })
  it('masks codes, and reads the masked text again', () => {
    const cep = field('text', { refine: { kind: 'text', title: 'CEP', keep: 'digits', masks: ['#####-###'] } })
    expect(textAtRest('01310100', cep)).toBe('01310-100')
    expect(parseTypedText('01310-100', cep)).toEqual({ value: '01310100' })
    expect(textAtRest('0131', cep)).toBe('0131')
    expect(textAtRest('11222333000181', field('taxId'))).toBe('11.222.333/0001-81')
  })
  it('is empty for an empty value', () => {
    expect(textAtRest(null, money)).toBe('')
  })
})

it('asks the phone for the right keys', () => {
  expect(keyboardOf(field('money', { min: 0 }))).toBe('decimal')
  expect(keyboardOf(field('integer', { min: 0 }))).toBe('numeric')
  // A negative number needs the minus sign, which number pads lack.
  expect(keyboardOf(money)).toBe('text')
  expect(keyboardOf(field('text', { refine: { kind: 'text', title: '', keyboard: 'tel' } }))).toBe('tel')
})

it('goes between what people write and what the system picker wants', () => {
  for (const [text, picked] of [
    ['31/01/2026', '2026-01-31'],
    ['31/01/2026 18:30', '2026-01-31T18:30'],
    ['08:00', '08:00'],
  ] as const) {
    expect(toPicker(text)).toBe(picked)
    expect(fromPicker(picked)).toBe(text)
  }
  expect(toPicker('3/1')).toBe('')
  expect(['date', 'dateTime', 'time'].map(kind => pickerType(kind as KindName))).toEqual(['date', 'datetime-local', 'time'])
})

it('makes pictures fit without changing their shape, and leaves smaller ones alone', () => {
  expect(fitImage(2560, 1440)).toEqual({ width: 1280, height: 720 })
  expect(fitImage(1000, 3000)).toEqual({ width: 240, height: 720 })
  expect(fitImage(800, 600)).toEqual({ width: 800, height: 600 })
  expect([keptImageType('image/png'), keptImageType('image/webp'), keptImageType('image/jpeg')]).toEqual([
    'image/png',
    'image/jpeg',
    'image/jpeg',
  ])
})

it('keeps weekdays in order; none is an empty value', () => {
  expect(toggleDay([1, 5], 3)).toEqual([1, 3, 5])
  expect(toggleDay([1], 1)).toBeNull()
})
