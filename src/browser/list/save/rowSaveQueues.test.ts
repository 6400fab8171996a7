import { expect, test } from 'vitest'
import { createRowSaveQueues } from './rowSaveQueues.ts'

/** A save that ends when it is told to. */
function pending() {
  let end = (): void => undefined
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  return { ended, end }
}
const soon = () => new Promise(resolve => setTimeout(resolve))

test('saves of one row wait for each other, those of another do not', async () => {
  const lines = createRowSaveQueues()
  const begun: string[] = []
  const first = pending()
  const both = lines.run(['1', '2'], () => {
    begun.push('both')
    return first.ended
  })
  const second = lines.run(['2'], async () => void begun.push('second'))
  await lines.run(['3'], async () => void begun.push('other'))
  expect(begun).toEqual(['both', 'other'])
  first.end()
  await Promise.all([both, second])
  expect(begun).toEqual(['both', 'other', 'second'])
})

test('what fails, or waits for the server, keeps nobody waiting', async () => {
  const lines = createRowSaveQueues()
  await expect(lines.run(['1'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const away = pending()
  const queued = lines.run(['1'], go => {
    go()
    return away.ended
  })
  await soon()
  expect(await lines.run(['1'], async () => 'through')).toBe('through')
  away.end()
  await queued
})

test('a row is saved with the newest version known of it', () => {
  const lines = createRowSaveQueues()
  expect(lines.version({ id: 1, version: 3 })).toBe(3)
  lines.recordVersion({ id: 1, version: 4 })
  expect(lines.version({ id: 1, version: 3 })).toBe(4)
  expect(lines.version({ id: 1, version: 6 })).toBe(6)
  expect(lines.version({ id: 1 })).toBeUndefined()
})
