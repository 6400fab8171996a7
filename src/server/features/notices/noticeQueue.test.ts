import { expect, test } from 'vitest'
import type { NotedChange } from '../../service.ts'
import { readDefinitions } from '../../start/definitions.ts'
import { noteChanges } from './noticeQueue.ts'

const { model } = readDefinitions()

/** Tells whether a change of an automation's run is noted to be looked at: people are told of one that failed and says so. */
const isNoted = async (change: Omit<NotedChange, 'register' | 'lojaId' | 'id'>): Promise<boolean> => {
  let asked = 0
  const q = { query: async () => ({ rows: [], rowCount: ++asked }) as never }
  const noted = await noteChanges(q, [{ register: 'Automacao_execucoes', lojaId: 1, id: '1', ...change }], { model, zone: 'UTC' })
  expect(asked).toBe(noted ? 1 : 0)
  return noted === true
}
const waits = { situacao: 'ESPERA', avisar: false }
const failed = { situacao: 'FALHOU', avisar: true }

test.each([
  ['a record made as nobody has to be told of', { as: 'made', after: waits }, false],
  ['a record made as somebody has to be told of', { as: 'made', after: failed }, true],
  ['what nobody had to be told of, nor has now', { before: waits, after: { ...waits, situacao: 'FEITA' } }, false],
  ['what somebody has to be told of now', { before: waits, after: failed }, true],
  ['what they were told of, and may be told of again', { before: failed, after: waits }, true],
  ['a change of a record that is not at hand', { after: waits }, true],
  ['a change that does not say what it leaves', { before: waits }, true],
  ['a change that leaves out a field of the condition', { as: 'made', after: { situacao: 'ESPERA' } }, true],
] as const)('%s', async (_what, change, noted) => {
  expect(await isNoted(change)).toBe(noted)
})
