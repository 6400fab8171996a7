import { expect, test } from 'vitest'
import type { Action } from '../../../model/model.ts'
import { actionKeyOf, actionOfKey, toldKeys } from './rowKeys.ts'

const press = (key: string, more = {}) =>
  actionKeyOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

const action = (id: string, keys: Record<string, string>, visibleWhen?: string): Action => ({
  id,
  title: id,
  place: ['row'],
  gate: 'logged',
  danger: false,
  does: { copy: '' },
  keys,
  ...(visibleWhen ? { visibleWhen } : {}),
})
const actions = [
  action('aceitar', { Enter: 'true', c: 'true' }, 'certa'),
  action('escolher', { e: 'true', Enter: 'varias', c: 'varias' }),
  action('voltar', { u: 'true' }, 'ignorado'),
]
/** Conditions here are names of members. */
const evaluate = (expression: string, scope: Readonly<Record<string, unknown>>): unknown =>
  expression === 'true' || scope[expression] === true

test('a letter, a digit or Enter alone; with Ctrl, Alt or in a composition it is another’s', () => {
  expect([press('c'), press('C', { shiftKey: true }), press('7'), press('Enter')]).toEqual(['c', 'c', '7', 'Enter'])
  const others = [press('c', { ctrlKey: true }), press('c', { altKey: true }), press('c', { metaKey: true })]
  expect([...others, press('Enter', { shiftKey: true }), press('c', { isComposing: true }), press('ç'), press('F2')]).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
})

test('the first action that takes the key now does it', () => {
  const of = (key: string, row: Record<string, unknown>) => actionOfKey(key, actions, row, evaluate)?.id
  expect([of('Enter', { certa: true }), of('c', { varias: true }), of('e', { certa: true })]).toEqual([
    'aceitar',
    'escolher',
    'escolher',
  ])
  expect([of('Enter', {}), of('u', {}), of('x', { certa: true })]).toEqual([undefined, undefined, undefined])
})

test('the line says the keys of what can be done to some row', () => {
  expect(toldKeys(actions, [{ certa: true }, { varias: true }], evaluate)).toEqual([
    { keys: ['Enter', 'C'], title: 'aceitar' },
    { keys: ['E'], title: 'escolher' },
  ])
  expect(toldKeys(actions, [], evaluate)).toEqual([])
})
