import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportReply } from '../../api/import.ts'
import type { Import } from '../../model/model.ts'
import { readModel } from '../../model/read.ts'
import { CallError } from '../data/api.ts'
import { ImportJob } from './work/importJob.ts'

const definition = (properties: object, register: object = {}) => ({
  title: 'X',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' }, ...register },
  properties,
  required: [],
})
const nome = { type: 'string', title: 'Nome' }
const rows = (items: object) => ({ type: 'array', title: 'Itens', items: { type: 'object', properties: items } })
const load = {
  title: 'Importar',
  path: '/x',
  gate: 'logged',
  register: 'pedidos',
  key: ['nome'],
  batch: 2,
  list: { name: 'itens', key: ['sabor'] },
  after: {
    register: 'contagens',
    gate: 'logged',
    label: 'import.rows-with-error',
    list: 'linhas',
    columns: { pedidoId: 'id', quantidade: 'estoque' },
  },
  columns: [
    { field: 'nome', required: true },
    { field: 'sabor', of: 'itens', required: true },
    { field: 'estoque', format: 'decimal' },
  ],
}
const { model, problems } = readModel([
  { path: 'registers/teste/pedidos.schema.json', text: JSON.stringify(definition({ nome, itens: rows({ sabor: nome }) })) },
  {
    path: 'registers/teste/contagens.schema.json',
    text: JSON.stringify(
      definition({
        nome,
        linhas: rows({ pedidoId: { type: 'integer', title: 'Pedido' }, quantidade: { type: 'number', title: 'Quantidade' } }),
      }),
    ),
  },
  { path: 'imports/pedidos.json', text: JSON.stringify(load) },
  ...readdirSync('schemas/messages').map(name => ({
    path: `messages/${name}`,
    text: readFileSync(`schemas/messages/${name}`, 'utf8'),
  })),
])

let batches: string[][]
let lists: unknown[][]
let keys: string[]
let away: number
let work: ImportJob
let told: string[]

async function open(...cells: string[][]): Promise<void> {
  let names = 0
  const send = async (sent: readonly unknown[]): Promise<ImportReply> => {
    batches.push(sent.map(row => (row as { sabor: string }).sabor))
    const rows = sent.map(row => ({ status: 'created' as const, id: (row as { nome: string }).nome.length }))
    return { rows, saved: rows.length, unchanged: 0, failed: 0 }
  }
  work = new ImportJob(model, Object.values(model.imports)[0] as Import, {
    today: () => '2026-11-20',
    open: async () => ({ header: ['nome', 'sabor', 'estoque'], rows: cells, lines: cells.map((_, at) => at + 2) }),
    alert: ({ code }) => told.push(code),
    newAction: () => `n${++names}`,
    send,
    createListing: async (listed, action, key) => {
      keys.push(key)
      if (away-- > 0) throw new CallError(0, 'connection-down', 'Sem conexão')
      lists.push([action, ...listed])
      return { register: 'contagens', title: 'Contagens', id: 7, count: listed.length }
    },
    existing: async () => [],
    saved: () => undefined,
    onProgress: state => told.push(state.phase),
  })
  await work.choose(new File([''], 'pedidos.csv'))
}

beforeEach(() => {
  ;[batches, lists, keys, told] = [[], [], [], []]
  away = 0
})

test('the definitions of this test are sound', () => {
  expect(problems).toEqual([])
})

describe('records of several lines', () => {
  test('go together, also beyond the size of a batch', async () => {
    await open(['a', '1', ''], ['bb', '2', ''], ['bb', '3', ''], ['bb', '4', ''], ['c', '5', ''])
    await work.save(false)
    expect(batches).toEqual([['1', '2', '3', '4'], ['5']])
  })

  test('the same line of a record twice is told, one of another is not', async () => {
    await open(['a', '1', ''], ['b', '1', ''], ['a', '1', ''])
    expect([...work.now().repeats]).toEqual([['4', 2]])
  })
})

describe('what is listed when it has ended', () => {
  test('saved rows that say something, once, in the name of the import', async () => {
    await open(['a', '1', '2,5'], ['bb', '2', '0'], ['ccc', '3', ''], ['dddd', '4', '4'])
    await work.save(false)
    expect(lists).toEqual([['n1', { id: 1, estoque: 2.5 }, { id: 4, estoque: 4 }]])
    expect(work.now()).toMatchObject({ listed: { id: 7, count: 2 }, rows: [] })
  })

  test('a server that is away is asked again under the same key', async () => {
    away = 1
    await open(['a', '1', '2'])
    await work.save(false)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(lists).toHaveLength(1)
  })

  test('who cancels still has what is saved listed; who logs out has not', async () => {
    await open(['a', '1', '2'], ['b', '2', '2'], ['c', '3', '2'])
    const saving = work.save(false)
    work.cancel()
    await saving
    expect(work.now().notice).toEqual({ kind: 'saved', ending: 'cancel' })
    expect(lists).toHaveLength(1)
    const more = work.save(false)
    work.close()
    await more
    expect(lists).toHaveLength(1)
    expect(batches.length).toBeLessThan(3)
  })

  test('the way is told from the beginning to the end', async () => {
    await open(['a', '1', ''])
    await work.save(false)
    expect([told[0], told.at(-1)]).toEqual(['saving', 'preview'])
  })
})
