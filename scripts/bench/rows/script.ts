import type { Page } from 'playwright'
import { buildPages } from '../../../src/server/start/buildPages.ts'
import { launchChromium } from '../../../tests/chromium.ts'
import { budget, gzipSize, scriptsUntilRows } from '../../../tests/flows/fixtures/scriptSizes.ts'
import type { BenchResult } from '../figures.ts'
import { startServer } from '../serverProcess.ts'

/** The JavaScript that a browser loads until the first list stands, signed in already. */
export async function measureScript(dataDir: string): Promise<BenchResult> {
  await buildPages()
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DEMO: '1' }
  const server = await startServer(['src/server/main.ts'], env)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ baseURL: server.address, locale: 'pt-BR' })
    await signIn(await context.newPage())
    const files = await scriptsUntilRows(await context.newPage(), '/produtos')
    const total = await gzipSize(files)
    return {
      what: 'JavaScript until the first list stands, gzip',
      ours: `${total.toFixed(1)} kB in ${files.length} files`,
      baseline: `${budget} kB`,
      ratio: total / budget,
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
