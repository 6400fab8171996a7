import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/server/database/embeddedPostgres.ts'
import type { Checkout } from './checkouts.ts'
import { closeAtEnd } from './openResources.ts'
import { scratchFolder } from './scratchFolder.ts'
import { startServer } from './serverProcess.ts'

/** Rows that take long to make: they are made once, in a copy of the demo company, and copied from there. */
export interface Seed {
  readonly name: string
  /** Only one server works with them: it takes them without a copy. */
  readonly single?: boolean
  fill(client: pg.Client, url: string): Promise<void>
}

/** A database of its own with the demo company, and the folder of its server. */
export interface DatabaseCopy {
  readonly url: string
  readonly dataDir: string
  drop(): Promise<void>
}

/** A template database, and the folder of files that belongs to it. */
interface Template {
  readonly name: string
  readonly dataDir: string
}

/** The bench's own PostgreSQL: each version's demo company is made once, and every server gets a copy. */
export class Databases {
  readonly #templates = new Map<string, Promise<Template>>()
  #cluster: Promise<{ embedded: EmbeddedPostgres; admin: pg.Client; folder: string }> | undefined
  #copies = 0

  readonly #seeds: readonly Seed[]
  readonly #say: (text: string) => void

  /** `seeds`: what the run needs; the first that is asked for has all of them made, side by side. */
  constructor(seeds: readonly Seed[], say: (text: string) => void) {
    this.#seeds = seeds
    this.#say = say
  }

  async copyFor(checkout: Checkout, seed?: Seed): Promise<DatabaseCopy> {
    const { embedded, admin, folder } = await this.#open()
    if (seed) await Promise.allSettled(this.#seeds.map(each => this.#seeded(checkout, each)))
    const template = await (seed ? this.#seeded(checkout, seed) : this.#demo(checkout))
    this.#copies += 1
    const name = seed?.single ? template.name : `copy_${this.#copies}`
    const dataDir = join(folder, `data_${this.#copies}`)
    if (!seed?.single) await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} STRATEGY FILE_COPY`)
    await cp(template.dataDir, dataDir, { recursive: true })
    return {
      url: embedded.address(name),
      dataDir,
      drop: async () => {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      },
    }
  }

  #open() {
    this.#cluster ??= (async () => {
      const { path: folder } = await scratchFolder()
      const starting = startEmbeddedPostgres({ folder: join(folder, 'database') })
      closeAtEnd(async () => (await starting).stop())
      const embedded = await starting
      const admin = await connectAsOwner(embedded.address('postgres'))
      closeAtEnd(() => admin.end())
      return { embedded, admin, folder }
    })()
    return this.#cluster
  }

  #made(key: string, make: () => Promise<Template>): Promise<Template> {
    const made = this.#templates.get(key) ?? make()
    this.#templates.set(key, made)
    return made
  }

  #demo(checkout: Checkout): Promise<Template> {
    return this.#made(checkout.root, async () => {
      this.#say(`making the demo company of ${checkout.name}`)
      const { embedded, admin, folder } = await this.#open()
      const name = `demo_${this.#templates.size}`
      await admin.query(`CREATE DATABASE ${name}`)
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      const server = await startServer(
        ['src/main/server.ts', '--no-pages'],
        serverEnv(embedded.address(name), dataDir),
        checkout.root,
      )
      await server.end()
      return { name, dataDir }
    })
  }

  #seeded(checkout: Checkout, seed: Seed): Promise<Template> {
    return this.#made(`${checkout.root} ${seed.name}`, async () => {
      const demo = await this.#demo(checkout)
      const { embedded, admin } = await this.#open()
      this.#say(`filling ${seed.name}`)
      this.#copies += 1
      const name = `seed_${this.#copies}`
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${demo.name} STRATEGY FILE_COPY`)
      const url = embedded.address(name)
      const client = await connectAsOwner(url)
      await seed.fill(client, url).finally(() => client.end())
      this.#say(`filled ${seed.name}`)
      return { name, dataDir: demo.dataDir }
    })
  }
}

/** Where a server of ours works, on a port that it chooses. */
export const serverEnv = (url: string, dataDir: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  DEMO: '1',
  // One person calls for all.
  QUOTAS: 'off',
})

/** A connection as the database's owner. */
export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // One that is cut when the bench is ended early is no error of its own.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Signs in; gives the token. */
export async function logIn(address: string, email: string): Promise<string> {
  const reply = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo1234' }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}
