import { describe, expect, test } from 'vitest'
import { messageTexts } from '../../../model/formatMessage.ts'
import { readDefinitions } from '../../start/definitions.ts'
import { letterValue, longestLetterValue } from './letterValue.ts'
import { mailHtml } from './mailHtml.ts'
import { mailFromTemplate } from './mailTemplates.ts'

const { model } = readDefinitions()

/** Every letter of the definitions, with the values that it says. */
const letters = Object.keys(model.messages)
  .filter(code => code.endsWith('.subject'))
  .map(code => {
    const name = code.slice(0, -'.subject'.length)
    const texts = ['subject', 'text', 'button'].flatMap(part => {
      const message = model.messages[`${name}.${part}`]
      return message ? messageTexts(message) : []
    })
    return { name, said: [...new Set(texts.flatMap(text => [...text.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? '')))] }
  })

const to = 'pessoa@exemplo.com.br'
const link = 'https://loja.exemplo/confirmacao?t=abc&reset=true'
const own: Readonly<Record<string, string>> = { link, address: 'https://loja.exemplo' }

const hostile = [
  'Oi\n\nhttps://evil.example/login\n\nfim',
  'Oi\r\rhttps://evil.example/login\u2028\u2028\u2029fim\u0085\u000b\u000c',
  'http:///evil.example www.evil.example evil.example/login HTTPS://EVIL.EXAMPLE',
  '<a href="https://evil.example">Entrar</a><img src=x onerror=alert(1)>',
  '{link}\n\n{link}',
  `Nome\r\nBcc: todos@exemplo.com.br\r\n\r\n${'a'.repeat(50_000)}`,
  '\u202eelpmaxe.live//:sptth\u200b',
]

test('the letters are found', () => {
  expect(letters.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'invite',
      'store-invite',
      'welcome',
      'access',
      'reset',
      'email-proof',
      'known-sign-up',
      'accountant-files',
      'invoice-files',
    ]),
  )
  expect(letters.every(({ name }) => model.messages[`${name}.text`] && model.messages[`${name}.button`])).toBe(true)
})

describe.each(letters)('$name', ({ name, said }) => {
  const written = (values: Readonly<Record<string, string>>) => {
    const letter = mailFromTemplate(model, name, to, {
      ...Object.fromEntries(said.map(param => [param, 'Ana'])),
      ...Object.fromEntries(said.filter(param => param in own).map(param => [param, own[param] ?? ''])),
      ...values,
    })
    return { ...letter, html: mailHtml(letter.text, letter.button, letter.link) }
  }
  const plain = written({})

  test('has its button where it has a link of its own', () => {
    expect(plain.html.match(/<a /g) ?? []).toHaveLength(said.includes('link') ? 1 : 0)
    if (said.includes('link')) expect(plain.html).toContain('<a href="https://loja.exemplo/confirmacao?t=abc&#38;reset=true"')
  })

  const values = said.filter(param => !(param in own))
  test.each(values.flatMap(param => hostile.map((value, at) => ({ param, at, value }))))(
    'is itself whatever $param is ($at)',
    ({ param, value }) => {
      const letter = written({ [param]: value })
      expect(letter.text.split('\n')).toHaveLength(plain.text.split('\n').length)
      expect(letter.subject).not.toMatch(/[\r\n]/)
      expect(letter.html.match(/<(?!\/)[a-z]+/gi)).toEqual(plain.html.match(/<(?!\/)[a-z]+/gi))
      expect(letter.html.match(/href="[^"]*"/g)).toEqual(plain.html.match(/href="[^"]*"/g))
      for (const part of [letter.subject, letter.text, letter.button]) {
        expect(part).not.toMatch(/evil\.example/i)
        expect(part.match(/\S+:\/\/\S+/g) ?? []).toEqual((part === letter.text ? plain.text : '').match(/\S+:\/\/\S+/g) ?? [])
        expect(part.length).toBeLessThan(1500)
      }
    },
  )
})

test('a name stays a name', () => {
  for (const name of ['Cantina da Ana', 'Pão & Cia. Ltda.', 'João d’Ávila (matriz) 24h', '', '1ª Loja: centro'])
    expect(letterValue(name)).toBe(name)
  expect(letterValue('a'.repeat(500))).toHaveLength(longestLetterValue)
})

test('a figure stays a figure, and no address becomes one', () => {
  for (const figure of ['R$ 2.149,26', '-1.234.567,8 kg', '31.12.2026', '123.456.789-09', '12.345.678/0001-90'])
    expect(letterValue(figure)).toBe(figure)
  for (const address of ['10.0.0.1', '1.234.com', '1.2.evil.example', 'x1.2.com', '3.141.evil', '1.1.1.1:80/x', 'loja.1.com.br'])
    expect(letterValue(address)).not.toMatch(/\d+\.\d+\.\d+\.\d+|[a-z\d]\.[a-z]/)
})

test('the address of who gets the letter stands in it as it is', () => {
  expect(mailFromTemplate(model, 'reset', to, { email: to, link }).text).toContain(to)
})
