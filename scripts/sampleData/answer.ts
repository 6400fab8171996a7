import { createSeededRandom, type SeededRandom } from '../../src/base/seededRandom.ts'
import type { ResultColumn, ResultShape } from '../../src/model/report.ts'
import { sampleValue } from './value.ts'

type Row = Record<string, unknown>

/** First day of sample answers. */
const firstDay = Date.parse('2026-01-05T12:00:00Z')
const day = 86_400_000

/** Values that follow each other in rows: days, hours; anything else is made up. */
function cell(column: ResultColumn, at: number, r: SeededRandom): unknown {
  const when = new Date(firstDay + at * day).toISOString()
  if (column.kind === 'date') return when.slice(0, 10)
  if (column.kind === 'dateTime') return when
  if (/^hora?$|^hour$/.test(column.name)) return 11 + (at % 13)
  if (column.kind === 'integer' && /dia|day/i.test(column.name)) return 1 + (at % 7)
  if (column.kind === 'money') return r.whole(10_000, 900_000) / 100
  return sampleValue(column, r)
}

const rowOf = (columns: readonly ResultColumn[], at: number, r: SeededRandom): Row =>
  Object.fromEntries(columns.map(column => [column.name, cell(column, at, r)]))

function keyed(shape: Extract<ResultShape, { is: 'keyed' }>, count: number, r: SeededRandom, level = 0): unknown {
  const name = shape.by[level]
  if (name === undefined) {
    const row = rowOf(shape.columns, level, r)
    return shape.value === undefined
      ? Object.fromEntries(Object.entries(row).filter(([key]) => !shape.by.includes(key)))
      : row[shape.value]
  }
  const column = shape.columns.find(each => each.name === name)
  const keys = Array.from({ length: level === 0 ? count : 3 }, (_, at) =>
    column ? cell(column, at, createSeededRandom(level * 100 + at + 7)) : `${name} ${at + 1}`,
  )
  return Object.fromEntries(keys.map(key => [String(key), keyed(shape, count, r, level + 1)]))
}

function tree(shape: Extract<ResultShape, { is: 'tree' }>, count: number, depth: number, r: SeededRandom): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    ...rowOf(shape.columns, at, r),
    [shape.children]: depth === 0 ? [] : tree(shape, 2, depth - 1, r),
  }))
}

function answerOf(shape: ResultShape, count: number, r: SeededRandom): unknown {
  if (shape.is === 'value') return count === 0 ? 0 : cell(shape.column, 0, r)
  if (shape.is === 'rows') return Array.from({ length: count }, (_, at) => rowOf(shape.columns, at, r))
  if (shape.is === 'keyed') return keyed(shape, count, r)
  if (shape.is === 'tree') return tree(shape, Math.min(count, 4), 2, r)
  return Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, answerOf(member, count, r)]))
}

/** A believable answer of a call, the same at every call: `count` rows in each of its parts, none for an empty one. */
export const sampleAnswer = (shape: ResultShape, count: number, seed = 1): unknown =>
  answerOf(shape, count, createSeededRandom(seed))
