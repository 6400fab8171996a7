import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type ColumnOf, lazyCommit, type Service } from '../../../server/plugin.ts'

type Database = Service['database']

/** The last publication of a store. */
export interface LastPublication {
  /** Counts up with every publication; the moment of it in milliseconds, so that it goes on after a database was restored. */
  readonly version: number
  /** The mark of the rows that it was made of; empty where nothing was published. It says something of an app that holds this version alone. */
  readonly mark: string
}

/** The turn of one publication: nobody else publishes for the store until it is given back, or its time is over. */
export interface PublicationTurn {
  readonly last: LastPublication
  /** Says that it is about to send: there is time enough for it from here on, or it is refused. */
  begin(): Promise<void>
  /** Gives the turn back, with what stands in the app now. */
  done(now: LastPublication): Promise<void>
  /** Gives the turn back as it stands. */
  giveUp(): Promise<void>
}

/** Seconds that a turn lasts at most: a server that ended in the middle holds nobody up for longer. */
const TURN = 60
/** Seconds of a turn after which one asks for more before sending: what is left is several times what sending may take. */
const YOUNG = 20
/** Milliseconds that one waits for one's turn, and between two looks. */
const patience = { most: 20_000, step: 150 }

/** Waits for the turn to publish the store's menu. No connection is held while waiting or publishing. */
export async function takeTurn(database: Database, lojaId: number): Promise<PublicationTurn> {
  const key = randomUUID()
  const until = Date.now() + patience.most
  for (;;) {
    const asked = performance.now()
    const last = await claim(database, lojaId, key)
    if (last) return turnOf(database, lojaId, { key, last, asked })
    if (Date.now() > until) throw new ApiError(409, 'menu.publishing')
    await pause(patience.step)
  }
}

interface PublishedRow {
  readonly version: ColumnOf<'Loja_publicacoes', 'versao'>
  readonly mark: ColumnOf<'Loja_publicacoes', 'marca'>
}

const claim = async (database: Database, lojaId: number, key: string): Promise<LastPublication | undefined> => {
  const { rows } = await runAlone<PublishedRow>(database, lojaId, {
    text: `INSERT INTO "Loja_publicacoes" ("lojaId", destino, em_curso, em_curso_ate) VALUES ($1, 'APP', $2, now() + $3::int * interval '1 second')
      ON CONFLICT ("lojaId", destino) DO UPDATE SET em_curso = excluded.em_curso, em_curso_ate = excluded.em_curso_ate
      WHERE "Loja_publicacoes".em_curso IS NULL OR "Loja_publicacoes".em_curso_ate < excluded."updatedAt"
      RETURNING versao AS version, marca AS mark`,
    params: [lojaId, key, TURN],
  })
  return rows[0] && { version: Number(rows[0].version ?? 0), mark: rows[0].mark ?? '' }
}

interface Claim {
  readonly key: string
  readonly last: LastPublication
  /** When it was asked for, which is before it began, by this process' own clock. */
  readonly asked: number
}

function turnOf(database: Database, lojaId: number, { key, last, asked }: Claim): PublicationTurn {
  const change = async (set: string, params: readonly unknown[], flushed: boolean): Promise<number> => {
    const text = `UPDATE "Loja_publicacoes" SET ${set} WHERE "lojaId" = $1 AND destino = 'APP' AND em_curso = $2`
    return (await runAlone(database, lojaId, { text, params: [lojaId, key, ...params], flushed })).rowCount
  }
  const free = 'em_curso = NULL, em_curso_ate = NULL'
  return {
    last,
    begin: async () => {
      if (performance.now() - asked < YOUNG * 1000) return
      const mine = await change(`em_curso_ate = now() + $3::int * interval '1 second'`, [TURN], true)
      if (mine === 0) throw new ApiError(409, 'menu.publishing')
    },
    // A power cut takes of these a turn that ends by itself, and a version that the app holds and nobody knows: then all is published anew.
    done: async ({ version, mark }) => {
      await change(`versao = $3, marca = $4, publicado_em = now(), ${free}`, [version, mark], false)
    },
    giveUp: async () => void (await change(free, [], false)),
  }
}

/** Forgets when a store published: its menu is gone, or has another address. */
export async function forgetPublication(database: Database, lojaId: number): Promise<void> {
  const text = `UPDATE "Loja_publicacoes" SET publicado_em = NULL, marca = NULL WHERE "lojaId" = $1 AND destino = 'APP'`
  await runAlone(database, lojaId, { text, params: [lojaId] })
}

interface LoneStatement {
  readonly text: string
  readonly params: readonly unknown[]
  /** Whether it is waited for until the disk has it, so that no power cut takes it back. */
  readonly flushed?: boolean
}

/** A transaction of one statement: its begin and its end leave together with it. */
async function runAlone<R extends object>(database: Database, lojaId: number, { text, params, flushed = true }: LoneStatement) {
  let ran: Promise<{ rows: R[]; rowCount: number }> = Promise.resolve({ rows: [], rowCount: 0 })
  try {
    await database.write({ stores: [lojaId] }, async q => {
      if (!flushed) q.query(lazyCommit).catch(() => undefined)
      ran = q.query<R>(text, params)
      ran.catch(() => undefined)
    })
  } catch (error) {
    // The failure of the work says more than that of the commit.
    await ran
    throw error
  }
  return ran
}
