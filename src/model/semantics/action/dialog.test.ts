import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'

const path = 'registers/cardapio/produtos.ui.json'

/** The shop with one more action of its products, and others before it. */
const withAction = (action: object, ...others: object[]) =>
  readModel(
    shopDefinitions.map(each => {
      if (each.path !== path) return each
      const ui = JSON.parse(each.text) as { actions: object[] }
      const more = { id: 'nova', title: 'Nova', place: ['bulk'], ...action }
      return { path, text: JSON.stringify({ ...ui, actions: [...ui.actions, ...others, more] }) }
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
const ask = { properties: { motivo: { type: 'string', title: 'Motivo' } }, required: ['motivo'] }
const call = { method: 'POST', path: 'produtos/x', body: { motivo: 'asked.motivo' } }
const show = { load: { method: 'GET', path: 'x', query: { id: 'id' } }, columns: { total: { type: 'number', format: 'money' } } }
const code = { load: show.load, text: 'codigo', textTitle: 'Código', facts: show.columns, empty: { message } }
const images = { images: { field: 'foto', by: ['codigo'] }, place: ['list'] }
const imagesOf = (more: object) => ({ ...images, images: { ...images.images, ...more } })
const delegated = { register: 'produtos', action: 'nova', load: { method: 'GET', path: 'x', query: { id: 'id' } }, member: 'id' }
const link = { title: 'Grupos', list: 'disponibilidades', field: 'dia' }

describe('what an action’s dialog is told', () => {
  it('a matrix is completed', () => {
    const { model, problems } = withAction({ matrix })
    expect(problems).toEqual([])
    const action = model.registers.produtos?.views.actions.find(({ id }) => id === 'nova')
    expect(action?.does).toMatchObject({ matrix: { send: { batch: 500 }, pageSizes: [10, 5, 25] } })
  })

  it('fields of a mass change may be emptied where it says so', () => {
    const { model, problems } = withAction({ dialog: 'massEdit', fields: ['venda', { field: 'ncmId', empty: true }] })
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)?.does).toEqual({
      dialog: 'massEdit',
      fields: [
        { field: 'venda', empty: false, also: [] },
        { field: 'ncmId', empty: true, also: [] },
      ],
    })
  })

  it.each([
    ['grupoId', 'also-no-number'],
    ['venda', 'also-itself'],
  ])('a number takes no %s along', (along, code) => {
    const { problems } = withAction({ dialog: 'massEdit', fields: [{ field: 'venda', also: [along] }] })
    expect(problems.map(problem => problem.code)).toEqual([code])
  })

  it('images of many records are for who may change them', () => {
    const { model, problems } = withAction(images)
    expect(problems).toEqual([])
    const action = model.registers.produtos?.views.actions.at(-1)
    expect(action).toMatchObject({ gate: 'cardapio_editar', does: { images: images.images } })
  })

  it('an action asks for fields, and its call sees them', () => {
    const { model, problems } = withAction({ ask, call, saveFirst: true })
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)).toMatchObject({
      saveFirst: true,
      ask: { fields: [{ name: 'motivo', kind: 'text', required: true }], rules: [] },
      does: { call },
    })
  })

  it('an action borrows the dialog of another register’s', () => {
    const prices = { id: 'precos', title: 'Preços', place: ['bulk'], matrix }
    const { model, problems } = withAction({ actionOf: { ...delegated, action: 'precos' }, place: ['row'] }, prices)
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)?.does).toEqual({ actionOf: { ...delegated, action: 'precos' } })
  })

  it('an action shows rows of a reply by the kinds of their columns', () => {
    const { model, problems } = withAction({ show: { ...show, totals: ['total'] } })
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)?.does).toMatchObject({
      show: { columns: [{ name: 'total', kind: 'money' }], totals: ['total'] },
    })
  })

  it('an action shows a text of a reply as a code, beside members by their kinds', () => {
    const { model, problems } = withAction({ code })
    expect(problems).toEqual([])
    expect(model.registers.produtos?.views.actions.at(-1)?.does).toMatchObject({
      code: { text: 'codigo', facts: [{ name: 'total', kind: 'money' }], empty: { message } },
    })
  })

  it.each<[string, object, string, string | undefined]>([
    ['what goes along', { dialog: 'massEdit', fields: [{ field: 'venda', also: ['vend'] }] }, 'field-unknown', 'venda'],
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
    ['a delegated action of no register', { actionOf: { ...delegated, register: 'produto' } }, 'register-unknown', 'produtos'],
    ['a delegated action without a dialog', { actionOf: { ...delegated, action: 'open' } }, 'action-unknown', undefined],
    ['a list of links', { link: { ...link, list: 'disponibilidade' } }, 'field-unknown', 'disponibilidades'],
    ['a list that is no register', { link }, 'link-list', undefined],
    ['a field of a mass change', { dialog: 'massEdit', fields: ['vend'] }, 'field-unknown', 'venda'],
    ['fields of something else', { set: { venda: 1 }, fields: ['venda'] }, 'fields-unused', undefined],
    ['what is asked nowhere', { ask, call: { ...call, body: { x: 'asked.motiv' } } }, 'field-unknown', 'motivo'],
    ['a field that is required and not asked', { ask: { ...ask, required: ['motiv'] }, call }, 'field-unknown', 'motivo'],
    ['asking for nothing that is sent', { ask, set: { venda: 1 } }, 'ask-unused', undefined],
    ['a question twice', { ask, call, confirm: message }, 'confirm-unused', undefined],
    ['a total that is no column', { show: { ...show, totals: ['totl'] } }, 'field-unknown', 'total'],
    [
      'a total of texts',
      { show: { ...show, columns: { total: { type: 'string' } }, totals: ['total'] } },
      'total-impossible',
      undefined,
    ],
    ['a kind of a column', { show: { ...show, columns: { total: { format: 'mony' } } } }, 'kind-unknown', 'money'],
    ['a kind beside a code', { code: { ...code, facts: { total: { format: 'mony' } } } }, 'kind-unknown', 'money'],
    ['what an empty code says', { code: { ...code, empty: { message: `${message}x` } } }, 'message-unknown', message],
    ['a way without a button', { code: { ...code, empty: { message, open: '/produtos' } } }, 'way-incomplete', undefined],
    ['what loads a code', { code: { ...code, load: { ...show.load, query: { id: 'ix' } } } }, 'expression-invalid', undefined],
    ['groups said twice', { show: { ...show, keyed: true, group: 'total' } }, 'groups-twice', undefined],
    ['an image', imagesOf({ field: 'fotos' }), 'field-unknown', 'foto'],
    ['an image that is none', imagesOf({ field: 'nome' }), 'image-needed', undefined],
    ['what a file is called by', imagesOf({ by: ['codig'] }), 'field-unknown', 'codigo'],
    ['a file called by a price', imagesOf({ by: ['venda'] }), 'image-name-impossible', undefined],
    ['a file called by a secret', imagesOf({ by: ['senha'] }), 'image-name-impossible', undefined],
    ['images at a row', { ...images, place: ['row'] }, 'image-place', undefined],
    ['a title that may also leave', { title: 'Cancelar', set: { venda: 1 } }, 'deed-unnamed', undefined],
    ['a button that may also leave', { ask: { ...ask, button: 'Voltar' }, call }, 'deed-unnamed', undefined],
    ['two deeds', { matrix, set: { venda: 1 } }, 'action-deed', undefined],
  ])('told: %s', (_what, action, code, didYouMean) => {
    const { problems } = withAction(action)
    expect(problems[0]).toMatchObject({ file: path, ...(didYouMean ? { didYouMean } : {}) })
    expect(problems.map(problem => problem.code).join()).toContain(code)
  })
})
