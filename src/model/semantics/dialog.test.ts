import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../fixtures/shop.ts'
import { readModel } from '../read.ts'

const path = 'registers/cardapio/produtos.ui.json'

/** The shop with one more action of its products. */
const withAction = (action: object) =>
  readModel(
    shopDefinitions.map(each => {
      if (each.path !== path) return each
      const ui = JSON.parse(each.text) as { actions: object[] }
      const more = { id: 'nova', title: 'Nova', place: ['bulk'], ...action }
      return { path, text: JSON.stringify({ ...ui, actions: [...ui.actions, more] }) }
    }),
  )

const message = Object.keys(readModel(shopDefinitions).model.messages)[0] ?? ''

const matrix = {
  title: 'Preços',
  load: { method: 'GET', path: 'precos', query: { ids: 'selection' } },
  rows: { from: 'linhas', key: 'id', label: 'nome' },
  columns: { from: 'lojas', key: 'id', label: 'nome' },
  cells: { from: 'celulas', row: 'linha', column: 'loja', value: 'preco' },
  field: 'venda',
  states: { up: message, down: message, removed: message, new: message },
  send: { method: 'POST', path: 'precos', list: 'itens', item: { id: 'row.id', preco: 'value' } },
}
const link = { title: 'Grupos', list: 'disponibilidades', field: 'dia' }

describe('what an action’s dialog is told', () => {
  it('a matrix is completed', () => {
    const { model, problems } = withAction({ matrix })
    expect(problems).toEqual([])
    const action = model.registers.produtos?.views.actions.find(({ id }) => id === 'nova')
    expect(action?.does).toMatchObject({ matrix: { send: { batch: 500 }, pageSizes: [10, 5, 25] } })
  })

  it('fields of a mass change may be emptied where it says so', () => {
    const { model, problems } = withAction({ dialog: 'massEdit', fields: ['venda', { field: 'grupoId', empty: true }] })
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)?.does).toEqual({
      dialog: 'massEdit',
      fields: [
        { field: 'venda', empty: false },
        { field: 'grupoId', empty: true },
      ],
    })
  })

  it.each<[string, object, string, string | undefined]>([
    ['a field of a matrix', { matrix: { ...matrix, field: 'vend' } }, 'field-unknown', 'venda'],
    ['a state', { matrix: { ...matrix, states: { ...matrix.states, up: `${message}x` } } }, 'message-unknown', message],
    [
      'what loads',
      { matrix: { ...matrix, load: { ...matrix.load, query: { ids: 'selectio' } } } },
      'expression-invalid',
      'selection',
    ],
    [
      'a member of what is sent',
      { matrix: { ...matrix, send: { ...matrix.send, item: { id: 'line.id' } } } },
      'name-invalid',
      undefined,
    ],
    ['a list of links', { link: { ...link, list: 'disponibilidade' } }, 'field-unknown', 'disponibilidades'],
    ['a list that is no register', { link }, 'link-list', undefined],
    ['a field of a mass change', { dialog: 'massEdit', fields: ['vend'] }, 'field-unknown', 'venda'],
    ['fields of something else', { set: { venda: 1 }, fields: ['venda'] }, 'fields-unused', undefined],
    ['two deeds', { matrix, set: { venda: 1 } }, 'action-deed', undefined],
  ])('told: %s', (_what, action, code, didYouMean) => {
    const { problems } = withAction(action)
    expect(problems[0]).toMatchObject({ file: path, ...(didYouMean ? { didYouMean } : {}) })
    expect(problems.map(problem => problem.code).join()).toContain(code)
  })
})
