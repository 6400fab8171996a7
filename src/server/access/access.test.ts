import { expect, test } from 'vitest'
import type { Queries } from '../database/queries.ts'
import { readDefinitions } from '../start/definitions.ts'
import { createAccess } from './access.ts'
import { isShutOutOfStores } from './users.ts'

const { model } = readDefinitions()

/** A database of which one machine is away: what is asked of all of them fails, what is asked of store 1 does not. */
const partlyAway = (spread: boolean, shards: () => readonly { found: object[] | null }[] = () => []): Queries => ({
  spread,
  query: async <R extends object = Record<string, unknown>>(text: string, params: readonly unknown[] = []) => {
    const found = (rows: readonly object[]) => ({ rows: rows as R[], rowCount: rows.length })
    if (text.includes('run_command_on_shards')) return found(shards())
    if (text.includes('"user_lojas"')) {
      if (params[1] !== 1) throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' })
      return found([{ lojaId: '1', type: 1 }])
    }
    if (text.includes('"lojas"')) return found([{ id: '1', lojaId: '1', fuso_horario: 'America/Manaus' }])
    return found([{ id: '7', email: 'dona@x.br', nome: 'Dona', admin: false }])
  },
})

test('while a machine is away, people are known in the stores of the others', async () => {
  const access = createAccess(partlyAway(true), () => model)
  const { links, stores } = await access.person(7, 1)
  expect([links.map(({ storeId }) => storeId), [...stores.keys()]]).toEqual([[1], [1]])
  await expect(access.person(7, 2)).rejects.toMatchObject({ code: '08006' })
  await expect(access.person(7)).rejects.toMatchObject({ code: '08006' })
})

test('who names no store is known in those of the machines that answer; who has none there is told of the failure', async () => {
  const access = createAccess(
    partlyAway(true, () => [{ found: [{ id: 2, lojaId: 1, type: 1 }] }, { found: null }]),
    () => model,
  )
  const { links, stores } = await access.person(7)
  expect([links.map(({ storeId, owner }) => [storeId, owner]), [...stores.keys()]]).toEqual([[[1, true]], [1]])
  const nowhere = createAccess(
    partlyAway(true, () => [{ found: null }]),
    () => model,
  )
  await expect(nowhere.person(7)).rejects.toMatchObject({ code: '08006' })
  const told = partlyAway(true, () => {
    throw new Error('nothing is known')
  })
  await expect(createAccess(told, () => model).person(7)).rejects.toMatchObject({ code: '08006' })
})

test('a call that names no store is not taken for one of another store while a machine is away', async () => {
  const session = (text: string): boolean => text.includes('system.sessions')
  const settings = (text: string): boolean => text.includes('Loja_campos')
  const away = partlyAway(true, () => [{ found: [{ id: 2, lojaId: 1, type: 1 }] }])
  const access = createAccess(
    {
      ...away,
      query: <R extends object>(text: string, params?: readonly unknown[]) =>
        session(text)
          ? Promise.resolve({ rows: [{ userId: '7', stale: false }] as R[], rowCount: 1 })
          : settings(text)
            ? Promise.resolve({ rows: [], rowCount: 0 })
            : away.query<R>(text, params),
    },
    () => model,
  )
  await expect(access.caller('token', undefined, 'r')).rejects.toMatchObject({ code: '08006' })
  expect((await access.caller('token', 1, 'r')).storeId).toBe(1)
})

test('a database on one machine that is away is away', async () => {
  await expect(createAccess(partlyAway(false), () => model).person(7, 1)).rejects.toMatchObject({ code: '08006' })
})

test('nobody is taken for shut out of their stores while a machine that may have an open one is away', async () => {
  expect(await isShutOutOfStores(partlyAway(true), model, 7)).toBe(false)
  await expect(isShutOutOfStores(partlyAway(false), model, 7)).rejects.toMatchObject({ code: '08006' })
})
