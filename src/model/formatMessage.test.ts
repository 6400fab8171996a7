import { expect, test } from 'vitest'
import { formatMessage } from './formatMessage.ts'

const model = { messages: { maximum: { text: 'O valor máximo é {max}', kind: 'validation' as const, when: '' } } }

test('what is counted has the form of its number', () => {
  const text = { zero: 'Nenhuma linha', one: '{count} linha', other: '{count} linhas' }
  const rows = {
    messages: {
      rows: { text, kind: 'label' as const },
      left: { text: { ...text, many: '{n} de linhas' }, count: 'n', kind: 'label' as const },
    },
  }
  const say = (count: number) => formatMessage(rows, 'rows', { count })
  expect([0, 1, 2, 11_390].map(say)).toEqual(['Nenhuma linha', '1 linha', '2 linhas', '11.390 linhas'])
  expect(formatMessage(rows, 'left', { n: 2_000_000, count: 1 })).toBe('2.000.000 de linhas')
  // @ts-expect-error: a text for the count would be said as many, whatever it says.
  expect(formatMessage(rows, 'rows', { count: '1' })).toBe('1 linhas')
})

test('a count is written as Brazil does where the text does not depend on it, too', () => {
  const total = { messages: { total: { text: 'Total de {count}', kind: 'label' as const } } }
  expect(formatMessage(total, 'total', { count: 11_390 })).toBe('Total de 11.390')
})

test('limits with decimals are written as in Brazil, whole numbers as they are', () => {
  expect(formatMessage(model, 'maximum', { max: 9999999999.99 })).toBe('O valor máximo é 9.999.999.999,99')
  expect(formatMessage(model, 'maximum', { max: 999.9999 })).toBe('O valor máximo é 999,9999')
  expect(formatMessage(model, 'maximum', { max: 1000 })).toBe('O valor máximo é 1000')
  expect(formatMessage(model, 'maximum', {})).toBe('O valor máximo é {max}')
  expect(formatMessage(model, 'desconhecido')).toBe('desconhecido')
})
