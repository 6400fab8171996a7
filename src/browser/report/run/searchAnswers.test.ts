import { describe, expect, it, test } from 'vitest'
import type { Query, ResultColumn, ResultShape } from '../../../model/report.ts'
import { answerRowsAt, figureValue, isEmptyAnswer, rowsCutAt, type SearchAnswers } from './searchAnswers.ts'

const money = (name: string): ResultColumn => ({ name, title: name, kind: 'money', required: false })
const text = (name: string): ResultColumn => ({ name, title: name, kind: 'text', required: false })
const result = {
  is: 'record',
  members: {
    total: { is: 'value', column: money('total') },
    array: { is: 'rows', statement: 'array', columns: [text('moeda'), money('valor')] },
  },
} as const satisfies ResultShape
const query = (shape: ResultShape): Query => ({
  name: 'q',
  title: 'Q',
  path: 'relatorio/q',
  gate: 'logged',
  constants: [],
  scope: 'store',
  statements: {},
  parameters: [],
  result: shape,
})
const store = (id: number) => ({ id, nome_fantasia: `Loja ${id}` })
const one = {
  total: 0.3,
  array: [
    { moeda: 'Pix', valor: 0.1 },
    { moeda: 'Dinheiro', valor: 0.2 },
  ],
}
const other = { total: 2, array: [{ moeda: 'Pix', valor: 2 }] }

const alone: SearchAnswers = {
  queries: { main: query(result) },
  parts: [{ call: 'main', store: undefined, answer: one }],
  storeCount: 1,
  zone: 'UTC',
}
const both: SearchAnswers = {
  ...alone,
  storeCount: 2,
  parts: [
    { call: 'main', store: store(1), answer: one },
    { call: 'main', store: store(2), answer: other },
  ],
}
const none = () => undefined

describe('figures', () => {
  it('of one store', () => {
    expect(figureValue(alone, 'main.total', none)).toBe(0.3)
    expect(figureValue(alone, { sum: 'main.array.valor' }, none)).toBe(0.3)
    expect(figureValue(alone, { average: 'main.array.valor' }, none)).toBe(0.15)
    expect(figureValue(alone, { count: 'main.array' }, none)).toBe(2)
    expect(figureValue(alone, { top: 'main.array', by: 'valor', show: 'moeda' }, none)).toBe('Dinheiro')
    expect(figureValue(alone, 'main.nada', none)).toBeUndefined()
  })

  it('of several stores', () => {
    expect(figureValue(both, 'main.total', none)).toBe(2.3)
    expect(figureValue(both, { average: 'main.total' }, none)).toBe(1.15)
    expect(figureValue(both, { count: 'main.array' }, none)).toBe(3)
    expect(figureValue(both, { top: 'main.array', by: 'valor', show: 'moeda' }, none)).toBe('Pix')
  })

  it('of expressions know the kinds of what they take', () => {
    const seen: unknown[] = []
    const figure = { expression: 'a - b', of: { a: 'main.total', b: 'main.array.moeda' } }
    figureValue(alone, figure, (expression, record, columns) =>
      seen.push(
        expression,
        record,
        columns.map(({ kind }) => kind),
      ),
    )
    expect(seen).toEqual(['a - b', { a: 0.3, b: 'Pix' }, ['money', 'text']])
  })
})

describe('rows', () => {
  it('of several stores tell theirs', () => {
    expect(answerRowsAt(alone, 'main.array').rows[0]).toEqual({ moeda: 'Pix', valor: 0.1 })
    expect(answerRowsAt(both, 'main.array').rows.map(row => row.loja)).toEqual(['Loja 1', 'Loja 1', 'Loja 2'])
    expect(answerRowsAt(both, 'main.array').columns[0]?.name).toBe('loja')
    expect(answerRowsAt(both, 'main').rows).toMatchObject([
      { total: 0.3, lojaId: 1 },
      { total: 2, lojaId: 2 },
    ])
  })

  it('of a call that is made for every store tell theirs, and those of other calls do not', () => {
    const every: SearchAnswers = {
      ...both,
      queries: { main: query(result), lojas: query(result) },
      storeCount: 1,
      every: new Set(['lojas']),
      parts: [
        { call: 'main', store: store(1), answer: one },
        { call: 'lojas', store: store(1), answer: one },
        { call: 'lojas', store: store(2), answer: other },
      ],
    }
    expect(answerRowsAt(every, 'lojas').rows).toMatchObject([
      { total: 0.3, loja: 'Loja 1', lojaId: 1 },
      { total: 2, loja: 'Loja 2', lojaId: 2 },
    ])
    expect(answerRowsAt(every, 'main.array').rows).toEqual(one.array)
    expect(figureValue(every, { sum: 'lojas.total' }, none)).toBe(2.3)
  })
})

test('rows end early where one store has as many as there may be', () => {
  const { array } = result.members
  const cut = (most: number): SearchAnswers => ({
    ...alone,
    queries: { main: query({ ...result, members: { array: { ...array, most } } }) },
    parts: [...alone.parts, { call: 'main', store: store(2), answer: other }],
  })
  expect(rowsCutAt(cut(2), 'main.array')).toBe(2)
  expect(rowsCutAt(cut(3), 'main.array')).toBeUndefined()
  expect(rowsCutAt(alone, 'main.array')).toBeUndefined()
})

describe('an empty answer', () => {
  const whole = new Map<string, string>()
  const of = (shape: ResultShape, answer: unknown): SearchAnswers => ({
    ...alone,
    queries: { main: query(shape) },
    parts: [{ call: 'main', store: undefined, answer }],
  })
  it('has no rows, and no figure that stands without them', () => {
    expect(isEmptyAnswer(of(result, { total: 0, array: [] }), whole)).toBe(true)
    expect(isEmptyAnswer(of(result, { total: -5, array: [] }), whole)).toBe(false)
    expect(isEmptyAnswer(of(result, one), whole)).toBe(false)
    const keyed: ResultShape = {
      is: 'keyed',
      by: ['moeda'],
      columns: [text('moeda'), money('valor')],
      value: 'valor',
      statement: 's',
    }
    expect(isEmptyAnswer(of(keyed, {}), whole)).toBe(true)
    expect(isEmptyAnswer(of(keyed, { Pix: 0 }), whole)).toBe(false)
  })
  it('is not known where a table asks for all that there is page by page', () => {
    const paged = new Map([['main', 'array']])
    const rows: ResultShape = { is: 'record', members: { array: { is: 'rows', columns: [text('nome')], statement: 's' } } }
    expect(isEmptyAnswer(of(rows, { array: [] }), whole)).toBe(true)
    expect(isEmptyAnswer(of(rows, { array: [] }), paged)).toBe(false)
    expect(isEmptyAnswer(of(result, { total: 0, array: [] }), paged)).toBe(true)
  })
  it('or no figures where it has no rows', () => {
    const shape: ResultShape = { is: 'record', members: { total: { is: 'value', column: money('total') } } }
    expect(isEmptyAnswer(of(shape, { total: 0 }), whole)).toBe(true)
    expect(isEmptyAnswer(of(shape, { total: -1 }), whole)).toBe(false)
  })
})
