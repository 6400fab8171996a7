import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'

const place = 'registers/cardapio/produtos'

/** The shop with one more action of its products, and with more said of a field of theirs. */
const withAction = (action: object, field: object = {}) =>
  readModel(
    shopDefinitions.map(each => {
      const definition = JSON.parse(each.path.endsWith('.json') ? each.text : '{}')
      if (each.path === `${place}.ui.json`) {
        const more = { id: 'nova', title: 'Conferir o preço', place: ['row'], ...action }
        return { path: each.path, text: JSON.stringify({ ...definition, actions: [...definition.actions, more] }) }
      }
      if (each.path !== `${place}.schema.json`) return each
      const properties = { ...definition.properties, achado: { type: 'string', title: 'Achado', ...field } }
      return { path: each.path, text: JSON.stringify({ ...definition, properties }) }
    }),
  )

const call = { method: 'POST', path: 'produtos/x', body: { id: 'id' } }
const options = { call: { method: 'GET', path: 'x', query: { id: 'id' } }, value: 'id', label: 'nome', failure: 'load-failed' }
const asking = (query: object) => ({
  ask: {
    properties: { loja: { type: 'integer', title: 'Loja', optionsFrom: { ...options, call: { ...options.call, query } } } },
  },
  call: { ...call, body: { loja: 'asked.loja' } },
})
const codes = ({ problems }: ReturnType<typeof readModel>): string[] => problems.map(({ code }) => code)

describe('an action that keys do', () => {
  it('keeps its keys with their conditions, and that it can be taken back', () => {
    const { model, problems } = withAction({ call, undo: true, keys: { Enter: "achado == 'A'", c: 'true' } })
    expect(problems).toEqual([])
    const action = model.registers.produtos?.views.actions.at(-1)
    expect(action).toMatchObject({ undo: true, keys: { Enter: "achado == 'A'", c: 'true' } })
  })

  it.each([
    ['keys of an action that no row has', { call, place: ['list'], keys: { c: 'true' } }, 'keys-unused'],
    ['a condition of what is no field', { call, keys: { c: 'acado' } }, 'expression-invalid'],
    ['a key that no keyboard says so', { call, keys: { 'Ctrl+c': 'true' } }, 'name-invalid'],
    ['a secret that no dialog shows', { call, shownOnce: 'chave' }, 'answer-needed'],
    ['undo of what makes no call', { copy: 'achado', undo: true }, 'call-needed'],
  ])('%s is refused', (_, action, code) => expect(codes(withAction(action))).toEqual([code]))

  it('options of what it asks are called for with the record', () => {
    expect(codes(withAction(asking({ id: 'id', achado: 'achado' })))).not.toContain('expression-invalid')
    expect(codes(withAction(asking({ id: 'idd' })))).toContain('expression-invalid')
  })
})

describe('a derived field', () => {
  it('is one that the server keeps', () => {
    const kept = withAction({ call }, { readOnly: true, derived: true })
    expect(kept.problems).toEqual([])
    expect(kept.model.registers.produtos?.fields.find(({ name }) => name === 'achado')?.derived).toBe(true)
    expect(codes(withAction({ call }, { derived: true }))).toEqual(['derived-typed'])
  })
})
