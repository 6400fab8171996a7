import { describe, expect, it } from 'vitest'
import { compose } from './compose.ts'
import { type DerivedTables, operation } from './domain.ts'

const call = (path: string) =>
  operation({ method: 'GET', path, title: path, gate: 'logged', input: {}, output: {}, messages: [], run: async () => ({}) })

const job = { id: 'sweep', everySeconds: 60, run: async () => undefined }

const tables: DerivedTables = {
  name: 'sums',
  from: [],
  drop: [],
  make: [],
  fill: [],
  grants: () => [],
  rebuild: async () => undefined,
  verify: async () => [],
}

describe('composing areas', () => {
  it('puts an area after those that it needs, and keeps the order otherwise', () => {
    const all = compose([
      { name: 'sales', needs: ['catalogue', 'people'] },
      { name: 'stores' },
      { name: 'people' },
      { name: 'catalogue' },
    ])
    expect(all.names).toEqual(['catalogue', 'people', 'sales', 'stores'])
  })

  it('gathers what each declares', () => {
    const all = compose([
      { name: 'a', operations: [call('a/x')], effects: { one: {} }, tables: [tables] },
      { name: 'b', operations: [call('b/x')], effects: { two: {} }, jobs: [job] },
    ])
    expect(all.operations.map(({ path }) => path)).toEqual(['a/x', 'b/x'])
    expect(Object.keys(all.effects)).toEqual(['one', 'two'])
    expect(all.tables).toEqual([tables])
    expect(all.jobs).toEqual([job])
  })

  it('refuses a circle, an unknown need and a name used twice', () => {
    const circle = [
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['c'] },
      { name: 'c', needs: ['b'] },
    ]
    expect(() => compose(circle)).toThrow('circle: b → c → b')
    expect(() => compose([{ name: 'a', needs: ['z'] }])).toThrow('"a" needs "z"')
    expect(() => compose([{ name: 'a' }, { name: 'a' }])).toThrow('Two areas are called "a"')
  })

  it('refuses a reaction to what happens in an area that is not needed', () => {
    const reactions = [{ id: 'countStock', to: 'sales.closed' }]
    expect(compose([{ name: 'sales' }, { name: 'stock', needs: ['sales'], reactions }]).reactions).toEqual(reactions)
    expect(() => compose([{ name: 'sales' }, { name: 'stock', reactions }])).toThrow(
      '"countStock" of "stock" follows "sales.closed"',
    )
  })

  it('refuses what two areas declare, naming both', () => {
    const twice = (one: object, other: object) => () =>
      compose([
        { name: 'a', ...one },
        { name: 'b', ...other },
      ])
    const both = 'is declared by "a" and by "b"'
    expect(twice({ operations: [call('X/:id')] }, { operations: [call('x/:key')] })).toThrow(`"GET x/:" ${both}`)
    expect(twice({ effects: { stock: {} } }, { effects: { stock: {} } })).toThrow(`effect "stock" ${both}`)
    expect(twice({ tables: [tables] }, { tables: [tables] })).toThrow(`"sums" ${both}`)
    expect(twice({ jobs: [job] }, { jobs: [job] })).toThrow(`job "sweep" ${both}`)
    expect(twice({ offers: [{ port: 'menus' }] }, { offers: [{ port: 'menus' }] })).toThrow(`offer "menus" ${both}`)
  })
})
