import { describe, expect, it } from 'vitest'
import type { ShowView } from '../../../model/action.ts'
import { shownGroups } from './shownGroups.ts'

const view: ShowView = { load: { method: 'GET', path: 'x' }, columns: [], totals: [] }

describe('rows of a reply', () => {
  it('are the reply itself, or the member that the definition names', () => {
    expect(shownGroups([{ a: 1 }], view)).toEqual([{ name: '', rows: [{ a: 1 }] }])
    expect(shownGroups({ de: { rows: [{ a: 1 }] } }, { ...view, rows: 'de.rows' })).toEqual([{ name: '', rows: [{ a: 1 }] }])
  })

  it('stand together by a member, in the order in which it comes', () => {
    const rows = [
      { cor: 'verde', n: 1 },
      { cor: 'azul', n: 2 },
      { cor: 'verde', n: 3 },
    ]
    expect(shownGroups(rows, { ...view, group: 'cor' })).toEqual([
      { name: 'verde', rows: [rows[0], rows[2]] },
      { name: 'azul', rows: [rows[1]] },
    ])
  })

  it('stand under the names that hold them, without those that hold none', () => {
    expect(shownGroups({ Vendas: [{ n: 1 }], Sangrias: [] }, { ...view, keyed: true })).toEqual([
      { name: 'Vendas', rows: [{ n: 1 }] },
    ])
  })

  it('are none where the reply is something else', () => {
    for (const reply of [undefined, null, 'x', 3, {}, [[]]]) expect(shownGroups(reply, view)).toEqual([])
    expect(shownGroups('x', { ...view, keyed: true })).toEqual([])
  })
})
