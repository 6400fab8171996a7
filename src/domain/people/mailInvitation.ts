import { mailPasswordLink, mailStoreInvitation, requireStore, tableOf, type UnitOfWork } from '../../server/domain.ts'

interface Invited {
  readonly userId: number
  readonly email: string
  readonly hasPassword: boolean
}

/** Who never made a password gets a link for it, the others are asked whether they want the store. */
export async function mailInvitation({ userId, email, hasPassword }: Invited, work: UnitOfWork): Promise<void> {
  const { q, model, service, caller } = work
  if (hasPassword) {
    const { rows } = await q.query(`SELECT nome_fantasia AS name FROM ${tableOf(model, 'lojas').sql} WHERE "lojaId" = $1`, [
      requireStore(caller),
    ])
    await mailStoreInvitation(work, email, String(rows[0]?.name ?? ''))
  } else await mailPasswordLink(work, { userId, email }, 'create')
  work.afterCommit.push(async () => service.wakeMailWorker?.())
}
