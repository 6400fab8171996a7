import { describe, expect, it } from 'vitest'
import type { AddBarView } from '../../../../model/field.ts'
import type { Field, Register } from '../../../../model/model.ts'
import { findAddFault, nextFieldToFill, type TypedRow } from './addRow.ts'

const field = (name: string, more: Partial<Field>): Field => ({
  name,
  title: name,
  kind: 'text',
  required: true,
  stored: true,
  readOnly: false,
  secret: false,
  clone: true,
  search: false,
  ...more,
})

const child = {
  name: 'inventarios.itens',
  fields: [field('produto', { kind: 'integer' }), field('quantidade', { kind: 'decimal', min: 0, max: 10 })],
  lists: [],
} as unknown as Register

const bar: AddBarView = {
  fields: ['produto', 'quantidade'],
  scan: [],
  checks: [
    { field: 'produto', message: 'no-product' },
    { field: 'quantidade', message: 'range' },
    { field: 'produto', rule: 'is new', message: 'listed', params: { name: 'the name', code: 'the code' } },
  ],
}

const row = (values: TypedRow['values'], unread: TypedRow['unread'] = {}): TypedRow => ({ values, unread })
const answer = (expression: string): unknown => ({ 'the name': 'Suco', 'the code': 7 })[expression] ?? false
const faultOf = (typed: TypedRow) => findAddFault(bar, child, typed, answer)?.code

describe('a row typed above its list', () => {
  it('is judged by the checks in their order, and the first that does not hold is told', () => {
    expect(faultOf(row({}))).toBe('no-product')
    expect(faultOf(row({ produto: 1 }))).toBe('range')
    expect(faultOf(row({ produto: 1, quantidade: 11 }))).toBe('range')
    expect(faultOf(row({ produto: 1 }, { quantidade: { code: 'number-invalid' } }))).toBe('range')
    expect(findAddFault(bar, child, row({ produto: 1, quantidade: 0 }), answer)).toEqual({
      field: 'produto',
      code: 'listed',
      params: { name: 'Suco', code: 7 },
    })
    expect(findAddFault(bar, child, row({ produto: 1, quantidade: 0 }), () => true)).toBeUndefined()
  })

  it('keeps the limits of fields that no check names', () => {
    const plain: AddBarView = { ...bar, checks: [] }
    expect(findAddFault(plain, child, row({ produto: 1, quantidade: 11 }), answer)).toMatchObject({ field: 'quantidade' })
  })

  it('leads Enter through what has to be filled in', () => {
    expect(nextFieldToFill(bar, child, row({ produto: 1 }), 'produto')).toBe('quantidade')
    expect(nextFieldToFill(bar, child, row({ produto: 1, quantidade: 0 }), 'produto')).toBeUndefined()
    expect(nextFieldToFill(bar, child, row({}), 'produto')).toBeUndefined()
  })
})
