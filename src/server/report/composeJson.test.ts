import { expect, test } from 'vitest'
import type { ResultColumn, ResultShape } from '../../model/report.ts'
import type { RawRow } from './batchStatements.ts'
import { composeJson } from './composeJson.ts'
import { reportSheetOf } from './reportSheet.ts'

const column = (name: string, kind: ResultColumn['kind'], more: Partial<ResultColumn> = {}): ResultColumn => ({
  name,
  kind,
  title: name,
  required: false,
  ...more,
})
const said = (shape: ResultShape, rows: Readonly<Record<string, readonly RawRow[]>>): string =>
  composeJson(shape, new Map(Object.entries(rows)))

test('values are written by their kind, numbers with their own digits', () => {
  const columns = [
    column('preco', 'money'),
    column('qtd', 'decimal'),
    column('vezes', 'integer'),
    column('sim', 'boolean'),
    column('em', 'dateTime'),
    column('dia', 'date'),
    column('as', 'time'),
    column('nome', 'text'),
    column('id', 'reference', { reference: { to: 'x', as: 'y', textKey: false, from: 0, onRemove: 'refuse' } }),
  ]
  const shape: ResultShape = { is: 'rows', columns, statement: 's' }
  const texts = [
    '900719925474099.285',
    '1.2345',
    '9007199254740993',
    'true',
    '2026-01-02 03:04:05.5+00',
    '2026-01-02',
    '03:04:00',
    'a "b"',
    '7',
  ]
  const row = Object.fromEntries(columns.map(({ name }, at) => [name, texts[at]]))
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]))
  expect(said(shape, { s: [row, { ...row, sim: false, qtd: 'NaN' }, empty] })).toBe(
    '[{"preco":900719925474099.28,"qtd":1.234,"vezes":9007199254740993,"sim":true,"em":"2026-01-02T03:04:05.500Z","dia":"2026-01-02","as":"03:04","nome":"a \\"b\\"","id":7},' +
      '{"preco":900719925474099.28,"qtd":null,"vezes":9007199254740993,"sim":false,"em":"2026-01-02T03:04:05.500Z","dia":"2026-01-02","as":"03:04","nome":"a \\"b\\"","id":7},' +
      '{"preco":null,"qtd":null,"vezes":null,"sim":null,"em":null,"dia":null,"as":null,"nome":null,"id":null}]',
  )
})

test('keys of several levels end in a value, or in a record of the other columns', () => {
  const columns = [column('dia', 'date'), column('hora', 'integer'), column('total', 'money'), column('qtd', 'integer')]
  const rows = [
    { dia: '2026-01-01', hora: 9, total: '1.50', qtd: 1 },
    { dia: '2026-01-02', hora: 9, total: '2', qtd: 2 },
    { dia: '2026-01-01', hora: 10, total: null, qtd: 3 },
  ]
  const records: ResultShape = { is: 'keyed', by: ['dia', 'hora'], columns, statement: 's' }
  expect(said(records, { s: rows })).toBe(
    '{"2026-01-01":{"9":{"total":1.5,"qtd":1},"10":{"total":null,"qtd":3}},"2026-01-02":{"9":{"total":2,"qtd":2}}}',
  )
  const values: ResultShape = { is: 'keyed', by: ['dia', 'hora'], columns: columns.slice(0, 3), value: 'total', statement: 's' }
  const text = said(values, { s: rows })
  expect(text).toBe('{"2026-01-01":{"9":1.5,"10":null},"2026-01-02":{"9":2}}')
  expect(reportSheetOf(values, rows).lines).toEqual([
    ['2026-01-01', 9, 1.5],
    ['2026-01-01', 10, null],
    ['2026-01-02', 9, 2],
  ])
})

test('a tree hangs rows under their parents, orphans at the top, rings nowhere', () => {
  const shape: ResultShape = {
    is: 'tree',
    key: 'id',
    parent: 'pai',
    children: 'data',
    columns: [column('name', 'text')],
    statement: 's',
  }
  const rows = [
    { id: 2, pai: 1, name: 'b' },
    { id: 1, pai: null, name: 'a' },
    { id: 3, pai: 2, name: 'c' },
    { id: 4, pai: 99, name: 'orphan' },
    { id: 5, pai: 6, name: 'ring' },
    { id: 6, pai: 5, name: 'ring' },
  ]
  const text = said(shape, { s: rows })
  expect(JSON.parse(text)).toEqual([
    { name: 'a', data: [{ name: 'b', data: [{ name: 'c', data: [] }] }] },
    { name: 'orphan', data: [] },
  ])
  expect(reportSheetOf(shape, rows).lines).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    [1, 'orphan'],
  ])
})

test.each([
  [
    'an empty key',
    [
      { id: '', pai: null, name: 'a' },
      { id: null, pai: '', name: 'b' },
    ],
    ['a', 'b'],
  ],
  [
    'a key that is its own parent',
    [
      { id: 1, pai: null, name: 'a' },
      { id: 1, pai: 1, name: 'b' },
      { id: 1, pai: 1, name: 'c' },
    ],
    ['a', 'b', 'c'],
  ],
])('a tree ends with %s, and shows every row once', (_, rows, names) => {
  const shape: ResultShape = {
    is: 'tree',
    key: 'id',
    parent: 'pai',
    children: 'data',
    columns: [column('name', 'text')],
    statement: 's',
  }
  expect(said(shape, { s: rows }).match(/(?<=")[abc](?=")/g)).toEqual(names)
  expect(reportSheetOf(shape, rows).lines.map(line => line[1])).toEqual(names)
})

test('a sum adds up what the rows show, however many they are', () => {
  const shape: ResultShape = {
    is: 'record',
    members: {
      total: { is: 'value', column: column('total', 'money'), sum: 'linhas.valor' },
      linhas: { is: 'rows', columns: [column('valor', 'money')], statement: 'linhas' },
    },
  }
  const linhas = Array.from({ length: 1000 }, () => ({ valor: '0.10' }))
  expect(said(shape, { linhas })).toMatch(/^\{"total":100,/)
  expect(said(shape, { linhas: [] })).toBe('{"total":0,"linhas":[]}')
  expect(said(shape, { linhas: [{ valor: '99999999999999999.99' }, { valor: '0.01' }, { valor: null }] })).toContain(
    '"total":100000000000000000,',
  )
})
