import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { pagesFolder } from '../../../src/server/http/pages.ts'
import { arePagesStale, buildPages } from '../../../src/server/start/buildPages.ts'
import { copyCheckout } from '../fixtures/checkout.ts'
import { whyRegistryIsAway } from '../fixtures/registryAway.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, serverIn } from '../fixtures/serverProcess.ts'

const run = promisify(execFile)
const folder = scratchFolder()
const installed = join(folder, 'installed')
/** As on a server: not the test's own NODE_ENV. */
const { NODE_ENV: _, ...surroundings } = process.env
let running: ServerProcess | undefined

afterAll(async () => {
  await running?.end()
  // Hundreds of packages again.
  removeFolder(folder)
}, 600_000)

/** The files that a checkout has, and the browser side built elsewhere, by the clock older than they are. */
const layOut = async (): Promise<void> => {
  await copyCheckout(installed)
  if (arePagesStale()) await buildPages()
  cpSync(pagesFolder, join(installed, 'dist'), { recursive: true })
  const lastYear = new Date(Date.now() - 365 * 86_400_000)
  utimesSync(join(installed, 'dist/index.html'), lastYear, lastYear)
  chmodSync(installed, 0o755)
}

/** Why npm cannot install here, if it is for want of a registry. */
const install = (): Promise<string | undefined> =>
  whyRegistryIsAway(() =>
    run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: installed, env: surroundings }),
  )

test('npm ci --omit=dev && npm start serves pages that were built before, and people come in', {
  // npm unpacks hundreds of packages.
  timeout: 600_000,
}, async ctx => {
  await layOut()
  const missing = await install()
  if (missing !== undefined) ctx.skip(missing)
  expect(existsSync(join(installed, 'node_modules/vite'))).toBe(false)
  // npm, its shell and the server are ended together.
  const child = spawn('npm', ['start'], {
    cwd: installed,
    env: { ...surroundings, ...serverEnv(folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = await serverIn(child, true)
  const { address } = running
  const page = await fetch(address)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  expect((await fetch(`${address}${script}`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const call = apiClient(() => address)
  expect((await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })).status).toBe(200)
})
