import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WorkerProcess } from './workerProcess.ts'

describe('threads of a process of their own', () => {
  const threads = new WorkerProcess(1)
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threads-'))
    await writeFile(join(folder, 'given.mjs'), 'export default 1')
    await writeFile(
      join(folder, 'task.mjs'),
      `import { createRequire } from 'node:module'
      export const byRequire = () => createRequire(import.meta.url)('./given.mjs')
      import { getPriority } from 'node:os'
      export const priority = () => getPriority()
      export const longPriority = () => {
        const end = performance.now() + 4000
        while (getPriority() < 19 && performance.now() < end);
        return getPriority()
      }
      export const byImport = async () => (await import('./given.mjs')).default`,
    )
  })

  afterAll(async () => {
    await threads.destroy()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (name: string) => {
    const module = pathToFileURL(join(folder, 'task.mjs')).href
    return threads.run({ module, name, input: null, alone: false }, new AbortController().signal)
  }

  it('import ES modules and never require them: whoever is ended within a `require` takes the process along', async () => {
    await expect(run('byRequire')).rejects.toThrow(/require\(\) of ES Module/)
    expect(await run('byImport')).toEqual({ gives: 1 })
  })
  it.runIf(process.platform === 'linux')(
    'go on behind all others when a piece computes long, and the next piece does not',
    async () => {
      const usual = { gives: Math.max(getPriority(), 10) }
      expect(await run('priority')).toEqual(usual)
      expect(await run('longPriority')).toEqual({ gives: 19 })
      expect(await run('priority')).toEqual(usual)
    },
  )
})
