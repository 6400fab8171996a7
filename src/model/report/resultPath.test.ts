import { describe, expect, it } from 'vitest'
import type { ResultColumn, ResultShape } from '../report.ts'
import { resultColumnAt, resultRowsAt, resultValuesAt } from './resultPath.ts'

const column = (name: string, kind: ResultColumn['kind'] = 'money'): ResultColumn => ({
  name,
  title: name,
  kind,
  required: false,
})

const totals: ResultShape = {
  is: 'record',
  members: {
    total: { is: 'value', column: column('total') },
    array: { is: 'rows', statement: 'array', columns: [column('nome', 'text'), column('valor')] },
    totais: { is: 'record', members: { ticket: { is: 'value', column: column('ticket_medio') } } },
  },
}
const answer = {
  total: 30,
  array: [
    { nome: 'a', valor: 10 },
    { nome: 'b', valor: 20 },
  ],
  totais: { ticket: 7.5 },
}

const byDay: ResultShape = {
  is: 'keyed',
  by: ['data', 'moeda'],
  value: 'valor',
  statement: 'dias',
  columns: [column('data', 'date'), column('moeda', 'text'), column('valor')],
}
const byHour: ResultShape = {
  is: 'keyed',
  by: ['hora'],
  statement: 'horas',
  columns: [column('hora', 'integer'), column('total')],
}

describe('a path in an answer', () => {
  it('leads to values, alone or of rows', () => {
    expect(resultValuesAt(totals, answer, ['total'])).toEqual([30])
    expect(resultValuesAt(totals, answer, ['totais', 'ticket'])).toEqual([7.5])
    expect(resultValuesAt(totals, answer, ['array', 'valor'])).toEqual([10, 20])
    expect(resultValuesAt(totals, {}, ['array', 'valor'])).toEqual([])
    expect(resultValuesAt(totals, answer, ['nowhere'])).toEqual([])
  })

  it('leads to rows; a record is one', () => {
    expect(resultRowsAt(totals, answer, ['array'])?.rows).toHaveLength(2)
    expect(resultRowsAt(totals, answer, ['totais'])?.rows).toEqual([{ ticket: 7.5 }])
    expect(resultRowsAt(totals, answer, ['totais'])?.columns.map(({ name }) => name)).toEqual(['ticket'])
    expect(resultRowsAt(totals, undefined, ['array'])?.rows).toEqual([])
    expect(resultRowsAt(totals, answer, ['nowhere'])).toBeUndefined()
  })

  it('opens what is keyed', () => {
    expect(resultRowsAt(byDay, { '2026-01-01': { Pix: 1, Dinheiro: 2 }, '2026-01-02': { Pix: 3 } }, [])?.rows).toEqual([
      { data: '2026-01-01', moeda: 'Pix', valor: 1 },
      { data: '2026-01-01', moeda: 'Dinheiro', valor: 2 },
      { data: '2026-01-02', moeda: 'Pix', valor: 3 },
    ])
    expect(resultRowsAt(byHour, { 11: { total: 4 } }, [])?.rows).toEqual([{ hora: 11, total: 4 }])
    expect(resultValuesAt(byHour, { 11: { total: 4 }, 12: { total: 5 } }, ['total'])).toEqual([4, 5])
  })

  it('knows the column at its end', () => {
    expect(resultColumnAt(totals, ['array', 'nome'])?.kind).toBe('text')
    expect(resultColumnAt(totals, ['total'])?.kind).toBe('money')
    expect(resultColumnAt(totals, ['array'])).toBeUndefined()
    expect(resultColumnAt(byDay, ['valor'])?.name).toBe('valor')
  })
})
