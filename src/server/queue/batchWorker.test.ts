import { afterEach, expect, test, vi } from 'vitest'
import type { Service } from '../service.ts'
import { createBatches } from './batchWorker.ts'
import type { QueueWorker } from './rounds.ts'

/** Records that are followed a moment after their save, many together. */

const workers: QueueWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.close()))
})

const store = (id: number) => ({ id, zone: 'America/Sao_Paulo' })
const serviceOf = () => {
  const warn = vi.fn()
  return { warn, service: { model: () => ({}), log: { warn } } as unknown as Service }
}

test('what many saves note is followed once for each store, and a store with much waits behind the others', async () => {
  const runs: [number, number][] = []
  const batches = createBatches(async (_, { id }, ids) => void runs.push([id, ids.length]))
  const { service } = serviceOf()
  workers.push(batches.start({ service, q: { query: vi.fn() } }))
  batches.add(
    { ...service },
    store(1),
    Array.from({ length: 700 }, (_, at) => at),
  )
  for (const id of [5, 6, 6]) batches.add({ ...service }, store(2), [id])
  await expect
    .poll(() => runs)
    .toEqual([
      [1, 500],
      [2, 2],
      [1, 200],
    ])
})

test('what fails is told and holds nothing up; another server has its own', async () => {
  const seen: number[] = []
  const batches = createBatches(async (_, { id }) => {
    if (id === 1) throw new Error('gone')
    seen.push(id)
  })
  const [ours, theirs] = [serviceOf(), serviceOf()]
  workers.push(batches.start({ service: ours.service, q: { query: vi.fn() } }))
  batches.add(theirs.service, store(9), [1])
  batches.add(ours.service, store(1), [1])
  batches.add(ours.service, store(2), [1])
  await expect.poll(() => seen).toEqual([2])
  expect(ours.warn).toHaveBeenCalledOnce()
})
