import { join } from 'node:path'
import type pg from 'pg'
import type { Browser, BrowserContext } from 'playwright'
import { launchChromium } from '../../../tests/chromium.ts'
import { copyDefinitions } from '../places/checkouts.ts'
import type { Contest, Place, Setup } from '../places/contest.ts'
import { closeAtEnd } from '../places/openResources.ts'
import { installProbe } from './probe.ts'

/** Servers with pages, whose definitions have a register for the bench. */
export const pagesSetup: Setup = {
  pages: true,
  async env(checkout, dataDir) {
    const schemas = join(dataDir, 'schemas')
    await copyDefinitions(checkout, join(import.meta.dirname, 'definitions'), schemas)
    return { SCHEMAS_DIR: schemas }
  },
}

let browser: Promise<Browser> | undefined

/** The Chromium of all rows. */
export function openBrowser(): Promise<Browser> {
  if (!browser) {
    const opening = launchChromium({ signals: false })
    closeAtEnd(async () => (await opening).close())
    browser = opening
  }
  return browser
}

/** Somebody who is signed in to a server, and a product of theirs with cost and price. */
export interface Visitor {
  readonly context: BrowserContext
  readonly product: number
}

const visitors = new WeakMap<Place, Promise<Visitor>>()

/** The visitors of a contest, with what pages show filled in: the same for all rows. */
export const openVisitors = (contest: Contest): Promise<(place: Place) => Visitor> => contest.each(visitorOf)

/** The visitor of one server. */
export function visitorOf(place: Place): Promise<Visitor> {
  const known = visitors.get(place) ?? openVisitor(place)
  visitors.set(place, known)
  return known
}

async function openVisitor(place: Place): Promise<Visitor> {
  const product = await fill(place.client)
  const token = await place.token('dono@demo.com.br')
  const context = await (await openBrowser()).newContext({
    baseURL: place.server.address,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript(installProbe)
  await context.addInitScript(kept => {
    localStorage.setItem('token', kept)
    localStorage.setItem('lojaId', '1')
  }, token)
  return { context, product }
}

/** Rows of the list that is scrolled, and of the child list. */
const rows = { list: 10_000, child: 1_000 }

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
