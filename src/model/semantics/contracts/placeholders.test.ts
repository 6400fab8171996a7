import { expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'
import type { CallContract } from '../../source/callContract.ts'

const calls: readonly CallContract[] = [
  { method: 'POST', path: 'produtos/publicar', gate: 'cardapio_editar', takes: ['lojaId', 'ids'], gives: ['publicados'] },
  { method: 'GET', path: 'Apps/buscaCEP/:cep', gate: 'logged' },
  { method: 'POST', path: 'users/change-password', gate: 'logged' },
]
const call = { method: 'POST', path: 'produtos/publicar', body: { ids: 'selection' } }

/** Problems of an action of products, and of the text that it says. */
function told(action: object, text: string | object = 'Pronto'): string[] {
  const ui = 'registers/cardapio/produtos.ui.json'
  const texts = { messages: { 'x_acme.dito': { text, kind: 'info' } } }
  const files = shopDefinitions.map(file => {
    // Where definitions say them, nothing passes the parameter of these texts.
    if (file.path !== ui) return { ...file, text: file.text.replaceAll(' {field}', '') }
    const value = JSON.parse(file.text)
    const one = { id: 'nova', title: 'Publicar já', place: ['bulk'], gate: 'cardapio_editar', ...action }
    return { path: ui, text: JSON.stringify({ ...value, actions: [...(value.actions ?? []), one] }) }
  })
  const all = [...files, { path: 'messages/x_acme.json', text: JSON.stringify(texts) }]
  return readModel(all, { calls })
    .problems.filter(({ file }) => !file.includes('ncms'))
    .map(({ code, didYouMean }) => `${code} ${didYouMean ?? ''}`.trim())
}

it('a text that an action says may name what is passed there: how many, and the members of its reply', () => {
  expect(told({ call, success: 'x_acme.dito' }, '{count} escolhidos, {publicados} publicados')).toEqual([])
  expect(told({ call, success: 'x_acme.dito' }, '{publicado} publicados')).toEqual(['parameter-unknown publicados'])
  expect(told({ call, success: 'x_acme.dito' }, { one: '{count} foi', other: '{cout} foram', zero: 'Nenhum' })).toContain(
    'parameter-unknown count',
  )
})

it('a text that stands as it is names nothing', () => {
  expect(told({ call, wait: 'x_acme.dito' }, 'Aguarde, {name}')).toEqual(['parameter-unknown'])
})

it('a text of ranges that may not overlap names the one in the way', () => {
  const schema = 'registers/cardapio/grupos.schema.json'
  const toldOf = (text: string): string[] => {
    const files = shopDefinitions.map(file => {
      if (file.path !== schema) return { ...file, text: file.text.replaceAll(' {field}', '') }
      const value = JSON.parse(file.text)
      const noOverlap = [{ from: 'createdAt', to: 'updatedAt', message: 'x_acme.dito' }]
      return { path: schema, text: JSON.stringify({ ...value, register: { ...value.register, noOverlap } }) }
    })
    const messages = { messages: { 'x_acme.dito': { text, kind: 'validation' } } }
    return readModel([...files, { path: 'messages/x_acme.json', text: JSON.stringify(messages) }], { calls })
      .problems.filter(({ file }) => file.includes('x_acme'))
      .map(({ code }) => code)
  }
  expect(toldOf('Já há {other}')).toEqual([])
  expect(toldOf('Já há {outra}')).toEqual(['parameter-unknown'])
})

it('a text of the product names what its code passes', () => {
  const text = JSON.stringify({ messages: { 'matrix.level': { text: 'Igualar todos a {titulo}', kind: 'label' } } })
  const { problems } = readModel([{ path: 'messages/a.json', text }])
  expect(problems).toMatchObject([{ code: 'parameter-unknown', didYouMean: 'title' }])
})

it('an address to which an action leads is filled by the record and the reply', () => {
  expect(told({ call, after: '/produtos/{publicados}' })).toEqual([])
  expect(told({ call, after: '/produtos/{publicadoz}' })).toEqual(['field-unknown publicados'])
})

it('the name of a file is filled by the record', () => {
  const download = (file: string) => ({
    download: { call: { method: 'GET', path: 'produtos/exportar' }, file },
    gate: 'cardapio_ver',
  })
  expect(told(download('produto-{id}.csv'))).toEqual([])
  expect(told(download('produto-{idd}.csv'))).toEqual(['field-unknown id'])
})
