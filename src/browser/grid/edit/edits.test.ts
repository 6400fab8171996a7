import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ParsedCellText } from '../cellChanges.ts'
import { gridMessages } from '../gridMessages.ts'
import { createGridState } from '../gridState.ts'
import { createEdits, type EditHost } from './edits.ts'

const address = { row: '7', column: 'preco' }
const other = { row: '7', column: 'nome' }

function grid(save: (column: string, value: unknown) => Promise<void> | void, read?: EditHost['read']) {
  const values: Record<string, unknown> = { preco: 10, nome: 'Café' }
  const state = createGridState()
  const unread: (readonly [column: string, text: string | undefined])[] = []
  const edits = createEdits(state, {
    unreadable: (at, text) => void unread.push([at.column, text?.text]),
    value: at => values[at.column],
    wait: at => (at.column === 'preco' ? 700 : undefined),
    save: (at, value) => save(at.column, value),
    ...(read ? { read } : {}),
  })
  return { state, edits, unread, values }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('saves by itself when typing stops, and once', async () => {
  const save = vi.fn(async () => undefined)
  const { state, edits } = grid(save)
  edits.open(address)
  edits.change(1)
  vi.advanceTimersByTime(600)
  edits.change(19.9)
  vi.advanceTimersByTime(699)
  expect(save).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(save.mock.calls).toEqual([['preco', 19.9]])
  expect(state.status(address)).toEqual({ state: 'saving' })
  edits.commit()
  await vi.runAllTimersAsync()
  expect(save).toHaveBeenCalledTimes(1)
  expect(state.status(address)).toBeUndefined()
  expect(state.editing()).toBeUndefined()
})

test('Enter saves at once; an unchanged value is not saved', () => {
  const save = vi.fn(async () => undefined)
  const { edits } = grid(save)
  edits.open(address)
  edits.commit()
  edits.open(address)
  edits.change(10)
  edits.commit()
  expect(save).not.toHaveBeenCalled()
  edits.open(address)
  edits.change(11)
  edits.commit()
  expect(save.mock.calls).toEqual([['preco', 11]])
})

test('a refused value is offered again with the reason', async () => {
  const save = vi.fn(async (_: string, value: unknown) => {
    if (value === 5) throw new Error('Erro ao atualizar os dados.')
  })
  const { state, edits } = grid(save)
  edits.open(address)
  edits.change(5)
  edits.commit()
  await vi.runAllTimersAsync()
  expect(state.status(address)).toEqual({ state: 'failed', reason: 'Erro ao atualizar os dados.', draft: { value: 5 } })
  edits.open(address)
  expect(state.editing()).toMatchObject({ draft: { value: 5 }, reason: 'Erro ao atualizar os dados.' })
  edits.change(6)
  edits.commit()
  await vi.runAllTimersAsync()
  expect(state.status(address)).toBeUndefined()
  expect(save).toHaveBeenLastCalledWith('preco', 6)
})

test('a value that somebody else changed under the editor is replaced only when asked again', async () => {
  const save = vi.fn(async () => undefined)
  const { state, edits, values } = grid(save)
  edits.open(address)
  values.preco = 12
  edits.change(11)
  await vi.advanceTimersByTimeAsync(700)
  expect(state.status(address)).toMatchObject({ state: 'failed', reason: gridMessages.changed, draft: { value: 11 } })
  edits.commit()
  expect(save).not.toHaveBeenCalled()
  edits.retry(address)
  expect(save.mock.calls).toEqual([['preco', 11]])
  // Typed alike, or gone from the page: nobody's value is lost.
  edits.open(other)
  values.nome = 'Chá'
  edits.change('Chá')
  edits.commit()
  values.nome = 'Café'
  edits.open(other)
  delete values.nome
  edits.change('Mate')
  edits.commit()
  expect(save).toHaveBeenLastCalledWith('nome', 'Mate')
})

test('own saves while typing, as the server wrote them, are nobody else’s', async () => {
  const save = vi.fn(async () => undefined)
  const { edits, values } = grid(save)
  edits.open(address)
  edits.change(11.001)
  await vi.advanceTimersByTimeAsync(700)
  values.preco = 11
  edits.change(11.5)
  edits.commit()
  expect(save).toHaveBeenLastCalledWith('preco', 11.5)
})

test('what cannot be read is not sent, and its text is kept', () => {
  const save = vi.fn()
  const { state, edits } = grid(save)
  edits.open(address)
  edits.change(10, 'Número inválido.')
  vi.advanceTimersByTime(5000)
  edits.commit('abc')
  expect(save).not.toHaveBeenCalled()
  expect(state.status(address)).toEqual({
    state: 'failed',
    reason: 'Número inválido.',
    shown: 'abc',
    draft: { value: 10, text: 'abc' },
  })
  edits.discard(address)
  expect(state.status(address)).toBeUndefined()
})

test('Esc takes back what was saved while typing', async () => {
  const save = vi.fn(async () => undefined)
  const { edits } = grid(save)
  edits.open(address)
  edits.change(25)
  await vi.advanceTimersByTimeAsync(700)
  edits.change(255)
  edits.cancel()
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([
    ['preco', 25],
    ['preco', 10],
  ])
})

test('an owner that keeps the rows itself answers at once: nothing is marked', () => {
  const { state, edits } = grid(() => undefined)
  edits.open(other)
  edits.change('Chá')
  edits.commit()
  expect(state.status(other)).toBeUndefined()
})

test('opening another cell commits the first', () => {
  const save = vi.fn(async () => undefined)
  const { state, edits } = grid(save)
  edits.open(address)
  edits.change(3)
  edits.open(other)
  expect(save.mock.calls).toEqual([['preco', 3]])
  expect(state.editing()?.address).toEqual(other)
})

test('tells of a text that cannot be read as long as it stands, and keeps it in sight', () => {
  const { state, edits, unread } = grid(vi.fn())
  edits.open(other)
  edits.change('Café', 'não dá', '12:99')
  expect(unread).toEqual([['nome', '12:99']])
  edits.commit('12:99')
  expect(state.status(other)).toEqual({
    state: 'failed',
    reason: 'não dá',
    shown: '12:99',
    draft: { value: 'Café', text: '12:99' },
  })
  edits.open(other, 'caret')
  expect(unread.at(-1)).toEqual(['nome', '12:99'])
  edits.change('Chá', undefined, 'Chá')
  expect(unread.at(-1)).toEqual(['nome', undefined])
})

test('a text that is no value yet stands in its cell until it is read: then it is saved, or told', async () => {
  const save = vi.fn(async () => undefined)
  const found: Record<string, ParsedCellText> = { beb: { value: 7 }, zzz: { reason: 'nobody' } }
  const read = vi.fn(async (_: unknown, text: string) => found[text] ?? { reason: '' })
  const { state, edits, unread } = grid(save, read)
  edits.open(other)
  edits.asks('beb', 'asking')
  edits.commit('beb')
  expect(state.status(other)).toMatchObject({ state: 'reading', shown: 'beb' })
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([['nome', 7]])
  expect(state.status(other)).toBeUndefined()
  expect(unread.at(-1)).toEqual(['nome', undefined])
  edits.open(other)
  edits.asks('zzz', 'asking')
  edits.commit('zzz')
  await vi.runAllTimersAsync()
  expect(state.status(other)).toMatchObject({ state: 'failed', reason: 'nobody', draft: { text: 'zzz' } })
  expect(save).toHaveBeenCalledTimes(1)
})

test('the answer to a text that was typed over since is dropped', async () => {
  const save = vi.fn(async () => undefined)
  let answer = (_: ParsedCellText): void => undefined
  const read = () => new Promise<ParsedCellText>(resolve => (answer = resolve))
  const { state, edits } = grid(save, read)
  edits.open(other)
  edits.asks('beb', 'asking')
  edits.commit('beb')
  edits.open(other, 'type')
  edits.change('Chá')
  edits.commit('Chá')
  answer({ value: 7 })
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([['nome', 'Chá']])
  expect(state.status(other)).toBeUndefined()
})

test('Esc after a save says that it takes it back', async () => {
  const told: unknown[] = []
  const state = createGridState()
  const edits = createEdits(state, {
    unreadable: () => undefined,
    value: () => 10,
    wait: () => 700,
    save: (_, value, restores) => void told.push([value, restores]),
  })
  edits.open(address)
  edits.change(25)
  vi.advanceTimersByTime(700)
  edits.cancel()
  expect(told).toEqual([
    [25, false],
    [10, true],
  ])
})

test('a choice made by keys waits as typing does: the next key may go on', () => {
  const save = vi.fn()
  const state = createGridState()
  const edits = createEdits(state, { unreadable: () => undefined, value: () => 0, wait: () => 100, save })
  edits.open(address)
  edits.change(1, undefined, undefined, true)
  vi.advanceTimersByTime(400)
  edits.change(5, undefined, undefined, true)
  vi.advanceTimersByTime(699)
  expect(save).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(save.mock.calls.map(([, value]) => value)).toEqual([5])
  edits.change(2)
  vi.advanceTimersByTime(100)
  expect(save.mock.calls.map(([, value]) => value)).toEqual([5, 2])
})
