import { expect, test } from 'vitest'
import { readDefinitions } from '../start/definitions.ts'
import type { PresentLayout } from './layout.ts'
import { planTables } from './tablePlan.ts'
import { wantedTables } from './wantedTables.ts'

const { model } = readDefinitions()
const spread = wantedTables(model, true)
const stepsOf = (layout: PresentLayout | undefined): readonly string[] => planTables(spread, new Map(), layout).steps

test('every table of a store is spread by it beside the others, and every other is on all machines, before any key is made', () => {
  const steps = stepsOf({ laidOut: new Set() })
  const [first, ...others] = steps.filter(step => step.includes('create_distributed_table'))
  expect(first).toContain(`colocate_with => 'none'`)
  const [, name] = /create_distributed_table\('([^']+)', 'lojaId'/.exec(first ?? '') ?? []
  expect(others.filter(step => !step.includes(`'lojaId', colocate_with => '${name}'`))).toEqual([])
  const scoped = spread.filter(({ layout }) => layout === 'by store')
  expect(others.length + 1).toBe(scoped.length)
  expect(scoped.filter(({ primaryKey }) => primaryKey[0] !== 'lojaId')).toEqual([])
  expect(spread.filter(each => each.scoped && each.layout === 'everywhere').map(each => each.name)).toEqual(['lojas'])
  const last = steps.findLastIndex(step => /create_(distributed|reference)_table/.test(step))
  expect(steps.findIndex(step => step.includes('FOREIGN KEY'))).toBeGreaterThan(last)
})

test('a database on one machine gets none of it', () => {
  const plain = wantedTables(model)
  const { steps } = planTables(plain, new Map())
  expect(steps.filter(step => /create_(distributed|reference)_table|spread/.test(step))).toEqual([])
  expect(steps.some(step => step.includes('ON DELETE SET NULL'))).toBe(true)
})

test('what a distributed database refuses is in no step: policies with subqueries, keys that are emptied, keys from stores to their data', () => {
  const steps = stepsOf({ laidOut: new Set() })
  expect(steps.filter(step => step.startsWith('CREATE POLICY') && /\bSELECT\b/.test(step))).toEqual([])
  expect(steps.filter(step => step.includes('ON DELETE SET NULL'))).toEqual([])
  const everywhere = new Set(spread.filter(({ layout }) => layout === 'everywhere').map(({ name }) => name))
  const wrong = spread
    .filter(({ name }) => everywhere.has(name))
    .flatMap(({ foreignKeys }) => foreignKeys)
    .filter(({ definition }) => !everywhere.has(/REFERENCES "([^"]+)"/.exec(definition)?.[1] ?? ''))
  expect(wrong).toEqual([])
})
