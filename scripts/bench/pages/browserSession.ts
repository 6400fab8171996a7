import { spawn } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Browser, BrowserContext } from 'playwright'
import { startEmbeddedPostgres } from '../../../src/server/database/embeddedPostgres.ts'
import { buildPages } from '../../../src/server/start/buildPages.ts'
import { launchChromium } from '../../../tests/chromium.ts'
import { connectAsOwner, logIn, scratchFolder } from '../environment.ts'
import { startServer } from '../serverProcess.ts'

const root = join(import.meta.dirname, '../../..')
const built = join(root, 'dist/bench')

/** Our server with our pages and the hand-written ones, and a browser that is signed in to both. */
export interface BenchSession {
  readonly context: BrowserContext
  /** The database's. */
  readonly url: string
  /** A product with cost and price. */
  readonly product: number
  close(): Promise<void>
}

/** Rows of the list that is scrolled, and of the child list. */
const rows = { list: 10_000, child: 1_000 }

export async function openBenchSession(): Promise<BenchSession> {
  await buildPages()
  await buildCeiling()
  const folder = await scratchFolder()
  const schemas = join(folder, 'schemas')
  await cp(join(root, 'schemas'), schemas, { recursive: true })
  await cp(join(import.meta.dirname, 'definitions'), schemas, { recursive: true })
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'database') })
  const admin = await connectAsOwner(embedded.address('postgres'))
  await admin.query('CREATE DATABASE bench')
  await admin.end()
  const url = embedded.address('bench')
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', DEMO: '1', SCHEMAS_DIR: schemas }
  const server = await startServer(['src/server/main.ts'], env)
  const client = await connectAsOwner(url)
  const product = await fill(client)
  await client.end()
  const browser = await launchChromium()
  return {
    context: await signedIn(browser, server.address),
    url,
    product,
    close: async () => {
      await browser.close()
      await server.end()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
      await rm(built, { recursive: true, force: true })
    },
  }
}

/** Builds the hand-written pages beside ours. */
const buildCeiling = (): Promise<void> =>
  new Promise((done, failed) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const config = join(import.meta.dirname, 'vite.config.ts')
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], { stdio: 'inherit', env })
    child.on('error', failed)
    child.on('close', code => (code === 0 ? done() : failed(new Error('The hand-written pages could not be built.'))))
  })

/** Sheets for the first store, the first of them with its items; gives the id of a product with cost and price. */
async function fill(client: pg.Client): Promise<number> {
  await client.query(`SET app.store = '*'`)
  await client.query(
    `INSERT INTO fichas ("lojaId", codigo, nome, custo, preco, desconto, estoque, minimo, marca, local, validade, tipo, ativo)
     SELECT 1, 'F' || n, 'Ficha ' || n, n % 90 + 0.5, n % 90 + 9.9, n % 30, n % 500 + 0.25, n % 20, 'Marca ' || n % 40, 'Rua ' || n % 12,
       DATE '2026-01-01' + n % 700, 1 + n % 2, n % 7 > 0 FROM generate_series(1, $1::int) n`,
    [rows.list],
  )
  await client.query(
    `INSERT INTO "fichas_itens" ("lojaId", "fichasId", ordem, descricao, lote, quantidade, custo, total, validade, tipo, obs)
     SELECT 1, (SELECT min(id) FROM fichas), n, 'Item ' || n, 'L' || n, n % 50, n % 90 + 0.5, (n % 50) * (n % 90 + 0.5),
       DATE '2026-01-01' + n % 700, 1 + n % 2, 'Observação ' || n FROM generate_series(1, $1::int) n`,
    [rows.child],
  )
  await client.query('VACUUM ANALYZE')
  const { rows: found } = await client.query<{ id: string }>(
    'SELECT min(id) AS id FROM produtos WHERE "lojaId" = 1 AND preco_cst_prod > 0 AND preco_vnd_prod > 0',
  )
  return Number(found[0]?.id)
}

async function signedIn(browser: Browser, address: string): Promise<BrowserContext> {
  const token = await logIn(address, 'dono@demo.com.br')
  const context = await browser.newContext({
    baseURL: address,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript(kept => {
    localStorage.setItem('token', kept)
    localStorage.setItem('lojaId', '1')
  }, token)
  return context
}
