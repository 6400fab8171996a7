import { randomUUID } from 'node:crypto'
import { rightsFor } from '../../model/access/gate.ts'
import type { Model } from '../../model/model.ts'
import {
  addPasswordHash,
  addRecords,
  type Caller,
  continueAs,
  type DataRow,
  faultPoint,
  findUserByEmail,
  hasRow,
  isFirstOwner,
  mailKnownSignUp,
  mailWelcome,
  markEmailUnproved,
  type OpenOperationContext,
  saveOneRecord,
  seedStore,
  tableOf,
  type UnitOfWork,
  validationError,
  withAllRights,
  withUnitOfWork,
  writeOneRecord,
} from '../../server/domain.ts'
import type { SignUp } from './readSignUp.ts'

/** The first user of the point of sale. */
const firstCounterUser = 1

type Writing = OpenOperationContext<unknown>['writing']

/**
 * Makes the user, whose licence is the company's, the store with what it begins with, and the user's place in it, in one transaction.
 * Nobody takes it back: it is no action of somebody in a store. Gives the store's key.
 *
 * Whether somebody has the e-mail is told to its owner alone: for a known one the same is done and taken back, so that what is wrong, the
 * answer and the work are those of any other, and a letter tells the owner.
 */
export async function foundStore(writing: Writing, signUp: SignUp, passwordHash: string): Promise<number> {
  try {
    return await found(writing, signUp, passwordHash)
  } catch (error) {
    // Somebody was invited under this e-mail at the same moment.
    if (isTaken(error)) return foundStore(writing, signUp, passwordHash)
    if (!(error instanceof TakenBack)) throw error
    await withUnitOfWork(writing, 'all', async work => {
      await mailKnownSignUp(work, signUp.email)
      work.afterCommit.push(async () => work.service.wakeMailWorker?.())
    })
    return error.lojaId
  }
}

/** A sign-up with a known e-mail, done as far as to its last step. */
class TakenBack extends Error {
  readonly lojaId: number

  constructor(lojaId: number) {
    super('sign-up taken back')
    this.lojaId = lojaId
  }
}

async function found(writing: Writing, said: SignUp, passwordHash: string): Promise<number> {
  return withUnitOfWork(writing, 'all', async opened => {
    const work = { ...opened, byServer: true, isConsequence: true }
    const isKnown = await isKnownEmail(work, said.email)
    const signUp = isKnown ? underNoName(said) : said
    await refuseUnknownSegment(work, signUp.store.segmentoId)
    const { sendsMail = false } = work.service
    const isProved = !sendsMail && (await isFirstOwner(work.q, work.model))
    const userId = await addUser(work, signUp)
    if (!isProved) await markEmailUnproved(work.q, userId)
    await addPasswordHash(work.q, userId, passwordHash)
    faultPoint('sign-up.user')
    const founder: Caller = { ...work.caller, userId, email: signUp.email, name: signUp.name }
    const lojaId = await addStore({ ...work, caller: asPlatform(work.model, founder) }, { ...signUp.store, adminUserId: userId })
    faultPoint('sign-up.store')
    const own = await continueAs(work, asOwner(work.model, founder, lojaId))
    await chooseFirstValues(work, lojaId, await seedStore(own))
    await addOwner(own, signUp)
    faultPoint('sign-up.owner')
    if (isKnown) throw new TakenBack(lojaId)
    if (!isProved) await mailWelcome(own, { userId, email: signUp.email }, String(signUp.store.nome_fantasia))
    own.afterCommit.push(async () => own.service.wakeMailWorker?.())
    return lojaId
  })
}

/** Waits for other sign-ups with the same e-mail at this moment. */
async function isKnownEmail({ q, model }: UnitOfWork, email: string): Promise<boolean> {
  await q.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-up ${email}`])
  return (await findUserByEmail(q, model, email)) !== undefined
}

/** The same under an e-mail that nobody has. */
function underNoName(signUp: SignUp): SignUp {
  const email = `${randomUUID()}@sign-up.invalid`
  return { ...signUp, email, user: { ...signUp.user, email }, store: { ...signUp.store, user_email: email } }
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === '23505' &&
  'table' in error &&
  error.table === 'users'

/** Told before anything is written: a refusal of the database would not name the field. */
async function refuseUnknownSegment({ q }: UnitOfWork, id: unknown): Promise<void> {
  if (!(await hasRow(q, 'segmentos', { id: Number(id) })))
    throw validationError([{ path: 'segmentoId', code: 'reference-invalid' }])
}

/** The user, written by themselves in the history: nobody was there before. */
async function addUser(work: UnitOfWork, { user }: SignUp): Promise<number> {
  const table = tableOf(work.model, 'users')
  const person = { ...user, termos_aceitos_em: new Date().toISOString() }
  const [userId = 0] = await addRecords(table, null, [person], work, { bySelf: true })
  return userId
}

async function addStore(work: UnitOfWork, body: Readonly<Record<string, unknown>>): Promise<number> {
  const store = await saveOneRecord(body, tableOf(work.model, 'lojas'), work)
  return Number(store.id)
}

/** A new product begins with the first unit and the first tax of the store, until its owner chooses others. */
async function chooseFirstValues(
  { model, ...work }: UnitOfWork,
  lojaId: number,
  made: ReadonlyMap<string, readonly DataRow[]>,
): Promise<void> {
  const first = (register: string): number | null => {
    const id = made.get(register)?.[0]?.id
    return id === undefined ? null : Number(id)
  }
  const values = { id: lojaId, unidadePadraoId: first('unidades'), impostoPadraoId: first('impostos') }
  const platform = { ...work, model, caller: asPlatform(model, work.caller) }
  await writeOneRecord(values, tableOf(model, 'lojas'), platform)
}

/** The owner as a person of the shop, under whose name sales are cancelled, and their way in. */
async function addOwner(work: UnitOfWork, { name, email, phone }: SignUp): Promise<void> {
  const { model } = work
  const person = { nome_fantasia: name, funcionario: true, usuario_pdv: firstCounterUser, telefone1: phone, email1: email }
  const partner = await saveOneRecord(person, tableOf(model, 'parceiros'), work)
  await saveOneRecord({ email, type: 1, parceiroId: Number(partner.id) }, tableOf(model, 'user_lojas'), work)
}

/** Only the platform says which company a store is of. */
const asPlatform = (model: Model, caller: Caller): Caller => ({ ...withAllRights(model, caller), admin: true })

function asOwner(model: Model, founder: Caller, lojaId: number): Caller {
  const permission = { ...founder.permission, owner: true, logged: true }
  return { ...founder, permission, rights: rightsFor(model, permission), storeId: lojaId, stores: [lojaId] }
}
