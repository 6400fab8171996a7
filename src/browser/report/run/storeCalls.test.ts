import { describe, expect, it } from 'vitest'
import type { Query } from '../../../model/report.ts'
import { askedOf, runStoreCalls, searchAnswersOf, storeCalls } from './storeCalls.ts'
import { searchedStores } from './useReportSearch.ts'

const query: Query = {
  name: 'curva',
  title: 'Curva',
  path: 'relatorio/curva',
  gate: 'logged',
  scope: 'store',
  constants: [],
  statements: {},
  parameters: [{ name: 'order', title: 'Ordem', kind: 'text', required: false, many: false, fills: ['order'] }],
  result: { is: 'value', column: { name: 'total', title: 'Total', kind: 'money', required: false } },
}
const stores = [1, 2, 3].map(id => ({ id, nome_fantasia: `Loja ${id}` }))
const report = {
  calls: {
    main: { query: 'curva' },
    before: { query: 'curva', members: { order: 'x' }, when: 'yes' },
    never: { query: 'curva', when: 'no' },
  },
}
const evaluate = (expression: string): unknown => (expression === 'x' ? 'worked out' : expression === 'yes')

describe('a search', () => {
  it('makes each call whose condition holds, for each store', () => {
    const errands = storeCalls(report, { curva: query }, { order: 'lucro' }, stores.slice(0, 2), evaluate)
    expect(errands.map(({ call, store, members }) => [call, store?.id, members.order])).toEqual([
      ['main', 1, 'lucro'],
      ['main', 2, 'lucro'],
      ['before', 1, 'worked out'],
      ['before', 2, 'worked out'],
    ])
  })

  it('makes some calls for every store of the user, which compares nothing with the one at hand', () => {
    const page = { calls: { main: { query: 'curva' }, lojas: { query: 'curva', stores: 'all' as const } } }
    const errands = storeCalls(page, { curva: query }, {}, stores.slice(0, 1), evaluate, undefined, stores)
    expect(errands.map(({ call, store }) => [call, store?.id])).toEqual([
      ['main', 1],
      ['lojas', 1],
      ['lojas', 2],
      ['lojas', 3],
    ])
    const parts = errands.map(errand => ({ ...errand, answer: 1 }))
    expect(searchAnswersOf(page, { curva: query }, parts, 'UTC')).toMatchObject({ storeCount: 1, every: new Set(['lojas']) })
  })

  it('asks each store for the days of its own clock, and what belongs to no store for moments', () => {
    const members = {
      startDate: '2026-11-01T03:00:00.000Z',
      endDate: '2026-12-01T02:59:59.999Z',
      dia: '2026-11-01',
      ordem: 'lucro',
    }
    const [store] = stores
    expect(askedOf({ members, store }, 'America/Sao_Paulo')).toEqual({
      startDate: '2026-11-01T00:00:00.000',
      endDate: '2026-11-30T23:59:59.999',
      dia: '2026-11-01',
      ordem: 'lucro',
      lojaId: 1,
    })
    expect(askedOf({ members, store: undefined }, 'America/Sao_Paulo')).toEqual(members)
  })

  it('tells how many are done, and whether stores are compared', async () => {
    const told: number[] = []
    const errands = storeCalls(report, { curva: query }, {}, stores.slice(0, 2), () => false)
    const parts = await runStoreCalls(
      errands,
      async ({ store }) => (store?.id ?? 0) * 10,
      done => told.push(done),
    )
    expect(told).toEqual([1, 2])
    expect(searchAnswersOf(report, { curva: query }, parts, 'UTC')).toMatchObject({
      storeCount: 2,
      parts: [{ answer: 10 }, { answer: 20 }],
    })
  })

  it('asks the stores that the address names, of those that are the user’s', () => {
    const own = stores[0] ?? null
    expect(searchedStores({ compareStores: 'lojas' }, { lojas: '2,3,9' }, stores, own).map(({ id }) => id)).toEqual([2, 3])
    expect(searchedStores({ compareStores: 'lojas' }, {}, stores, own).map(({ id }) => id)).toEqual([1])
    expect(searchedStores({}, { lojas: '2' }, stores, own).map(({ id }) => id)).toEqual([1])
    expect(searchedStores({ compareStores: 'lojas' }, {}, [], null)).toEqual([])
  })
})
