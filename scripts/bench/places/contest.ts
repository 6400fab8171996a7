import type pg from 'pg'
import { type Schedule, type Turns, takeTurns } from '../turns.ts'
import type { Checkout } from './checkouts.ts'
import { connectAsOwner, type Databases, logIn, type Seed, serverEnv } from './databases.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

/** A server of ours with a database of its own. */
export interface Place {
  readonly checkout: Checkout
  readonly server: ServerProcess
  readonly url: string
  /** The owner's connection. */
  readonly client: pg.Client
  /** Signs in. */
  token(email: string): Promise<string>
}

/** The base of the servers of a contest: rows with the same setup share them. */
export interface Setup {
  readonly seed?: Seed
  /** Fills the database before the server starts on it. */
  prepare?(client: pg.Client): Promise<void>
  /** Added to the environment of the server; `dataDir` is its folder. */
  env?(checkout: Checkout, dataDir: string): Promise<Readonly<Record<string, string>>>
  /** With pages, too. */
  readonly pages?: boolean
  /** Whether the hand-written server (baseline.ts) stands on ours' database. */
  readonly byHand?: boolean
}

/** Why a row has no figure of the other version. */
export class NotComparable extends Error {}

/** Our server against whatever a row holds it against, or against another version of it. */
export class Contest {
  readonly ours: Place
  readonly rival: Place | undefined
  /** Address of the hand-written server; empty where there is none. */
  readonly byHand: string
  readonly close: () => Promise<void>
  /** Opens a server of this version with another setup, which ends with the contest. */
  readonly beside: (setup: Setup) => Promise<Place>

  constructor(parts: Pick<Contest, 'ours' | 'rival' | 'byHand' | 'close' | 'beside'>) {
    this.ours = parts.ours
    this.rival = parts.rival
    this.byHand = parts.byHand
    this.close = parts.close
    this.beside = parts.beside
  }

  /** Ours by turns with what is done by hand, or, against another version, with the same at its server. */
  async turns<T>(
    ours: (place: Place, turn: number) => Promise<T>,
    byHand: (place: Place, turn: number) => Promise<T>,
    schedule: Schedule,
  ): Promise<Turns<T>> {
    const { ours: here, rival } = this
    if (!rival)
      return takeTurns(
        turn => ours(here, turn),
        turn => byHand(here, turn),
        schedule,
      )
    const turns = await takeTurns(
      turn => ours(here, turn),
      turn => there(rival.checkout, ours(rival, turn)),
      schedule,
    )
    return { ...turns, against: rival.checkout.name }
  }

  /** Ours alone, or by turns with the other version. */
  async solo<T>(ours: (place: Place, turn: number) => Promise<T>, schedule: Schedule): Promise<Turns<T>> {
    if (this.rival) return this.turns(ours, ours, schedule)
    const turns = await takeTurns<T | undefined>(
      turn => ours(this.ours, turn),
      async () => undefined,
      schedule,
    )
    return { ours: turns.ours as readonly T[], other: [] }
  }

  /** Readies each server of ours for a row; gives what was readied of one. */
  async each<T>(ready: (place: Place) => Promise<T>): Promise<(place: Place) => T> {
    const readied = new Map<Place, T>([[this.ours, await ready(this.ours)]])
    if (this.rival) readied.set(this.rival, await there(this.rival.checkout, ready(this.rival)))
    return place => readied.get(place) as T
  }
}

/** A failure at the other version is that version's, and no failure of the row. */
export const there = <T>({ name }: Checkout, work: Promise<T>): Promise<T> =>
  work.catch((problem: unknown) => {
    const [line] = (problem instanceof Error ? problem.message : String(problem)).split('\n')
    throw new NotComparable(`cannot be measured at ${name}: ${line}`)
  })

export async function openContest(
  databases: Databases,
  [checkout, rival]: readonly [Checkout, Checkout?],
  setup: Setup,
): Promise<Contest> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).reverse()) await each()
  }
  const place = async (of: Checkout, { seed, pages, prepare, env: envOf }: Setup = setup): Promise<Place> => {
    if (pages) await of.buildPages()
    const { url, dataDir, drop } = await databases.copyFor(of, seed)
    closers.push(drop)
    const client = await connectAsOwner(url)
    closers.push(() => client.end())
    await prepare?.(client)
    const env = { ...serverEnv(url, dataDir), ...(await envOf?.(of, dataDir)) }
    const server = await startServer(['src/main/server.ts', ...(pages ? [] : ['--no-pages'])], env, of.root)
    closers.push(server.end)
    return { checkout: of, server, url, client, token: email => logIn(server.address, email) }
  }
  try {
    const ours = await place(checkout)
    const other = rival && (await there(rival, place(rival)))
    const beside = (another: Setup): Promise<Place> => place(checkout, another)
    if (other || !setup.byHand) return new Contest({ ours, rival: other, byHand: '', close, beside })
    const hand = await startServer(
      ['scripts/bench/places/baseline.ts'],
      { DATABASE_URL: ours.url, NODE_ENV: 'production' },
      checkout.root,
    )
    closers.push(hand.end)
    return new Contest({ ours, rival: undefined, byHand: hand.address, close, beside })
  } catch (problem) {
    await close()
    throw problem
  }
}
