import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'
import type { CallContract } from '../../source/callContract.ts'

const declared: readonly CallContract[] = [
  { method: 'POST', path: 'produtos/publicar', gate: 'cardapio_editar', takes: ['lojaId', 'ids', 'quando'], needs: ['ids'] },
  { method: 'GET', path: 'Apps/buscaCEP/:cep', gate: 'logged', takes: ['lojaId', 'cep'], needs: ['cep'] },
  { method: 'POST', path: 'users/change-password', gate: 'logged' },
]

// Where definitions say them, nothing passes the parameter of these texts.
const definitions = shopDefinitions.map(({ path, text }) => ({ path, text: text.replaceAll(' {field}', '') }))

const place = 'registers/cardapio/produtos'

/** The shop's problems of calls with one file changed or added. */
function problemsWith(path: string, change: (value: Record<string, unknown>) => object): string[] {
  const edited = definitions.map(file =>
    file.path === path ? { path, text: JSON.stringify(change(JSON.parse(file.text))) } : file,
  )
  const all = edited.some(file => file.path === path) ? edited : [...edited, { path, text: JSON.stringify(change({})) }]
  const { problems } = readModel(all, { calls: declared })
  // The import of NCMs lets owners in whom its register refuses: that is told in any case.
  return problems
    .filter(({ file }) => !file.includes('ncms'))
    .map(({ code, file, message }) => `${code} ${file.split('/').at(-1)}: ${message}`)
}

const withAction = (action: object): string[] =>
  problemsWith(`${place}.ui.json`, ui => ({
    ...ui,
    actions: [...((ui.actions as object[] | undefined) ?? []), { id: 'nova', title: 'Publicar já', place: ['bulk'], ...action }],
  }))

const board = (path: string, gate: string, more: object = {}) =>
  problemsWith('screens/quadro.json', () => ({
    title: 'Quadro',
    path: '/quadro',
    gate,
    ...more,
    board: {
      load: { method: 'GET', path },
      register: 'produtos',
      rows: 'produtos',
      key: 'id',
      properties: { id: { type: 'integer', title: 'Número' } },
      search: ['id'],
      empty: 'senha-igual',
      card: { title: 'id', fields: [] },
    },
  }))

const call = (query: object) => ({ call: { method: 'POST', path: 'produtos/publicar', body: { ids: 'selection' }, ...query } })

describe('calls that definitions write down', () => {
  it('hold where the server answers them', () => {
    expect(withAction({ gate: 'cardapio_editar', ...call({}) })).toEqual([])
    expect(board('produtos/list', 'cardapio_ver')).toEqual([])
  })

  it.each([
    ['an address that nothing answers', { path: 'produtos/publica' }, /route-unknown.*produtos\/publica/],
    ['another method', { method: 'GET' }, /method-wrong.*POST/],
    ['a member that is not taken', { body: { ids: 'selection', quand: 'today' } }, /member-unknown.*quand/],
    ['a member that is missing', { body: {} }, /member-missing.*"ids"/],
  ])('%s is told', (_what, words, told) => {
    expect(withAction({ gate: 'cardapio_editar', ...call(words) })).toEqual([expect.stringMatching(told)])
  })
})

describe('a gate that lets people in whom a call refuses', () => {
  it('is told of an action', () => {
    expect(withAction(call({}))).toEqual([expect.stringMatching(/gate-wider.*employee.*"cardapio_editar"/)])
  })

  it('is told of a board over a list that fewer may see', () => {
    expect(board('produtos/list', 'logged')).toEqual([expect.stringMatching(/gate-wider.*"cardapio_ver"/)])
    expect(board('produtos/list', 'owner || cardapio_ver')).toEqual([])
  })

  it('is told of a page without login that calls what needs a session', () => {
    expect(board('produtos/list', 'true', { public: true })).toEqual([expect.stringMatching(/gate-wider.*without a session/)])
  })

  it('is told of an import whose people may save nothing', () => {
    const load = (gate: string) =>
      problemsWith('imports/produtos-importar.json', () => ({
        title: 'Importar produtos',
        path: '/importar',
        gate,
        register: 'produtos',
        columns: ['nome'],
      }))
    expect(load('cardapio_ver')).toEqual([expect.stringMatching(/gate-wider.*saving records of produtos/)])
    expect(load('cardapio_editar')).toEqual([])
  })
})

it('a gate that nobody passes is told, and one that says so is meant', () => {
  expect(withAction({ gate: 'cardapio_editar && !cardapio_editar', ...call({}) })).toEqual([expect.stringMatching(/gate-closed/)])
  expect(withAction({ gate: 'false', ...call({}) })).toEqual([])
})

it('nothing is told of calls where nobody knows them', () => {
  expect(readModel(shopDefinitions).problems).toEqual([])
})
