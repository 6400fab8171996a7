import { rightsFor } from '../../model/access/gate.ts'
import type { Model } from '../../model/model.ts'
import {
  ApiError,
  addPasswordHash,
  type Caller,
  continueAs,
  faultPoint,
  findUserByEmail,
  insertRows,
  mailWelcome,
  type OpenOperationContext,
  saveRecords,
  seedStore,
  tableOf,
  type UnitOfWork,
  validationError,
  withUnitOfWork,
  writeHistory,
} from '../../server/domain.ts'
import type { SignUp } from './readSignUp.ts'

/** The first user of the point of sale. */
const firstCounterUser = 1

/**
 * Makes the user, whose licence is the company's, the store with what it begins with, and the user's place in it, in one transaction.
 * Nobody takes it back: it is no action of somebody in a store. Gives the store's key.
 */
export async function foundStore(
  writing: OpenOperationContext<unknown>['writing'],
  signUp: SignUp,
  passwordHash: string,
): Promise<number> {
  return withUnitOfWork(writing, 'all', async opened => {
    const work = { ...opened, byServer: true, isConsequence: true }
    await refuseKnown(work, signUp.email)
    await refuseUnknownSegment(work, signUp.store.segmentoId)
    const userId = await addUser(work, signUp)
    await addPasswordHash(work.q, userId, passwordHash)
    faultPoint('sign-up.user')
    const founder: Caller = { ...work.caller, userId, email: signUp.email, name: signUp.name }
    const lojaId = await addStore({ ...work, caller: asPlatform(work.model, founder) }, { ...signUp.store, adminUserId: userId })
    faultPoint('sign-up.store')
    const own = await continueAs(work, asOwner(work.model, founder, lojaId))
    await seedStore(own)
    await addOwner(own, signUp)
    faultPoint('sign-up.owner')
    await mailWelcome(own, signUp.email, String(signUp.store.nome_fantasia))
    own.afterCommit.push(async () => own.service.wakeMailWorker?.())
    return lojaId
  })
}

const known = (): ApiError => new ApiError(409, 'sign-up.known', {}, [{ path: 'email', code: 'sign-up.known' }])

/** Who signs up with the same e-mail at this moment is waited for. */
async function refuseKnown({ q, model }: UnitOfWork, email: string): Promise<void> {
  await q.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-up ${email}`])
  if (await findUserByEmail(q, model, email)) throw known()
}

/** Told before anything is written: a refusal of the database would not name the field. */
async function refuseUnknownSegment({ q, model }: UnitOfWork, id: unknown): Promise<void> {
  const { rows } = await q.query(`SELECT FROM ${tableOf(model, 'segmentos').sql} WHERE id = $1`, [id])
  if (rows.length === 0) throw validationError([{ path: 'segmentoId', code: 'reference-invalid' }])
}

/** The user, written by themselves in the history: nobody was there before. */
async function addUser(work: UnitOfWork, { user }: SignUp): Promise<number> {
  const table = tableOf(work.model, 'users')
  const columns = { ...user, termos_aceitos_em: new Date().toISOString() }
  const [id] = await insertRows(table, [{ lojaId: null, columns }], work).catch((error: unknown) => {
    // Somebody was invited under this e-mail at the same moment.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === '23505') throw known()
    throw error
  })
  const userId = Number(id)
  const record = { id: userId, ...columns }
  writeHistory([{ table, lojaId: null, id: userId, deed: 'criar', before: null, after: record, record }], {
    ...work,
    caller: { ...work.caller, userId },
  })
  work.changes.push({ register: table.register, lojaId: null, id: String(userId) })
  return userId
}

async function addStore(work: UnitOfWork, body: Readonly<Record<string, unknown>>): Promise<number> {
  const [store] = await saveRecords([{ ...body }], tableOf(work.model, 'lojas'), work, false)
  return Number(store?.id)
}

/** The owner as a person of the shop, under whose name sales are cancelled, and their way in. */
async function addOwner(work: UnitOfWork, { name, email, phone }: SignUp): Promise<void> {
  const { model } = work
  const person = { nome_fantasia: name, funcionario: true, usuario_pdv: firstCounterUser, telefone1: phone, email1: email }
  const [partner] = await saveRecords([person], tableOf(model, 'parceiros'), work, false)
  await saveRecords([{ email, type: 1, parceiroId: partner?.id }], tableOf(model, 'user_lojas'), work, false)
}

/** Only the platform says which company a store is of. */
function asPlatform(model: Model, caller: Caller): Caller {
  const permission = { ...caller.permission, admin: true, logged: true }
  return { ...caller, admin: true, permission, rights: rightsFor(model, permission) }
}

function asOwner(model: Model, founder: Caller, lojaId: number): Caller {
  const permission = { ...founder.permission, owner: true, logged: true }
  return { ...founder, permission, rights: rightsFor(model, permission), storeId: lojaId, stores: [lojaId] }
}
