import { registerOfRole } from '../../../model/access/roles.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { mailAdministrators } from '../../features/mail/pageLetters.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'
import { nextVersion } from '../../write/store/rowStatements.ts'

import { notificationDays } from './notificationQueue.ts'

/** A notification that nobody handles: no store has the installation, or it was given up. */
export interface UnhandledNotification {
  readonly partner: string
  readonly id: string
  readonly kind: string
  readonly account: string
  readonly content: unknown
  /** The store, and why it was given up; undefined where no store is known. */
  readonly lojaId: number | undefined
  readonly why: string | undefined
}

type Context = Pick<Service, 'model' | 'dataDir' | 'database' | 'publish' | 'log' | 'wakeMailWorker'>

/** Most of unknown installations that are kept: whoever guesses addresses does not fill the disk, nor keep out what was given up. */
const mostUnknown = 10_000
/** Characters of a content. */
const longestContent = 4000

/**
 * Keeps it for administrators, a repetition as a count, and writes them a letter: one for each partner and kind of trouble in a day. Without a register
 * for it there is the log alone.
 */
export async function noteUnhandled(context: Context, unhandled: UnhandledNotification): Promise<void> {
  const { model, database, log, publish } = context
  const { partner, id, kind, account, content, lojaId, why } = unhandled
  log.warn({ partner, id, kind, account, store: lojaId, why }, 'notification not handled')
  const register = registerOfRole(model(), 'notifications')
  if (!register) return
  const table = roleTable(model(), 'notifications')
  const q = database.system
  const state = why === undefined ? 'DESCONHECIDA' : 'DESISTIU'
  const again = await q.query(
    `UPDATE ${table} SET vezes = vezes + 1, situacao = $3, motivo = $4, ${nextVersion()}
     WHERE parceiro = $1 AND aviso = $2 AND loja IS NOT DISTINCT FROM $5::bigint`,
    [partner, id, state, why?.slice(0, 300) ?? null, lojaId ?? null],
  )
  if (again.rowCount === 0) {
    const { rows } = await q.query<{ room: boolean; first: boolean }>(
      `SELECT $2 <> 'DESCONHECIDA' OR count(*) FILTER (WHERE situacao = 'DESCONHECIDA') < ${mostUnknown} AS room,
         NOT coalesce(bool_or(parceiro = $1 AND situacao = $2 AND "createdAt" > now() - interval '1 day'), false) AS first FROM ${table}`,
      [partner, state],
    )
    const text = JSON.stringify(content).slice(0, longestContent)
    const kept = rows[0]?.room
      ? await q.query(
          `INSERT INTO ${table} (parceiro, aviso, tipo, conta, loja, situacao, motivo, vezes, conteudo)
           VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8) ON CONFLICT DO NOTHING`,
          [partner, id, kind, account, lojaId ?? null, state, why?.slice(0, 300) ?? null, text],
        )
      : undefined
    if (kept?.rowCount && rows[0]?.first)
      await writeToAdministrators(
        context,
        partner,
        state === 'DESISTIU' ? 'notification-given-up' : 'notification-unknown',
        register.name,
      )
  }
  publish({ register: register.name, lojaId: null, ids: [] })
}

/** One that had been given up was handled after all: the list says so until its days are over. */
export async function noteHandled(
  { model, database, publish }: Context,
  { partner, id, lojaId }: Pick<UnhandledNotification, 'partner' | 'id' | 'lojaId'>,
): Promise<void> {
  const register = registerOfRole(model(), 'notifications')
  if (!register) return
  await database.system.query(
    `UPDATE ${roleTable(model(), 'notifications')} SET situacao = 'TRATADA', motivo = NULL, ${nextVersion()}
     WHERE parceiro = $1 AND aviso = $2 AND loja = $3`,
    [partner, id, lojaId],
  )
  publish({ register: register.name, lojaId: null, ids: [] })
}

async function writeToAdministrators(context: Context, partner: string, code: string, page: string): Promise<void> {
  const { model, database, dataDir, wakeMailWorker } = context
  const writing = { q: database.system, model: model(), secrets: secretsOfInstallation(dataDir) }
  await mailAdministrators(writing, { code, params: { partner, days: notificationDays }, page: `/${page}` })
  wakeMailWorker?.()
}

/** Lets those go that were kept long enough. */
export async function removeOldNotifications({ model, database }: Pick<Service, 'model' | 'database'>): Promise<void> {
  if (!registerOfRole(model(), 'notifications')) return
  await database.system.query(
    `DELETE FROM ${roleTable(model(), 'notifications')} WHERE "createdAt" < now() - $1::int * interval '1 day'`,
    [notificationDays],
  )
}
