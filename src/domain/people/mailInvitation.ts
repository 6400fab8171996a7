import {
  findPasswordHash,
  isEmailProved,
  mailPasswordLink,
  mailStoreInvitation,
  type RowOf,
  requireStore,
  type Service,
  tableOf,
  type UnitOfWork,
} from '../../server/domain.ts'

interface Invited {
  readonly userId: number
  readonly email: string
}

/**
 * Asks a user who already enters whether they want the store. The others get a link by which they make a password and are in: users who never made
 * one, and users who signed up and have not proved the e-mail, whose password may be that of a stranger.
 */
export async function mailInvitation({ userId, email }: Invited, work: UnitOfWork): Promise<void> {
  const { q, model, service, caller } = work
  const { rows } = await q.query<RowOf<'lojas', 'nome_fantasia'>>(
    `SELECT nome_fantasia FROM ${tableOf(model, 'lojas').sql} WHERE "lojaId" = $1`,
    [requireStore(caller)],
  )
  const store = { id: requireStore(caller), name: rows[0]?.nome_fantasia ?? '' }
  if (await entersAlready(service, userId)) await mailStoreInvitation(work, email, store)
  else await mailPasswordLink(work, { userId, email, store }, 'create')
  work.afterCommit.push(async () => service.wakeMailWorker?.())
}

async function entersAlready({ database }: Service, userId: number): Promise<boolean> {
  const { system } = database
  return (await findPasswordHash(system, userId)) !== undefined && (await isEmailProved(system, userId))
}
