import { describe, expect, it } from 'vitest'
import { type FieldValues, toDraftRows } from '../../draft/draftRows.ts'
import { spansOfDays, weekLines, weekLineText, weekTexts, withDays, withLines } from './weekLines.ts'

const week = { days: ['ini', 'fim'], from: 'abre', to: 'fecha' } as const
const row = (id: number | undefined, ini: number | null, fim: number | null, abre = '18:00', fecha = '23:00'): FieldValues => ({
  ...(id === undefined ? {} : { id }),
  ini,
  fim,
  abre,
  fecha,
})
const linesOf = (values: readonly FieldValues[]) => {
  const rows = toDraftRows(values)
  return { rows, lines: weekLines(rows, withLines(new Map(), rows, week), week) }
}

describe('hours on days of the week', () => {
  it('rows with the same hours are one line, also over the end of the week', () => {
    const { lines } = linesOf([row(1, 1, 3), row(2, 0, 6, '11:00', '14:00'), row(3, 5, 0)])
    expect(lines.map(({ keys, days }) => [keys, days])).toEqual([
      [
        ['id1', 'id3'],
        [0, 1, 2, 3, 5, 6],
      ],
      [['id2'], [0, 1, 2, 3, 4, 5, 6]],
    ])
  })

  it('rows without hours are lines of their own, and a line keeps its rows while its hours are typed', () => {
    const rows = toDraftRows([row(1, 1, 1, '', ''), row(2, 2, 2, '', ''), row(3, 3, 3)])
    const known = withLines(new Map(), rows, week)
    expect(weekLines(rows, known, week)).toHaveLength(3)
    const typed = rows.map(one => ({ ...one, values: { ...one.values, abre: '18:00', fecha: '23:00' } }))
    expect(weekLines(typed, withLines(known, typed, week), week)).toHaveLength(3)
  })

  it('days become as few rows as follow each other, none over the end of the week', () => {
    expect(spansOfDays([5, 6, 0])).toEqual([
      [0, 0],
      [5, 6],
    ])
    expect(spansOfDays([1, 2, 3, 5])).toEqual([
      [1, 3],
      [5, 5],
    ])
    expect(spansOfDays([])).toEqual([])
  })

  it('other days change, add and take out rows, and keep those that were saved', () => {
    const { rows, lines } = linesOf([row(1, 1, 5), row(2, 0, 0, '11:00', '14:00')])
    const [line] = lines
    if (!line) throw new Error('no line')
    const split = withDays(rows, line, [1, 2, 4], week)
    expect(split.rows.map(({ base, values }) => [base?.id, values.ini, values.fim, values.abre])).toEqual([
      [1, 1, 2, '18:00'],
      [undefined, 4, 4, '18:00'],
      [2, 0, 0, '11:00'],
    ])
    expect(split.added).toEqual([split.rows[1]?.key])
    expect(split.rows[1]?.values).not.toHaveProperty('id')

    const whole = { ...line, keys: [...line.keys, ...split.added] }
    expect(withDays(split.rows, whole, [1, 2], week).rows.map(({ values }) => values.ini)).toEqual([1, 0])
    // A saved row that is left over is marked, so that the save takes it out; without days the hours stay.
    const none = withDays(linesOf([row(1, 1, 1), row(2, 4, 4)]).rows, { ...line, keys: ['id1', 'id2'] }, [], week)
    expect(none.rows.map(({ removed, values }) => [removed, values.ini, values.abre])).toEqual([
      [false, null, '18:00'],
      [true, 4, '18:00'],
    ])
  })

  it('are told in words', () => {
    expect(weekTexts([row(1, 1, 5), row(2, 0, 6, '11:00', '14:00')], week)).toEqual([
      'Seg a Sex, 18:00–23:00',
      'Todos os dias, 11:00–14:00',
    ])
    expect(weekLineText({ days: [], from: null, to: null })).toBe('')
  })
})
