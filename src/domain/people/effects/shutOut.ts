import {
  ApiError,
  type DataRow,
  type Effect,
  endSessions,
  mailNewOwner,
  noteSecurityEvent,
  ownerMembershipType,
  type SecurityEventKind,
  type Table,
  type UnitOfWork,
} from '../../../server/domain.ts'

/** The watched fields: how a change is noted, and whether the sessions of the person end. */
const watched: readonly { readonly field: string; readonly kind: (value: unknown) => SecurityEventKind }[] = [
  { field: 'block', kind: value => (value === true ? 'blocked' : 'unblocked') },
  { field: 'active', kind: value => (value === false ? 'blocked' : 'unblocked') },
  { field: 'bloqueado', kind: value => (value === true ? 'blocked' : 'unblocked') },
  { field: 'admin', kind: () => 'role-changed' },
  { field: 'type', kind: () => 'role-changed' },
]

/** Returns the user whom a record is about: of a person themself its key, of their place in a store the person. */
const personOf = (record: DataRow, { register }: Table): number | undefined => {
  const id = register.role === 'users' ? record.id : record.userId
  return id === null || id === undefined ? undefined : Number(id)
}

const storeOf = (record: DataRow, { register }: Table, { caller }: UnitOfWork): number | undefined =>
  register.role === 'users' ? undefined : Number(record.lojaId ?? caller.storeId)

/** Nobody locks the door behind themself: who would open it again? */
function refuseOwnBlock(body: DataRow): void {
  const field = ['bloqueado', 'block'].find(name => body[name] === true) ?? (body.active === false ? 'active' : undefined)
  if (field) throw new ApiError(422, 'user.block-self', {}, [{ path: field, code: 'user.block-self' }])
}

/**
 * Ends the sessions of somebody who is blocked, switched off, or gets another role, at every server, but the one that did it; the security log tells
 * who did what to whom, and a new owner of a store gets a letter.
 */
export const shutOut: Effect = {
  async before({ work, table, before, body }) {
    if (before && personOf(before, table) === work.caller.userId) refuseOwnBlock(body)
    return undefined
  },

  async after({ work, table, before, record }) {
    const userId = personOf({ ...before, ...record }, table)
    const changed = watched.filter(({ field }) => field in record && (before?.[field] ?? null) !== (record[field] ?? null))
    if (!before) {
      if (userId !== undefined) afterwards(work, { kind: 'access-given', userId, record, table, ends: false })
      return
    }
    if (userId === undefined || changed.length === 0) return
    const whole = { ...before, ...record }
    for (const { field, kind } of changed)
      afterwards(work, { kind: kind(record[field]), userId, record: whole, table, ends: true })
    const lojaId = storeOf(whole, table, work)
    if (record.type === ownerMembershipType && before.type !== ownerMembershipType && lojaId !== undefined)
      await mailNewOwner(work, userId, lojaId)
  },

  async remove({ work, table, before }) {
    const userId = personOf(before, table)
    if (userId !== undefined) afterwards(work, { kind: 'access-removed', userId, record: before, table, ends: true })
  },
}

interface Happened {
  readonly kind: SecurityEventKind
  readonly userId: number
  readonly record: DataRow
  readonly table: Table
  /** Whether it ends the person's sessions. */
  readonly ends: boolean
}

/** Once the transaction stands: what was rolled back shuts nobody out. */
function afterwards(work: UnitOfWork, { kind, userId, record, table, ends }: Happened): void {
  const { afterCommit, service, caller } = work
  const lojaId = storeOf(record, table, work)
  afterCommit.push(async () => {
    if (ends) await endSessions(service, userId, caller.session)
    await noteSecurityEvent(service, { kind, userId, authorId: caller.userId, lojaId })
  })
}
