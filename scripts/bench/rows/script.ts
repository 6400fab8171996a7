import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { buildPages } from '../../../src/server/stale.ts'
import { launchChromium } from '../../../tests/chromium.ts'
import type { Line } from '../figures.ts'
import { startServer } from '../process.ts'

const bar = 200

/** The JavaScript that a browser loads until the first list stands, signed in already. */
export async function measureScript(dataDir: string): Promise<Line> {
  await buildPages()
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DEMO: '1' }
  const server = await startServer(['src/server/main.ts'], env)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ baseURL: server.address, locale: 'pt-BR' })
    await signIn(await context.newPage())
    const files = await scriptsOf(await context.newPage(), '/produtos')
    const sizes = await Promise.all(files.map(async file => gzipSync(await readFile(join('dist', file)), { level: 9 }).length))
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
    return {
      what: 'JavaScript until the first list stands, gzip',
      ours: `${total.toFixed(1)} kB in ${files.length} files`,
      ceiling: `${bar} kB`,
      ratio: total / bar,
      bar: { most: 1 },
    }
  } finally {
    await browser.close()
    await server.end()
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('dono@demo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.close()
}

/** Every script, those of workers too, that the address loads into an empty cache. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const files = new Set<string>()
  page.on('response', response => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) files.add(new URL(response.url()).pathname)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(path)
  await page.getByRole('row').nth(5).waitFor()
  // What is fetched ahead while the person reads is no part of the first list, but it is told apart by time only: none is waited for.
  return [...files]
}
