import { expect, test } from 'vitest'
import { type Press, wishOf } from './keys.ts'

const press = (key: string, more: Partial<Press> = {}) =>
  wishOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

test('arrows move, with Ctrl they jump', () => {
  expect(press('ArrowDown')).toEqual({ step: 'down' })
  expect(press('ArrowDown', { ctrlKey: true })).toEqual({ step: 'columnEnd' })
  expect(press('Home', { ctrlKey: true })).toEqual({ step: 'first' })
  expect(press('PageDown')).toEqual({ step: 'pageDown' })
})

test('Enter acts, Shift+Enter goes up, Ctrl+Enter opens, F2 edits', () => {
  expect(press('Enter')).toEqual({ wish: 'act' })
  expect(press('Enter', { shiftKey: true })).toEqual({ step: 'up' })
  expect(press('Enter', { ctrlKey: true })).toEqual({ wish: 'open' })
  expect(press('F2')).toEqual({ wish: 'edit' })
})

test('a letter types over the cell; a shortcut and a composition do not', () => {
  expect(press('a')).toEqual({ wish: 'type' })
  expect(press('Ç', { shiftKey: true })).toEqual({ wish: 'type' })
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('´', { isComposing: true })).toBeUndefined()
  expect(press('F5')).toBeUndefined()
})

test('selection, width and leaving', () => {
  expect(press(' ')).toEqual({ wish: 'select' })
  expect(press(' ', { shiftKey: true })).toEqual({ wish: 'selectRange' })
  expect(press('a', { ctrlKey: true })).toEqual({ wish: 'selectAll' })
  expect(press('ArrowRight', { altKey: true })).toEqual({ resize: 16 })
  expect(press('Tab', { shiftKey: true })).toEqual({ wish: 'tabBack' })
})
