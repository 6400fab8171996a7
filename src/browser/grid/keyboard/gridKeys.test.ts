import { expect, test } from 'vitest'
import { chordLabels, chordOf, type KeyPress } from '../../ui/keyboard/chord.ts'
import { pageCommandOf, pageKeyBindings } from '../../ui/keyboard/pageKeys.ts'
import { gridKeyCommandOf, gridKeys, rowKeys } from './gridKeys.ts'

const press = (key: string, more: Partial<KeyPress> = {}) =>
  gridKeyCommandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

test('arrows move, with Ctrl they jump', () => {
  expect(press('ArrowDown')).toEqual({ step: 'down' })
  expect(press('ArrowDown', { ctrlKey: true })).toEqual({ step: 'columnEnd' })
  expect(press('Home', { ctrlKey: true })).toEqual({ step: 'first' })
  expect(press('PageDown')).toEqual({ step: 'pageDown' })
})

test('Enter acts, Shift+Enter goes up, Ctrl+Enter opens, F2 edits', () => {
  expect(press('Enter')).toEqual({ command: 'act' })
  expect(press('Enter', { shiftKey: true })).toEqual({ step: 'up' })
  expect(press('Enter', { ctrlKey: true })).toEqual({ command: 'open' })
  expect(press('F2')).toEqual({ command: 'edit' })
})

test('a letter types over the cell; a shortcut and a composition do not', () => {
  expect(press('a')).toEqual({ command: 'type' })
  expect(press('Ç', { shiftKey: true })).toEqual({ command: 'type' })
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('´', { isComposing: true })).toBeUndefined()
  expect(press('F5')).toBeUndefined()
})

test('selection, width and leaving', () => {
  expect(press(' ')).toEqual({ command: 'select' })
  expect(press(' ', { shiftKey: true })).toEqual({ command: 'selectRange' })
  expect(press('a', { ctrlKey: true })).toEqual({ command: 'selectAll' })
  expect(press('ArrowRight', { altKey: true })).toEqual({ resize: 16 })
  expect(press('Tab', { shiftKey: true })).toEqual({ command: 'tabBack' })
})

/** The press that a chord of a table stands for. */
const pressOf = (chord: string): KeyPress => {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const has = (name: string) => parts.slice(0, -1).includes(name)
  return {
    key: key === 'Space' ? ' ' : has('Shift') && key.length === 1 ? key.toUpperCase() : key,
    ctrlKey: has('Ctrl'),
    metaKey: false,
    shiftKey: has('Shift') || key === '?',
    altKey: has('Alt'),
  }
}

test('every key of the tables is read as the table says, also with ⌘ for Ctrl, and none stands twice', () => {
  const lines = [...gridKeys, ...rowKeys].flatMap(({ keys }) => Object.entries(keys))
  expect(new Set(lines.map(([chord]) => chord)).size).toBe(lines.length)
  for (const [chord, command] of lines) {
    const pressed = pressOf(chord)
    expect([chord, gridKeyCommandOf(pressed)]).toEqual([chord, command])
    expect(gridKeyCommandOf({ ...pressed, ctrlKey: false, metaKey: pressed.ctrlKey })).toEqual(command)
  }
  for (const [chord, command] of Object.values(pageKeyBindings).flatMap(table =>
    table.flatMap(({ keys }) => Object.entries(keys)),
  ))
    expect([chord, pageCommandOf(pressOf(chord))]).toEqual([chord, command])
})

test('chords are written as keyboards name them', () => {
  expect(chordOf({ key: 'D', ctrlKey: true, metaKey: false, shiftKey: true, altKey: false })).toBe('Ctrl+Shift+d')
  expect(chordLabels(['Ctrl+ArrowLeft', 'Ctrl+ArrowRight', 'Home'])).toEqual(['Ctrl+← →', 'Home'])
  expect(chordLabels(['Ctrl+Shift+d', 'Space', '?'])).toEqual(['Ctrl+Shift+D', 'Espaço ?'])
})
