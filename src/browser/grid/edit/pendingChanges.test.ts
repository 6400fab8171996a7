import { expect, test, vi } from 'vitest'
import type { UnreadableCell } from '../cellChanges.ts'
import { createGridState } from '../gridState.ts'
import { createPendingChanges, type ParsedCell, type PendingChangesHost } from './pendingChanges.ts'
import { createUnreadableTracker } from './unreadableTracker.ts'

const target = (row: string, column: string, text: string, reason?: string): ParsedCell => ({
  address: { row, column },
  text,
  parsed: reason === undefined ? { value: text } : { reason },
})

const hosted = (save: PendingChangesHost['save']): PendingChangesHost => ({ save, announcement: code => code, controlled: false })

test('one cell that cannot be read keeps all from being saved, until the valid rows are asked for', async () => {
  const state = createGridState()
  const save = vi.fn(async () => ({ refusals: [] }))
  const pending = createPendingChanges(state, () => hosted(save))
  await pending.apply([target('1', 'a', 'x'), target('2', 'a', 'y'), target('2', 'b', '?', 'no number')])
  expect(save).not.toHaveBeenCalled()
  expect(state.status({ row: '2', column: 'b' })).toMatchObject({ state: 'failed', reason: 'no number', shown: '?' })
  expect(pending.waiting()).toMatchObject({ valid: 1, held: [{ row: '1' }, { row: '2' }] })
  await pending.saveValid()
  expect(save).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ address: { row: '1', column: 'a' } })], true)
  expect(state.status({ row: '1', column: 'a' })).toBeUndefined()
  pending.discard()
  expect(pending.waiting()).toBeUndefined()
})

test('what the server refuses stands at its cell, the others wait', async () => {
  const state = createGridState()
  const pending = createPendingChanges(state, () =>
    hosted(async () => ({ refusals: [{ row: '2', column: 'a', reason: 'too much' }] })),
  )
  await pending.apply([target('1', 'a', 'x'), target('2', 'a', 'y')])
  expect(state.status({ row: '1', column: 'a' })).toMatchObject({ state: 'pending', shown: 'x' })
  expect(state.status({ row: '2', column: 'a' })).toMatchObject({ state: 'failed', reason: 'too much' })
  expect(pending.waiting()).toBe(pending.waiting())
})

test('what waits of one block waits on when another is pasted, and what is pasted or typed over it stands', async () => {
  const state = createGridState()
  const answers: (() => void)[] = []
  const save = vi.fn(() => new Promise<{ refusals: [] }>(resolve => answers.push(() => resolve({ refusals: [] }))))
  const pending = createPendingChanges(state, () => hosted(save))
  const at = (row: string) => ({ row, column: 'a' })
  await pending.apply([target('1', 'a', 'x'), target('2', 'a', '?', 'no number')])
  const first = pending.apply([target('3', 'a', 'y'), target('4', 'a', 'z'), target('5', 'a', 'z')])
  const second = pending.apply([target('3', 'a', 'over it')])
  state.setStatus(at('4'), { state: 'failed', reason: 'typed', draft: { value: null, text: '!' } })
  answers[0]?.()
  await first
  expect(state.status(at('3'))).toMatchObject({ state: 'saving', shown: 'over it' })
  expect(state.status(at('4'))).toMatchObject({ reason: 'typed' })
  expect(state.status(at('5'))).toBeUndefined()
  answers[1]?.()
  await second
  expect(state.status(at('3'))).toBeUndefined()
  expect(pending.waiting()).toMatchObject({ failed: [at('2')], held: [at('1')], valid: 1 })
})

test('a refused block stands as it was after a reload, and is saved from there', async () => {
  const kept = new Map<string, UnreadableCell>()
  const visit = (save: PendingChangesHost['save']) => {
    const state = createGridState()
    const pending = createPendingChanges(state, () => hosted(save))
    pending.resume([...kept.values()])
    createUnreadableTracker(
      state,
      [...kept.values()],
      ({ row, column }, unread) => (unread ? kept.set(row + column, { row, column, ...unread }) : kept.delete(row + column)),
      pending.has,
    )
    return { state, pending }
  }
  const first = visit(async () => ({ refusals: [{ row: '2', column: 'a', reason: 'too much' }] }))
  await first.pending.apply([target('1', 'a', 'x'), target('2', 'a', 'y')])
  // The browser keeps text.
  for (const [key, cell] of kept) kept.set(key, JSON.parse(JSON.stringify(cell)))
  const save = vi.fn(async () => ({ refusals: [] }))
  const { state, pending } = visit(save)
  expect(state.status({ row: '1', column: 'a' })).toMatchObject({ state: 'pending', shown: 'x' })
  expect(state.status({ row: '2', column: 'a' })).toMatchObject({ state: 'failed', reason: 'too much', shown: 'y' })
  expect(pending.waiting()).toMatchObject({ failed: [{ row: '2' }], held: [{ row: '1' }], valid: 1 })
  await pending.saveValid()
  expect(save).toHaveBeenCalledExactlyOnceWith([{ address: { row: '1', column: 'a' }, text: 'x', value: 'x' }], true)
  expect([...kept.keys()]).toEqual(['2a'])
  pending.discard()
  expect(kept.size).toBe(0)
})
