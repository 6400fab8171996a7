import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'

const place = 'registers/cardapio/grupos'
type Json = Record<string, unknown>

/** Codes of the problems of a register of the shop, changed. */
function codesWith(form: object | undefined, change: (schema: Json) => object = schema => schema, more: object = {}): string[] {
  const files = shopDefinitions.map(({ path, text }) =>
    path === `${place}.schema.json` ? { path, text: JSON.stringify(change(JSON.parse(text))) } : { path, text },
  )
  const ui = { ...(form ? { form } : {}), ...more }
  return readModel([...files, { path: `${place}.ui.json`, text: JSON.stringify(ui) }]).problems.map(({ code }) => code)
}

const withFields = (fields: Json, required: string[]) => (schema: Json) => ({
  ...schema,
  properties: { ...(schema.properties as Json), ...fields },
  required,
})

describe('a required field', () => {
  const color = { cor: { type: 'string', title: 'Cor' } }

  it('stands in the form', () => {
    expect(codesWith({ items: ['ativo'] })).toEqual(['required-unplaced'])
    expect(codesWith({ items: ['nome', 'ativo'] })).toEqual([])
    expect(codesWith(undefined, withFields(color, ['nome', 'cor']))).toEqual([])
    expect(codesWith({ items: ['nome'] }, withFields(color, ['nome', 'cor']))).toEqual(['required-unplaced'])
  })

  it('needs no place with a default, or where the server or a variant fills it', () => {
    const filled = (words: object, form: object = {}) =>
      codesWith({ items: ['nome'], ...form }, withFields({ cor: { ...color.cor, ...words } }, ['nome', 'cor']))
    expect(filled({ default: 'azul' })).toEqual([])
    expect(filled({ readOnly: true, default: 'azul' })).toEqual([])
    expect(filled({ readOnly: true })).toEqual(['required-kept'])
    expect(filled({}, { variants: [{ id: 'azul', title: 'Azul', when: "cor == 'azul'", values: { cor: 'azul' } }] })).toEqual([])
  })
})

it('a field stands once in a part', () => {
  expect(codesWith({ items: ['nome', ['ativo', 'nome']] })).toEqual(['name-twice'])
  const part = (id: string) => ({ id, title: id, items: ['nome'] })
  expect(codesWith({ parts: [part('um'), part('dois')] })).toEqual([])
})

describe('a choice with ways', () => {
  const way = (to: string, more: object = {}) => ({ id: `para${to.toLowerCase()}`, title: to, to, ...more })
  const state = (more: object, ways: object = { list: [way('B', { from: ['A'] })] }) =>
    codesWith(
      undefined,
      withFields(
        {
          estado: {
            type: 'string',
            title: 'Estado',
            oneOf: ['A', 'B', 'C'].map(value => ({ const: value, title: value })),
            ways,
            ...more,
          },
        },
        ['nome'],
      ),
    )

  it('begins somewhere, and comes to each of its options', () => {
    const all = ['A', 'B', 'C'].map(to => way(to))
    expect(state({ default: 'A' }, { list: [way('B', { from: ['A'] }), way('C', { from: ['B'] })] })).toEqual([])
    expect(state({ default: 'A' })).toEqual(['option-unreached'])
    expect(state({ default: 'A' }, { list: all })).toEqual([])
    expect(state({}, { list: all })).toEqual(['ways-start'])
    expect(state({}, { list: all, empty: true })).toEqual([])
  })

  it('is approved by somebody', () => {
    const approved = (gate: string) =>
      state({ default: 'A' }, { list: ['A', 'B', 'C'].map(to => way(to, { approve: { gate } })) })
    const refused = ['gate-invalid', 'gate-invalid', 'gate-invalid']
    expect(approved('owner || false')).toEqual([])
    for (const gate of ['false', 'owner && false', '!(owner || true)']) expect(approved(gate)).toEqual(refused)
  })
})

describe('an action', () => {
  const act = (words: object) =>
    codesWith(undefined, schema => schema, { actions: [{ id: 'nova', title: 'Desligar', ...words }] })

  it('sets what people fill in', () => {
    expect(act({ place: ['row'], set: { ativo: false } })).toEqual([])
    expect(act({ place: ['row'], set: { createdAt: null } })).toEqual(['set-kept'])
  })

  it('over several records names none of their fields', () => {
    const call = { method: 'POST', path: 'x', body: { ids: 'selection' } }
    expect(act({ place: ['bulk'], call })).toEqual([])
    expect(act({ place: ['row', 'bulk'], call: { ...call, path: 'grupos/{id}' } })).toEqual(['record-missing'])
    expect(act({ place: ['bulk'], call, visibleWhen: 'ativo' })).toEqual(['record-missing'])
    expect(act({ place: ['bulk'], call, visibleWhen: 'user.owner' })).toEqual([])
    expect(act({ place: ['row', 'bulk'], call, visibleWhen: 'ativo' })).toEqual([])
  })
})

it('an order has ASC or DESC behind its name', () => {
  expect(codesWith(undefined, schema => schema, { list: { order: ['nome DESC'] } })).toEqual([])
  expect(codesWith(undefined, schema => schema, { list: { order: ['nome UP'] } })).toEqual(['order-invalid'])
})

it('who asks is no value of a list', () => {
  expect(codesWith(undefined, schema => schema, { list: { where: { nome: '$user' } } })).toEqual(['parameter-unexpected'])
})
