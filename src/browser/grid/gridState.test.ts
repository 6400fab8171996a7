import { expect, test, vi } from 'vitest'
import { headerRow } from './cellAddress.ts'
import { createGridState } from './gridState.ts'

test('a step changes the two rows it leaves and enters, and no other', () => {
  const state = createGridState()
  state.setFocus({ row: '1', column: 'a' })
  const [one, two, three] = ['1', '2', '3'].map(row => state.rowState(row))
  state.setFocus({ row: '2', column: 'a' })
  expect(state.rowState('1')).not.toBe(one)
  expect(state.rowState('2')).not.toBe(two)
  expect(state.rowState('3')).toBe(three)
  expect(state.rowState('2').focus).toBe('a')
})

test('the focus stays on its row through a refresh, and goes to the first when the row is gone', () => {
  const state = createGridState()
  const columns = [{ id: 'a' }, { id: 'b' }]
  state.setFocus({ row: '2', column: 'b' })
  state.keepFocus(columns, ['9', '2'])
  expect(state.focus()).toEqual({ row: '2', column: 'b' })
  state.keepFocus(columns, ['9'])
  expect(state.focus()).toEqual({ row: '9', column: 'b' })
  state.keepFocus([{ id: 'a' }], [])
  expect(state.focus()).toEqual({ row: '', column: 'a' })
})

test('the header has the focus until there are rows; who went there stays', () => {
  const state = createGridState()
  const columns = [{ id: 'a' }, { id: 'b' }]
  state.keepFocus(columns, [])
  expect(state.focus()).toEqual({ row: headerRow, column: 'a' })
  state.keepFocus(columns, ['1', '2'])
  expect(state.focus()).toEqual({ row: '1', column: 'a' })
  state.setFocus({ row: '2', column: 'b' })
  state.keepFocus(columns, [])
  state.keepFocus(columns, ['3'])
  expect(state.focus()).toEqual({ row: '3', column: 'b' })
  state.setFocus({ row: headerRow, column: 'b' })
  state.keepFocus(columns, [])
  state.keepFocus(columns, ['3'])
  expect(state.focus()).toEqual({ row: headerRow, column: 'b' })
})

test('marks are told to listeners and kept per cell', () => {
  const state = createGridState()
  const heard = vi.fn()
  const stop = state.subscribe(heard)
  state.setStatus({ row: '1', column: 'a' }, { state: 'saving' })
  state.setStatus({ row: '1', column: 'b' }, { state: 'failed', reason: 'x', draft: { value: 1 } })
  state.setStatus({ row: '1', column: 'a' }, undefined)
  expect(Object.keys(state.rowState('1').statuses ?? {})).toEqual(['b'])
  expect(heard).toHaveBeenCalledTimes(3)
  stop()
  state.setStatus({ row: '1', column: 'b' }, undefined)
  expect(heard).toHaveBeenCalledTimes(3)
  expect(state.rowState('1').statuses).toBeUndefined()
})

test('many statuses are told as one change', () => {
  const state = createGridState()
  let told = 0
  state.subscribe(() => {
    told += 1
  })
  state.batch(() => {
    for (const column of ['a', 'b', 'c']) state.setStatus({ row: '1', column }, { state: 'saving' })
    state.batch(() => state.setStatus({ row: '2', column: 'a' }, { state: 'saving' }))
    expect(told).toBe(0)
  })
  expect(told).toBe(1)
  expect(Object.keys(state.rowState('1').statuses ?? {})).toEqual(['a', 'b', 'c'])
  state.batch(() => undefined)
  expect(told).toBe(1)
})

test('a status that goes is told as saved only when its cell was being saved', () => {
  const state = createGridState()
  const address = { row: '1', column: 'a' }
  state.setStatus(address, { state: 'saving' })
  state.setStatus(address, undefined)
  expect(state.lastStatus()).toEqual({ address, status: undefined })
  state.setStatus(address, { state: 'failed', reason: 'x', draft: { value: 1 } })
  state.setStatus(address, undefined)
  expect(state.lastStatus()).toBeUndefined()
})

test('what was said is gone with the next step, so that it may be said again; why a cell was refused stays', () => {
  const state = createGridState()
  const address = { row: '1', column: 'a' }
  state.announce('Copiado')
  state.setFocus({ row: '2', column: 'a' })
  expect(state.lastAnnouncement()).toBeUndefined()
  state.setStatus(address, { state: 'failed', reason: 'x', draft: { value: 1 } })
  state.setFocus({ row: '3', column: 'a' })
  expect(state.lastStatus()?.status?.state).toBe('failed')
})
