import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportReply, ImportRowResult } from '../../api/import.ts'
import type { RawTable } from '../../model/import/sheet.ts'
import type { Import } from '../../model/model.ts'
import { readModel } from '../../model/read.ts'
import { CallError } from '../data/api.ts'
import { formatCount, roughDuration } from './importFigures.ts'
import { ImportJob } from './work/importJob.ts'

const register = {
  title: 'Peças',
  type: 'object',
  register: { scope: 'store', access: { all: 'logged' } },
  properties: { codigo: { type: 'string', title: 'Código' }, preco: { type: 'number', format: 'money', title: 'Preço' } },
  required: ['codigo', 'preco'],
}
const load = {
  title: 'Importar',
  path: '/x',
  gate: 'logged',
  register: 'pecas',
  key: ['codigo'],
  batch: 2,
  filter: true,
  columns: ['codigo', 'preco'],
}
const { model } = readModel([
  { path: 'registers/teste/pecas.schema.json', text: JSON.stringify(register) },
  { path: 'imports/pecas.json', text: JSON.stringify(load) },
])

/** A server that refuses some codes, knows some and can be away. */
class Server {
  readonly stored = new Map<string, unknown>()
  readonly batches: number[] = []
  refused = new Set<string>()
  away = 0

  save = async (rows: readonly unknown[], skip: boolean): Promise<ImportReply> => {
    if (this.away-- > 0) throw new CallError(0, 'connection-down', 'Sem conexão')
    this.batches.push(rows.length)
    let failed = false
    const results = (rows as { codigo: string; preco: number }[]).map((row): ImportRowResult => {
      if (failed && !skip) return { status: 'waiting' }
      if (this.refused.has(row.codigo)) {
        failed = true
        return { status: 'failed', details: [{ path: 'codigo', code: 'refused', message: 'Recusado' }] }
      }
      const same = this.stored.get(row.codigo) === row.preco
      this.stored.set(row.codigo, row.preco)
      return { status: same ? 'unchanged' : 'created' }
    })
    const count = (status: ImportRowResult['status']): number => results.filter(one => one.status === status).length
    return { rows: results, saved: count('created'), unchanged: count('unchanged'), failed: count('failed') }
  }
}

let server: Server
let work: ImportJob

const table = (...rows: string[][]): RawTable => ({ header: ['Codigo', 'preço'], rows, lines: rows.map((_, at) => at + 2) })
const open = async (raw: RawTable): Promise<void> => {
  work = new ImportJob(model, Object.values(model.imports)[0] as Import, {
    today: () => '2026-11-20',
    open: async () => raw,
    send: server.save,
    createListing: async () => null,
    alert: () => undefined,
    newAction: () => 'a',
    onProgress: () => undefined,
    existing: async keys => (keys as { codigo: string }[]).map(({ codigo }) => server.stored.has(codigo)),
    saved: () => undefined,
  })
  await work.choose(new File([''], 'pecas.csv'))
}
const lines = (): number[] => work.now().rows.map(row => row.line)

beforeEach(() => {
  server = new Server()
})

describe('the table is mended', () => {
  test('by many cells at once, taken back and done again as one step', async () => {
    await open(table(['a', '1'], ['b', '2'], ['c', '3']))
    const prices = (): (string | undefined)[] => work.now().rows.map(({ cells }) => cells[1])
    work.editMany([
      { id: '2', index: 1, text: '9' },
      { id: '3', index: 1, text: 'x' },
    ])
    work.edit('4', 1, '7')
    expect([prices(), work.now().rows[1]?.problems.length]).toEqual([['9', 'x', '7'], 1])
    work.undo()
    expect(prices()).toEqual(['9', 'x', '3'])
    work.undo()
    expect(prices()).toEqual(['1', '2', '3'])
    expect(work.undo()).toBeUndefined()
    work.redo()
    expect(prices()).toEqual(['9', 'x', '3'])
  })

  test('numbers that may be thousands are read as the others of their column', async () => {
    const values = () => work.now().rows.map(({ cells, line }) => work.now().read(cells, line).values.preco)
    await open(table(['a', '12.900'], ['b', '8.50'], ['c', '1250.000'], ['d', '3']))
    expect(values()).toEqual([12.9, 8.5, 1250, 3])
    await open(table(['a', '12.900'], ['b', '3']))
    expect(values()).toEqual([12_900, 3])
    await open(table(['a', '12.900'], ['b', '8.50'], ['c', '3,10']))
    expect(values()).toEqual([12_900, 8.5, 3.1])
    await open(table(['a', '12.900'], ['b', '8.50'], ['c', '1.234.500']))
    expect(values()).toEqual([12_900, 8.5, 1_234_500])
  })

  test('a row that was taken out comes back to its place', async () => {
    await open(table(['a', '1'], ['b', '2'], ['c', '3']))
    work.remove('3')
    expect(lines()).toEqual([2, 4])
    work.undo()
    expect(lines()).toEqual([2, 3, 4])
    work.redo()
    expect(lines()).toEqual([2, 4])
  })

  test('rows that are saved by now are not taken back', async () => {
    await open(table(['a', '1'], ['b', 'x']))
    work.edit('3', 1, 'y')
    work.edit('2', 1, '5')
    await work.save(true)
    work.undo()
    expect(work.now().rows.map(({ cells }) => cells)).toEqual([['b', 'x']])
    expect(work.undo()).toBeUndefined()
  })
})

