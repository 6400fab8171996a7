import { expect, it } from 'vitest'
import { resultRowsAt } from '../../src/model/report/resultPath.ts'
import type { ResultColumn, ResultShape } from '../../src/model/report.ts'
import { sampleAnswer } from './answer.ts'

const of = (name: string, kind: ResultColumn['kind']): ResultColumn => ({ name, title: name, kind, required: false })
const columns = [of('data', 'date'), of('moeda', 'text'), of('valor', 'money')]
const shape: ResultShape = {
  is: 'record',
  members: {
    total: { is: 'value', column: of('total', 'money') },
    array: { is: 'rows', columns, statement: 'a' },
    dias: { is: 'keyed', by: ['data', 'moeda'], value: 'valor', columns, statement: 'b' },
    arvore: { is: 'tree', key: 'id', parent: 'paiId', children: 'data', columns: [of('nome', 'text')], statement: 'c' },
  },
}

it('fills every part of an answer, the same at every call', () => {
  const answer = sampleAnswer(shape, 5)
  expect(sampleAnswer(shape, 5)).toEqual(answer)
  expect(resultRowsAt(shape, answer, ['array'])?.rows).toHaveLength(5)
  expect(resultRowsAt(shape, answer, ['array'])?.rows[1]).toMatchObject({ data: '2026-01-06', valor: expect.any(Number) })
  expect(resultRowsAt(shape, answer, ['dias'])?.rows.length).toBeGreaterThanOrEqual(10)
  expect(resultRowsAt(shape, answer, ['arvore'])?.rows).toHaveLength(4)
})

it('is empty without rows', () => {
  expect(sampleAnswer(shape, 0)).toEqual({ total: 0, array: [], dias: {}, arvore: [] })
})
