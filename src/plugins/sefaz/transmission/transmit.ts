import {
  type Queries,
  type RegisterChange,
  type Service,
  storeCaller,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { CallFailure } from '../transport/soapCall.ts'
import type { Attempt, DocumentQuestion, Sending, SentDocument } from './sentDocument.ts'
import { type StoreKeys, storeKeys } from './storeKeys.ts'
import { findTransmission, releaseTransmission, type Transmission, takeTransmission } from './transmissions.ts'

/** A message that a call stored, or found stored before; nothing where nothing is to be sent. */
export interface StoredMessage {
  /** Stored just now: it is the caller's to send. */
  readonly taken?: Transmission
  /** With what it was signed, and is sent. */
  readonly keys?: StoreKeys
  /** Stored before, and nobody has decided. */
  readonly pending?: number
}

/** Sends the message of a call. */
export async function transmitStored(
  sending: Sending,
  document: SentDocument,
  lojaId: number,
  { taken, keys, pending }: StoredMessage,
): Promise<Attempt | undefined> {
  if (taken) return transmitTaken(sending, document, lojaId, taken, keys)
  return pending === undefined ? undefined : transmit(sending, document, lojaId, pending)
}

/**
 * Sends a stored document, or, where it may have been sent before, asks for its key first: the same bytes go again only where the authority
 * knows nothing of them. Decided once, by whoever has it.
 */
export async function transmit(sending: Sending, document: SentDocument, lojaId: number, id: number): Promise<Attempt> {
  const { database } = sending.service
  const taken = await database.write({ stores: [lojaId] }, q => takeTransmission(q, lojaId, id))
  if (taken) return transmitTaken(sending, document, lojaId, taken)
  return { sent: await database.read({ stores: [lojaId] }, q => findTransmission(q, lojaId, id)) }
}

/** The same for a document that is whoever sends it already. */
async function transmitTaken(
  sending: Sending,
  document: SentDocument,
  lojaId: number,
  taken: Transmission,
  keys?: StoreKeys,
): Promise<Attempt> {
  const { service } = sending
  const write = <T>(run: (q: Queries) => Promise<T>): Promise<T> => service.database.write({ stores: [lojaId] }, run)
  document.passStep('sending', taken)
  const attempt = await askingOf(sending, document, lojaId, taken, keys)
    .then(of => document.ask(of))
    .catch(async (error: unknown) => {
      await write(async q => {
        await releaseTransmission(q, lojaId, taken)
        if (error instanceof CallFailure) await document.countFailure?.(q, lojaId, taken)
      })
      if (!(error instanceof CallFailure)) throw error
      service.log.warn({ err: error, outcome: error.outcome, loja: lojaId, transmissao: taken.id }, document.silence)
      return error
    })
  if (attempt instanceof CallFailure) return { sent: taken, failure: attempt }
  document.passStep('answered', taken)
  const { verdict, estado, decide } = attempt
  const { changes, record } = await inUnitOfStore(service, lojaId, async work => {
    const decided = await decide(work)
    noteIn(work, decided.changes)
    document.passStep('deciding', taken)
    return decided
  })
  document.passStep('decided', taken)
  service.wakeReactionWorker?.()
  if (document.follow) {
    await document.follow(sending, lojaId, changes)
    for (const change of changes) service.publish(change)
  }
  return { sent: { ...taken, estado, cStat: verdict.cStat, xMotivo: verdict.xMotivo }, verdict, record }
}

/** Runs work of the server in a store. */
async function inUnitOfStore<T>(service: Service, lojaId: number, run: (work: UnitOfWork) => Promise<T>): Promise<T> {
  const model = service.model()
  const caller = await storeCaller(service.database, model, { lojaId, requestId: 'sefaz' })
  return withUnitOfWork({ service, model, caller }, { stores: [lojaId] }, run)
}

/** Lets notices and automations hear of records that were changed by statements of their own. */
function noteIn({ model, changes }: UnitOfWork, decided: readonly RegisterChange[]): void {
  for (const { register: name, lojaId, ids } of decided) {
    const register = model.registers[name]
    const known = new Set(changes.filter(change => change.register.name === name).map(({ id }) => id))
    if (register) for (const id of ids) if (!known.has(id)) changes.push({ register, lojaId, id })
  }
}

async function askingOf(
  { service, authority }: Sending,
  document: SentDocument,
  lojaId: number,
  taken: Transmission,
  keys: StoreKeys | undefined,
): Promise<DocumentQuestion> {
  const { identity, state } = keys ?? (await service.database.read({ stores: [lojaId] }, q => storeKeys(q, lojaId, service)))
  const home = { authority, identity, model: taken.modelo, environment: taken.ambiente, state }
  return { service, to: document.placeOf(home, taken), home, lojaId, taken }
}
