import { expect, it } from 'vitest'
import { messageParameters } from './messageParameters.ts'

const source = (text: string, ...members: string[]) => ({ text, members: new Set(members) })
const messages = (text: string) => ({ messages: { 'a.b': { text, kind: 'info' as const } } })

it('keeps what the code passes, and leaves out what nobody passes', () => {
  const sources = [source("say('a.b', { name })", 'name'), source('', 'other')]
  expect(messageParameters(messages('{name}'), new Set(), sources)).toEqual({ 'a.b': ['name'] })
  expect(messageParameters(messages('{nome}'), new Set(), sources)).toEqual({ 'a.b': [] })
  expect(messageParameters(messages('Nada'), new Set(), sources)).toEqual({})
})

it('takes any member of the code, and of `params` in definitions, for a code that is put together elsewhere', () => {
  expect(messageParameters(messages('{other} {uf} {zz}'), new Set(['uf']), [source('', 'other')])).toEqual({
    'a.b': ['other', 'uf'],
  })
})
