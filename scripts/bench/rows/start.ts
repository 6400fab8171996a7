import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '../environment.ts'
import type { BenchResult } from '../figures.ts'
import { startServer } from '../serverProcess.ts'

/** The first start on an empty folder (database made, tables, demo company) and a later one, until the server answers. */
export async function measureStart(): Promise<BenchResult[]> {
  const folder = await scratchFolder()
  const env = { DATABASE_URL: '', DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', DEMO: '1' }
  const start = async (): Promise<number> => {
    const server = await startServer(['src/server/main.ts'], env)
    await server.end()
    return server.took / 1000
  }
  try {
    const first = await start()
    const later = Math.min(await start(), await start())
    return [line('First start on an empty folder, with the demo company', first), line('Later start', later)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const line = (what: string, seconds: number): BenchResult => ({
  what,
  ours: `${seconds.toFixed(1)} s`,
  baseline: '',
  beside: true,
})
