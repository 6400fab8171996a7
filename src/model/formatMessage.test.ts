import { expect, test } from 'vitest'
import { formatMessage } from './formatMessage.ts'

const model = { messages: { maximum: { text: 'O valor máximo é {max}', kind: 'validation' as const, when: '' } } }

test('limits with decimals are written as in Brazil, whole numbers as they are', () => {
  expect(formatMessage(model, 'maximum', { max: 9999999999.99 })).toBe('O valor máximo é 9.999.999.999,99')
  expect(formatMessage(model, 'maximum', { max: 999.9999 })).toBe('O valor máximo é 999,9999')
  expect(formatMessage(model, 'maximum', { max: 1000 })).toBe('O valor máximo é 1000')
  expect(formatMessage(model, 'maximum', {})).toBe('O valor máximo é {max}')
  expect(formatMessage(model, 'desconhecido')).toBe('desconhecido')
})
