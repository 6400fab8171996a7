import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { watchFolders } from './watchFolders.ts'

const folder = mkdtempSync(join(tmpdir(), 'watched-'))
let stop: (() => void) | undefined

afterEach(() => {
  stop?.()
  rmSync(folder, { recursive: true, force: true })
})

it('tells every change, of files that editors replace and in folders that come', async () => {
  let told = 0
  mkdirSync(join(folder, 'a'))
  const file = join(folder, 'a', 'one.json')
  writeFileSync(file, '0')
  stop = watchFolders([folder], () => {
    told += 1
  })
  const isTold = async (change: () => void): Promise<void> => {
    const before = told
    change()
    await vi.waitFor(() => expect(told).toBeGreaterThan(before), { timeout: 10_000 })
    // The last event of a change is heard before the next one is made.
    for (let seen = -1; seen !== told; ) {
      seen = told
      await new Promise(setImmediate)
    }
  }
  for (let n = 1; n <= 7; n += 1)
    await isTold(() => {
      writeFileSync(join(folder, 'next'), String(n))
      renameSync(join(folder, 'next'), file)
    })
  await isTold(() => mkdirSync(join(folder, 'b')))
  await isTold(() => writeFileSync(join(folder, 'b', 'two.json'), '1'))
  await isTold(() => writeFileSync(join(folder, 'b', 'two.json'), '2'))
})
