import { randomUUID } from 'node:crypto'
import type { Model, Register, Way } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import type { RegisterChange } from '../access/registerChange.ts'
import { storeScopeSetting } from '../database/pool.ts'
import { isCollision, type Queries, type StoreScope } from '../database/queries.ts'
import { type Secrets, secretsOfInstallation } from '../database/secret.ts'
import { ApiError } from '../error.ts'
import { countCacheOf } from '../query/counts/countCache.ts'
import type { Table } from '../query/table.ts'
import type { NotedChange, Service } from '../service.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import { forgetCachedStores } from './storeCache.ts'
import type { WriteAction } from './writeAction.ts'

/** The author of a write, and the services it needs. */
export interface WriteContext {
  readonly service: Service
  readonly model: Model
  readonly caller: Caller
  /** The tab that writes (header X-Origin). */
  readonly origin?: string
  /** The action that the writing belongs to; a new one when nobody says. */
  readonly action?: WriteAction
  /** The automations because of which it is written, the first one first. */
  readonly chain?: readonly string[]
}

/** One transaction of writing. */
export interface UnitOfWork extends WriteContext {
  readonly action: WriteAction
  readonly q: Queries
  readonly secrets: Secrets
  /** The changes that other browsers are told once the transaction stands. */
  readonly changes: (Omit<NotedChange, 'register'> & { readonly register: Register })[]
  /** The write follows from something that the caller may do: no gate is asked, and bodies say what the server keeps. */
  readonly byServer?: boolean
  /** The write follows from another record of the same action, with which it comes and goes: nobody takes it back by itself. */
  readonly isConsequence?: boolean
  /** The way of a choice that the records take: of several to the same option it is this one. */
  readonly taking?: { readonly way: Way; readonly approved?: true }
  /** The drafts that the transaction was about to write: looked into when the database refuses it. */
  readonly drafts: WriteDraft[]
  /** Statements that nobody waits for but the commit, which fails when one of them did. */
  readonly pendingStatements: Promise<unknown>[]
  /** Done in the transaction once all else of it is written: what hangs on the whole of it. */
  readonly beforeCommit: (() => Promise<void>)[]
  /** Run once the transaction stands: mail is not sent for what was rolled back. */
  readonly afterCommit: (() => Promise<void>)[]
}

/** The message of a save that collided with another one twice. */
export const COLLISION = 'write-collision'

/** History of global registers belongs to no store. */
export const NO_STORE = 0

/** Leaves a statement that was sent to the commit, which waits for it and fails when it failed: what follows on the connection finds it done. */
export function leaveToCommit({ pendingStatements }: Pick<UnitOfWork, 'pendingStatements'>, statement: Promise<unknown>): void {
  statement.catch(() => undefined)
  pendingStatements.push(statement)
}

/** Notes what was saved for those who have to be told of it: sent now, and waited for by the commit. */
function noteForNotices(
  work: Pick<UnitOfWork, 'service' | 'q' | 'changes' | 'caller' | 'afterCommit' | 'pendingStatements'>,
): void {
  const { service, q, changes, caller, afterCommit } = work
  const noting = service.noteChanges?.(
    q,
    changes.map(change => ({ ...change, register: change.register.name })),
    caller.zone,
  )
  if (!noting) return
  leaveToCommit(work, noting)
  afterCommit.push(async () => {
    if (await noting) service.wakeNoticeWorker?.()
  })
}

const bulkKinds: ReadonlySet<string | undefined> = new Set(['massa', 'importar', 'restaurar', 'desfazer'])

