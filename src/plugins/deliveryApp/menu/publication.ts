import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Service } from '../../../server/plugin.ts'

type Database = Service['database']

/** What a store published last. */
export interface LastPublication {
  /** Counts up with every publication; the moment of it in milliseconds, so that it goes on after a database was restored. */
  readonly version: number
  /** The mark of the rows that it was made of; empty where it is not known what stands in the app. */
  readonly mark: string
}

/** The turn of one publication: nobody else publishes for the store until it is given back, or its time is over. */
export interface PublicationTurn {
  readonly last: LastPublication
  /** Says that it is about to send; refused when the turn is over. From here on it is not known what stands in the app. */
  begin(): Promise<void>
  /** Gives the turn back, with what stands in the app now. */
  done(now: LastPublication): Promise<void>
  /** Gives the turn back as it stands. */
  giveUp(): Promise<void>
}

/** Seconds that a turn lasts at most: a server that ended in the middle holds nobody up for longer. */
const TURN = 60
/** Milliseconds that one waits for one's turn, and between two looks. */
const patience = { most: 20_000, step: 150 }

/** Waits for the turn to publish the store's menu. No connection is held while waiting or publishing. */
export async function takeTurn(database: Database, lojaId: number): Promise<PublicationTurn> {
  const key = randomUUID()
  const until = Date.now() + patience.most
  for (;;) {
    const last = await claim(database, lojaId, key)
    if (last) return turnOf(database, lojaId, key, last)
    if (Date.now() > until) throw new ApiError(409, 'menu.publishing')
    await pause(patience.step)
  }
}

const claim = (database: Database, lojaId: number, key: string): Promise<LastPublication | undefined> =>
  database.write({ stores: [lojaId] }, async q => {
    const { rows } = await q.query<{ version: string | null; mark: string | null }>(
      `INSERT INTO "Loja_publicacoes" ("lojaId", destino, em_curso, em_curso_ate) VALUES ($1, 'APP', $2, now() + $3::int * interval '1 second')
       ON CONFLICT ("lojaId", destino) DO UPDATE SET em_curso = excluded.em_curso, em_curso_ate = excluded.em_curso_ate
       WHERE "Loja_publicacoes".em_curso IS NULL OR "Loja_publicacoes".em_curso_ate < now()
       RETURNING versao AS version, marca AS mark`,
      [lojaId, key, TURN],
    )
    return rows[0] && { version: Number(rows[0].version ?? 0), mark: rows[0].mark ?? '' }
  })

function turnOf(database: Database, lojaId: number, key: string, last: LastPublication): PublicationTurn {
  const change = (set: string, ...values: unknown[]): Promise<number> =>
    database.write({ stores: [lojaId] }, async q => {
      const where = `"lojaId" = $1 AND destino = 'APP' AND em_curso = $2`
      return (await q.query(`UPDATE "Loja_publicacoes" SET ${set} WHERE ${where}`, [lojaId, key, ...values])).rowCount
    })
  const free = 'em_curso = NULL, em_curso_ate = NULL'
  return {
    last,
    begin: async () => {
      const mine = await change(`marca = NULL, em_curso_ate = now() + $3::int * interval '1 second'`, TURN)
      if (mine === 0) throw new ApiError(409, 'menu.publishing')
    },
    done: async now => void (await change(`versao = $3, marca = $4, publicado_em = now(), ${free}`, now.version, now.mark)),
    giveUp: async () => void (await change(free)),
  }
}
