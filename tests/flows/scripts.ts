import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'

/** Most kB (thousands of bytes, gzip) of JavaScript until the first list stands. */
export const budget = 200

const dist = join(import.meta.dirname, '../../dist')

interface Entry {
  readonly file: string
  readonly imports?: readonly string[]
}

/** Files that a page's module brings along with the entry, as the build's manifest has them. */
export async function filesOfModules(...modules: readonly string[]): Promise<readonly string[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>
  const found = new Set<string>()
  const follow = (name: string): void => {
    const entry = manifest[name]
    if (!entry) throw new Error(`${name} is no module of the build`)
    if (found.has(entry.file)) return
    found.add(entry.file)
    for (const next of entry.imports ?? []) follow(next)
  }
  for (const name of modules) follow(name)
  return [...found]
}

/** Size of files of the build in kB, gzip. */
export async function gzipSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async file => gzipSync(await readFile(join(dist, file)), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

declare global {
  interface Window {
    rowsStandAt?: number
  }
}

/** Every script, those of workers too, that a browser asks for at the address until rows stand in the grid. Needs a session. */
export async function scriptsUntilRows(page: Page, path: string): Promise<readonly string[]> {
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (document.querySelectorAll('[role=grid] [role=row][aria-rowindex]').length < 5) return
      window.rowsStandAt = performance.now()
      watch.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(path)
  await page.waitForFunction(() => window.rowsStandAt !== undefined)
  const addresses = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= (window.rowsStandAt ?? 0))
      .map(({ name }) => new URL(name).pathname.slice(1)),
  )
  return [...new Set(addresses)]
}
