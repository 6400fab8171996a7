import { expect, test } from 'vitest'
import { BoundedMemory, memoryFigures, OwnedMemory } from './boundedMemory.ts'

test('keeps what is asked for, and never more than fits', () => {
  const memory = new BoundedMemory<number, string>('of a test', { most: 10 })
  memory.set(-1, 'asked for')
  for (let at = 0; at < 1000; at++) {
    memory.set(at, `${at}`)
    expect(memory.get(-1)).toBe('asked for')
    expect(memory.held()).toBeLessThanOrEqual(10)
  }
  expect(memory.get(999)).toBe('999')
  expect(memory.get(1)).toBeUndefined()
  memory.delete(999)
  expect(memory.get(999)).toBeUndefined()
  memory.clear()
  expect([memory.get(-1), memory.held()]).toEqual([undefined, 0])
})

test('counts by weight where it is told how, and keeps nothing that fills half of it', () => {
  const memory = new BoundedMemory<string, string>('texts of a test', {
    most: 100,
    weigh: (key, text) => key.length + text.length,
  })
  memory.set('long', 'x'.repeat(60))
  expect(memory.get('long')).toBeUndefined()
  for (let at = 0; at < 50; at++) memory.set(`${at}`, 'x'.repeat(20))
  expect(memory.held()).toBeGreaterThan(20)
  expect(memory.held()).toBeLessThanOrEqual(100)
  memory.set('49', 'short')
  expect(memory.get('49')).toBe('short')
})

test('shares its room among all owners', () => {
  const memory = new OwnedMemory<object, number, number>('owned in a test', { most: 10 })
  const owners = Array.from({ length: 100 }, () => ({}))
  let made = 0
  const ask = (owner: object, key: number): number => memory.of(owner, key, () => made++)
  for (const owner of owners) for (let key = 0; key < 5; key++) ask(owner, key)
  expect(made).toBe(500)
  expect(memory.held()).toBeLessThanOrEqual(10)
  const [last = {}] = owners.slice(-1)
  expect(ask(last, 4)).toBe(499)
  expect(ask(owners[0] ?? {}, 0)).toBe(500)
})

test('tells its size under its name, of all of one name together', () => {
  const memories = [1, 2].map(() => new BoundedMemory<number, number>('pair of a test', { most: 10 }))
  for (const memory of memories) memory.set(1, 1)
  expect(memoryFigures().find(({ name }) => name === 'pair of a test')).toEqual({ name: 'pair of a test', held: 2, most: 20 })
})
