import { expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'
import type { CallContract } from '../../source/callContract.ts'

const calls: readonly CallContract[] = [
  { method: 'GET', path: 'loja/estado', gate: 'logged', gives: ['aberta', 'motivo'] },
  { method: 'GET', path: 'loja/tudo', gate: 'logged' },
]

type Json = Readonly<Record<string, unknown>>

/** Problems of the shop's definitions with further words in a file, or a further file. */
function told(path: string, change: (value: Json) => Json): string[] {
  const known = shopDefinitions.some(file => file.path === path)
  const files = shopDefinitions.map(file =>
    file.path === path ? { path, text: JSON.stringify(change(JSON.parse(file.text))) } : file,
  )
  return readModel(known ? files : [...files, { path, text: JSON.stringify(change({})) }], { calls })
    .problems.filter(({ file }) => file === path)
    .filter(({ code }) => code === 'field-unknown')
    .map(({ code, didYouMean }) => `${code} ${didYouMean ?? ''}`.trim())
}

const asked = (path: string, when: string) =>
  told('registers/cardapio/produtos.schema.json', value => {
    const properties = value.properties as Json
    const [[name, field] = ['', {}]] = Object.entries(properties).filter(([, one]) => (one as Json).type === 'string')
    const lookup = { path, query: { value: 'value' }, problem: { when, message: 'x.used' } }
    return { ...value, properties: { ...properties, [name]: { ...(field as Json), lookup } } }
  })

it('a condition beside a lookup names what the call brings', () => {
  expect(asked('produtos/uniqCodigo', 'reply.count > 0')).toEqual([])
  expect(asked('produtos/uniqCodigo', 'reply.cout > 0')).toEqual(['field-unknown count'])
  expect(asked('loja/estado', 'reply.aberta && reply.motvo != ""')).toEqual(['field-unknown motivo'])
})

it('a call that does not say all that it answers is asked nothing', () => {
  expect(asked('loja/tudo', 'reply.cout > 0')).toEqual([])
})

it('the states of a screen, and the actions of its register, name what the screen reads', () => {
  const screen = (text: string) =>
    told('screens/estado.json', () => ({
      title: 'Estado',
      path: '/estado',
      gate: 'cardapio_ver',
      states: {
        register: 'produtos',
        load: { method: 'GET', path: 'loja/estado' },
        states: [{ when: 'reply.aberta', title: 'Aberta', tone: 'positive', icon: 'store', items: [{ text }] }],
      },
    }))
  expect(screen('reply.motivo')).toEqual([])
  expect(screen('reply.motvo')).toEqual(['field-unknown motivo'])
})