/** Notes what automations listen to: with the values that stand now, so it is waited for. Costs nothing where none listens. */
async function noteForAutomations(
  work: Pick<UnitOfWork, 'service' | 'q' | 'changes' | 'afterCommit' | 'caller' | 'action' | 'chain'>,
): Promise<void> {
  const { service, q, changes, afterCommit, caller, action, chain = [] } = work
  if (changes.length === 0) return
  const { userId: id, email, name, zone } = caller
  const noting = service.noteEvents?.(q, {
    changes: changes.map(change => ({ ...change, register: change.register.name })),
    zone,
    user: { id, email, name },
    action: action.id,
    isBulk: bulkKinds.has(action.kind),
    chain,
  })
  if (noting && (await noting)) afterCommit.push(async () => service.wakeAutomations?.('starts'))
}

/** Runs the work on a register in one transaction and tells of its changes when it stands. */
export const inTransaction = <T>(context: WriteContext, register: Register, run: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  withUnitOfWork(context, scopeOf(context.caller, register), run)

/** The same for work that may touch these stores' rows of any register. */
export async function withUnitOfWork<T>(
  context: WriteContext,
  scope: StoreScope,
  run: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { service } = context
  const changes: UnitOfWork['changes'] = []
  const afterCommit: UnitOfWork['afterCommit'] = []
  const pendingStatements: UnitOfWork['pendingStatements'] = []
  const beforeCommit: UnitOfWork['beforeCommit'] = []
  const action = context.action ?? { id: randomUUID() }
  const work = {
    ...context,
    action,
    secrets: secretsOfInstallation(service.dataDir),
    changes,
    beforeCommit,
    afterCommit,
    pendingStatements,
    drafts: [],
  }
  const result = await service.database
    .write(scope, async q => {
      const done = await run({ ...work, q })
      for (const step of beforeCommit) await step()
      await noteForAutomations({ ...work, q })
      noteForNotices({ ...work, q })
      return done
    })
    .catch(async (error: unknown) => {
      // The commit only says that something failed: what did, says why.
      await Promise.all(pendingStatements)
      throw isCollision(error) ? new ApiError(409, COLLISION) : error
    })
  for (const change of grouped(changes, context.origin)) {
    countCacheOf(service).invalidate(change)
    forgetCachedStores(service, change)
    service.publish(change)
  }
  for (const step of afterCommit) {
    if (service.afterCommit) service.afterCommit(step)
    else await step()
  }
  return result
}

/** The work as this caller's, held to their stores from here on: those of a store that the transaction itself made. */
export async function continueAs<W extends UnitOfWork>(work: W, caller: Caller): Promise<W> {
  await work.q.query(`SET LOCAL app.store = '${storeScopeSetting({ stores: [NO_STORE, ...caller.stores] })}'`)
  return { ...work, caller }
}

function scopeOf(caller: Caller, register: Register): StoreScope {
  if (register.scope === 'store') return { stores: [requireStore(caller)] }
  return caller.admin ? 'all' : { stores: [NO_STORE, ...caller.stores] }
}

/** The store that the call is for; a write must say it. */
export function requireStore(caller: Pick<Caller, 'storeId'>): number {
  if (caller.storeId === null) throw new ApiError(400, 'store-required')
  return caller.storeId
}

/** The store of a record: the call's, or, where the record is the store, itself. */
export function storeOfRow(table: Table, caller: Caller, id: unknown): number | null {
  if (table.register.scope === 'global') return null
  return table.register.scope === 'self' ? Number(id) : requireStore(caller)
}

function grouped(changes: UnitOfWork['changes'], origin: string | undefined): RegisterChange[] {
  const groups = new Map<string, { register: string; lojaId: number | null; ids: string[]; gone: Set<string> }>()
  for (const { register, lojaId, id, as } of changes) {
    const key = `${register.name} ${lojaId}`
    const group = groups.get(key) ?? { register: register.name, lojaId, ids: [], gone: new Set() }
    group.ids.push(id)
    // An undo may bring back what the same work removed.
    if (as === 'removed') group.gone.add(id)
    else group.gone.delete(id)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ gone, ...group }) => ({
    ...group,
    ...(gone.size > 0 ? { removed: [...gone] } : {}),
    ...(origin === undefined ? {} : { origin }),
  }))
}
