import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import { readDefinitions } from '../../start/definitions.ts'
import { planList } from '../planList.ts'
import { restrictToStore } from '../restrictPlan.ts'
import { tableOf } from '../table.ts'
import { foundKeysSql, isFoundByKeys, rowsOfKeysSql, sureKeys } from './foundKeys.ts'

const { model } = readDefinitions()
const table = tableOf(model, 'produtos')

const planOf = (filter: object, storeId: number | null = 1) => {
  const plan = planList({ limit: 10, q: 'caf', ...filter }, { model, table, zone: 'America/Sao_Paulo' })
  return restrictToStore(plan, { rights: {} as never, admin: true, storeId, stores: [] })
}

test.each([
  ['is for a page far back', { skip: 191 }],
  ['is no search', { q: undefined, where: { stt_prod: true } }],
])('the page of a list is not made of keys that %s', (_, filter) => {
  expect(isFoundByKeys(planOf(filter))).toBe(false)
})

test('a search over all stores is not made of keys, one in a store is', () => {
  expect(isFoundByKeys(planOf({}, null))).toBe(false)
  expect(isFoundByKeys(planOf({}))).toBe(true)
})

test('rows of keys are judged by every condition of the search, and named with their store', () => {
  const plan = planOf({ where: { preco_vnd_prod: { gt: 5 } }, order: 'grupo.nome ASC' })
  const { text, params } = rowsOfKeysSql(plan, [7, 8], 'rows')
  const [inside = '', outside = ''] = text.split('OFFSET 0')
  expect(inside).toMatch(/"lojaId" = \$1 AND t\."id" = ANY\(\$2\)/)
  expect(outside).toContain('preco_vnd_prod" >')
  expect(outside).toContain('@@ (SELECT f_nas_lojas')
  expect(outside).toMatch(/LEFT JOIN .* ORDER BY /)
  expect(params).toContainEqual([7, 8])
  expect(foundKeysSql(plan).text).toMatch(/LEFT JOIN .* ORDER BY .* LIMIT 200$/)
})

/** Rows in an order, before and after some moved, came or went: what is sure must be how the new order begins. */
test('keys that are sure begin the new order', () => {
  const row = fc.nat(60)
  fc.assert(
    fc.property(fc.uniqueArray(row), fc.uniqueArray(row), fc.uniqueArray(row), fc.nat(12), (old, moved, gone, most) => {
      const changed = new Set([...moved, ...gone])
      const left = old.filter(key => !gone.includes(key) && !moved.includes(key))
      // A moved record stands somewhere: by its own number among the others.
      const now = moved
        .filter(key => !gone.includes(key))
        .reduce((all, key) => all.toSpliced(key % (all.length + 1), 0, key), left)
      const before = { keys: old.slice(0, most), count: old.length }
      const asked = new Set([...before.keys, ...changed])
      const sure = sureKeys(
        before,
        changed,
        now.filter(key => asked.has(key)),
      )
      expect(sure).toEqual(now.slice(0, sure.length))
      if (old.length <= most) expect(sure).toEqual(now)
      expect(sure.length).toBeGreaterThanOrEqual(before.keys.filter(key => !changed.has(key)).length)
    }),
  )
})
