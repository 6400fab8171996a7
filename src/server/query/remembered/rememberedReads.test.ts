import { expect, test } from 'vitest'
import type { Database } from '../../database/queries.ts'
import { forgetReads, readRemembered } from './rememberedReads.ts'

const open = () => {
  const database: Pick<Database, 'read'> = { read: () => Promise.reject(new Error('not asked')) }
  let reads = 0
  const ask = (lojaId = 1) =>
    readRemembered(database, { lojaId, registers: ['lojas', 'horarios'], key: 'hours' }, async () => String(++reads))
  return { database, ask }
}

test('what is remembered is read again once a row of its registers changed in its store, and not before', async () => {
  const { database, ask } = open()
  expect(await Promise.all([ask(), ask()])).toEqual(['1', '1'])
  expect(await ask(2)).toBe('2')
  forgetReads(database, { register: 'produtos', lojaId: 1 })
  forgetReads(database, { register: 'horarios', lojaId: 2 })
  expect([await ask(), await ask(2)]).toEqual(['1', '3'])
  forgetReads(database, { register: 'lojas', lojaId: 1 })
  expect([await ask(), await ask(2)]).toEqual(['4', '3'])
  forgetReads(database, { register: 'horarios', lojaId: null })
  expect([await ask(), await ask(2)]).toEqual(['5', '6'])
  forgetReads(database)
  expect(await ask()).toBe('7')
})

test('what was read while it changed is not remembered', async () => {
  const { database } = open()
  const slow = Promise.withResolvers<string>()
  const question = { lojaId: 1, registers: ['horarios'], key: 'hours' }
  const before = readRemembered(database, question, () => slow.promise)
  forgetReads(database, { register: 'horarios', lojaId: 1 })
  expect(await readRemembered(database, question, async () => 'new')).toBe('new')
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await readRemembered(database, question, async () => 'newer')).toBe('new')
})

test('neither a failure nor what is not there is remembered', async () => {
  const { database } = open()
  const question = { lojaId: 1, registers: ['horarios'], key: 'hours' }
  await expect(readRemembered(database, question, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await readRemembered<string | undefined>(database, question, async () => undefined)).toBeUndefined()
  expect(await readRemembered<string | undefined>(database, question, async () => 'there')).toBe('there')
})
