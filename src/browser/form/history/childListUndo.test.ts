import { expect, test } from 'vitest'
import type { DraftRow } from '../draft/draftRows.ts'
import { asStored, createChildListUndo, putBack } from './childListUndo.ts'

const row = (key: string, id?: number, more: Partial<DraftRow> = {}): DraftRow => ({
  key,
  values: { nome: key },
  base: id === undefined ? undefined : { id },
  removed: false,
  ...more,
})

test('a row that was saved since is no second one when its step is taken back', () => {
  const saved = row('new1', 7)
  expect(asStored([row('new1')], [saved])).toEqual([saved])
})

test('a step from before a saved row was there removes it, and one back brings it again', () => {
  let rows: readonly DraftRow[] = [row('a', 1)]
  const past = createChildListUndo(
    () => ({ rows, unread: {} }),
    next => {
      rows = next.rows
    },
  )
  past.keep()
  rows = [...rows, row('new1')]
  rows = rows.map(one => (one.key === 'new1' ? row('new1', 7) : one))
  past.undo()
  expect(rows).toEqual([row('a', 1), row('new1', 7, { removed: true })])
  past.redo()
  expect(rows).toEqual([row('a', 1), row('new1', 7)])
})

test('a row that the record was saved without is a new one when it comes back', () => {
  expect(asStored([row('a', 1), row('b', 2)], [row('a', 1)])).toEqual([row('a', 1), row('b')])
})

test('a removed row comes back where it was', () => {
  expect(putBack([row('a', 1, { removed: true }), row('b', 2)], row('a', 1), 'b')).toEqual([row('a', 1), row('b', 2)])
  expect(putBack([row('b', 2), row('c', 3)], row('new1'), 'c')).toEqual([row('b', 2), row('new1'), row('c', 3)])
  expect(putBack([row('b', 2)], row('a', 1), 'b')).toEqual([row('a'), row('b', 2)])
})
