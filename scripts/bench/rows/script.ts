import { join } from 'node:path'
import type { Page } from 'playwright'
import { budget, gzipSize, scriptsUntilRows } from '../../../tests/flows/fixtures/scriptSizes.ts'
import { type BenchResult, limitLine, type Unit } from '../figures.ts'
import { openBrowser, pagesSetup } from '../pages/browserSession.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'

const kilobytes: Unit = { show: size => `${size.toFixed(1)} kB`, better: 'less' }

/** The JavaScript that a browser loads until the first list stands, signed in already. */
export async function* measureScript(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(pagesSetup)
  const turns = await contest.solo(sizeOf, { rounds: 1, warm: 0 })
  yield limitLine('JavaScript until the first list stands, gzip', turns, kilobytes, budget)
}

async function sizeOf({ server, checkout }: Place): Promise<number> {
  const browser = await openBrowser()
  const context = await browser.newContext({ baseURL: server.address, locale: 'pt-BR' })
  try {
    await signIn(await context.newPage())
    const files = await scriptsUntilRows(await context.newPage(), '/produtos')
    return await gzipSize(files, join(checkout.root, 'dist'))
  } finally {
    await context.close()
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('dono@demo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.close()
}
