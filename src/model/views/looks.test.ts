import { expect, it } from 'vitest'
import { buildLooks, cutLooks } from './looks.ts'

const looks = buildLooks(
  {
    board: { by: 'status', sum: 'total' },
    calendar: { at: 'dia', until: 'fim', by: 'mesaId' },
    gallery: { photo: 'foto', order: 'ordem' },
    pivot: { rows: 'status', columns: 'tipo', measure: 'sum', of: 'total' },
  },
  ['nome', 'status', 'dia', 'total'],
)
const without = (...hidden: string[]) => cutLooks(looks, path => !hidden.includes(path))

it('completes what is left out, each card without what its place says', () => {
  expect(looks.board).toEqual({ by: 'status', sum: 'total', card: ['nome', 'dia', 'total'], limit: 50 })
  expect(looks.calendar).toMatchObject({ card: ['nome', 'status', 'total'], span: 'month' })
  expect(looks.gallery).toMatchObject({ card: ['nome', 'status', 'dia', 'total'], actions: [] })
})

it('offers no look of a field that somebody may not see, and tells nothing of it elsewhere', () => {
  const left = without('total')
  expect(left?.board).toEqual({ by: 'status', card: ['nome', 'dia'], limit: 50 })
  expect(left?.pivot).toBeUndefined()
  expect(JSON.stringify(left)).not.toContain('total')
  expect(without('fim')?.calendar).toBeUndefined()
  expect(without('mesaId')?.calendar).not.toHaveProperty('by')
  expect(without('ordem')?.gallery).not.toHaveProperty('order')
  expect(without('status', 'dia', 'foto')).toBeUndefined()
})