describe('saving', () => {
  test('in batches, all of them; a second time nothing changes', async () => {
    const rows = table(['a', '1'], ['b', '2'], ['c', '3'])
    await open(rows)
    await work.save(false)
    expect(work.now()).toMatchObject({ rows: [], saved: 3, unchanged: 0, notice: { kind: 'saved', ending: 'end' } })
    expect(server.batches).toEqual([2, 1])
    await open(rows)
    await work.save(false)
    expect(work.now()).toMatchObject({ saved: 0, unchanged: 3 })
  })

  test('stops at the first row that the server refuses and keeps it and all behind it', async () => {
    await open(table(['a', '1'], ['b', '2'], ['c', '3'], ['d', '4'], ['e', '5']))
    server.refused.add('c')
    await work.save(false)
    expect(lines()).toEqual([4, 5, 6])
    expect(work.now().failures.get('4')).toEqual([{ path: 'codigo', code: 'refused', message: 'Recusado' }])
    expect(work.now().notice).toEqual({ kind: 'saved', ending: 'row', line: 4 })
    server.refused.clear()
    await work.save(false)
    expect(work.now()).toMatchObject({ rows: [], saved: 5 })
  })

  test('stops at the first row that is wrong here, with what is before it saved', async () => {
    await open(table(['a', '1'], ['b', 'x'], ['c', '3']))
    await work.save(false)
    expect([lines(), work.now().notice]).toEqual([[3, 4], { kind: 'saved', ending: 'row', line: 3 }])
    work.edit('3', 1, '2,50')
    await work.save(false)
    expect([...server.stored]).toEqual([
      ['a', 1],
      ['b', 2.5],
      ['c', 3],
    ])
  })

  test('or passes over what fails', async () => {
    await open(table(['a', '1'], ['b', 'x'], ['c', '3'], ['d', '4'], ['a', '9']))
    server.refused.add('c')
    await work.save(true)
    expect(lines()).toEqual([3, 4, 6])
    expect(work.now().repeats.get('6')).toBe(2)
    expect(server.stored.get('a')).toBe(1)
  })

  test('waits for a server that is away', async () => {
    await open(table(['a', '1']))
    server.away = 1
    const waits: boolean[] = []
    work.subscribe(() => waits.push(work.now().waiting))
    await work.save(false)
    expect(work.now().saved).toBe(1)
    expect(waits).toContain(true)
    expect(work.now().waiting).toBe(false)
  })

  test('ends when canceled, after the batch on its way', async () => {
    await open(table(['a', '1'], ['b', '2'], ['c', '3']))
    const saving = work.save(false)
    work.cancel()
    await saving
    expect([lines(), work.now().notice]).toEqual([[4], { kind: 'saved', ending: 'cancel' }])
  })
})

describe('the table', () => {
  test('what exists is taken out', async () => {
    server.stored.set('b', 2)
    await open(table(['a', '1'], ['b', '2']))
    await work.filter()
    expect([lines(), work.now().notice]).toEqual([[2], { kind: 'filtered', count: 1 }])
  })

  test('an unknown column is given to a field, and a field that the file lacks is filled in', async () => {
    await open({ header: ['Codigo', 'valor'], rows: [['a', '1']], lines: [2] })
    expect(work.now()).toMatchObject({ header: ['Codigo', 'valor', 'Preço'], mapping: ['codigo', null, 'preco'], width: 2 })
    expect(work.now().rows[0]?.problems).toHaveLength(1)
    work.edit('2', 2, '5')
    expect(work.now().rows[0]?.problems).toEqual([])
    await work.take(1, 'preco')
    expect(work.now()).toMatchObject({ header: ['Codigo', 'valor'], mapping: ['codigo', 'preco'] })
    expect(work.now().rows[0]).toMatchObject({ cells: ['a', '1'], problems: [] })
  })

  test('other files and empty ones are told', async () => {
    await open(table())
    expect(work.now().fault).toEqual({ code: 'import.file-empty' })
    await work.choose(new File([''], 'foto.png'))
    expect(work.now().fault).toEqual({ code: 'import.file-type' })
  })
})

test('words', () => {
  expect(formatCount(11_390)).toBe('11.390')
  expect([roughDuration(0.2), roughDuration(42), roughDuration(61)]).toEqual(['1 s', '45 s', '2 min'])
})
