import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { secretsOfInstallation } from '../database/secret.ts'
import { beginArchive } from './archive.ts'

const unheard = vi.fn()
afterEach(() => void process.off('uncaughtException', unheard))

it('tells of a file that cannot be written by the part that cannot, and by no event that would end the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  process.on('uncaughtException', unheard)
  const write = async () => {
    const head = { format: 1, createdAt: new Date().toISOString() } as const
    const archive = await beginArchive(join(folder, 'none', 'new.part'), head, secretsOfInstallation(folder))
    for (let part = 0; ; part += 1) await archive.add(`part ${part}`, Buffer.alloc(100_000))
  }
  await expect(write()).rejects.toMatchObject({ code: 'ENOENT' })
  await setImmediate()
  await setImmediate()
  expect(unheard).not.toHaveBeenCalled()
  await rm(folder, { recursive: true })
})
