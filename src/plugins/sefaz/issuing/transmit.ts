import { invoiceDecided } from '../../../domain/fiscal/public.ts'
import { announceEvent, type Queries } from '../../../server/plugin.ts'
import { acceptCancelledInvoice, acceptInvoice, detailIn, rejectInvoice, sequenceOf } from '../invoices/decideInvoice.ts'
import { transmitManifestation } from '../receiving/transmitManifestation.ts'
import {
  type Correspondence,
  eventVerdict,
  type KeyState,
  queryKey,
  sendEvent,
  sendNote,
  voidNumbers,
} from '../services/noteServices.ts'
import { isAuthorised, isContingencyOff, isUndecided, saysItRests, type Verdict } from '../services/verdict.ts'
import { contingencyAuthority } from '../transport/contingencyAuthority.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { noteFailure } from './contingency.ts'
import { passPoint } from './crashPoints.ts'
import { accept, acceptCancelled, reject, type Settled } from './decide.ts'
import type { Attempt, Sending } from './sending.ts'
import { type StoreKeys, storeKeys } from './storeKeys.ts'
import { blockTransmission, findTransmission, releaseTransmission, type Transmission, takeTransmission } from './transmissions.ts'

/**
 * Sends a stored document, or, where it may have been sent before, asks for its key first: the same bytes go again only where the authority
 * knows nothing of them. Decided once, by whoever has it.
 */
export async function transmit(sending: Sending, lojaId: number, id: number): Promise<Attempt> {
  const { database } = sending.service
  const taken = await database.write({ stores: [lojaId] }, q => takeTransmission(q, lojaId, id))
  if (taken) return transmitTaken(sending, lojaId, taken)
  return { sent: await database.read({ stores: [lojaId] }, q => findTransmission(q, lojaId, id)) }
}

/** The same for a document that is whoever sends it already. */
export async function transmitTaken(sending: Sending, lojaId: number, taken: Transmission, keys?: StoreKeys): Promise<Attempt> {
  const { tipo } = taken
  if (tipo === 'MANIFESTACAO') return transmitManifestation(sending, lojaId, taken)
  const { service } = sending
  const write = <T>(run: (q: Queries) => Promise<T>): Promise<T> => service.database.write({ stores: [lojaId] }, run)
  passPoint(`sending-${tipo}`)
  const attempt = await askAuthority(sending, lojaId, taken, keys).catch(async (error: unknown) => {
    await write(async q => {
      await releaseTransmission(q, lojaId, taken)
      if (error instanceof CallFailure && countsForOffline(taken)) await noteFailure(q, lojaId, taken.ambiente)
    })
    if (!(error instanceof CallFailure)) throw error
    service.log.warn(
      { err: error, outcome: error.outcome, loja: lojaId, transmissao: taken.id },
      'the tax authority did not answer',
    )
    return error
  })
  if (attempt instanceof CallFailure) return { sent: taken, failure: attempt }
  passPoint(`answered-${tipo}`)
  const { verdict, estado, decide } = attempt
  const { changes, record } = await write(async q => {
    // The authority keeps this, too: should the disk lose it, the key is asked for again. Only what is stored before it is sent must be waited for.
    const mayWait = estado === 'ACEITO' && tipo !== 'INUTILIZACAO' && taken.register === 'NFCes'
    const [decided] = await Promise.all([decide(q), mayWait && q.query('SET LOCAL synchronous_commit = off')])
    if (taken.register === 'NFe_emissaos' && estado === 'ACEITO' && decided.changes.length > 0)
      await announceEvent(invoiceDecided, { lojaId, nfeId: taken.recordId }, q, service)
    await service.noteChanges?.(
      q,
      decided.changes.flatMap(({ ids, ...change }) => ids.map(id => ({ ...change, id }))),
    )
    passPoint(`deciding-${tipo}`)
    return decided
  })
  passPoint(`decided-${tipo}`)
  service.wakeReactionWorker?.()
  service.wakeNoticeWorker?.()
  for (const change of changes) service.publish(change)
  return { sent: { ...taken, estado, cStat: verdict.cStat, xMotivo: verdict.xMotivo }, verdict, record }
}

/** `tpEvento` of a correction letter. */
const correction = '110110'

/** The authority's words, and what they make of the document. */
interface Decision {
  readonly verdict: Verdict
  readonly estado: Transmission['estado']
  decide(q: Queries): Promise<Settled>
}

async function askAuthority(
  sending: Sending,
  lojaId: number,
  taken: Transmission,
  keys: StoreKeys | undefined,
): Promise<Decision> {
  const to = await correspondenceOf(sending, lojaId, taken, keys)
  const of: Asking = { to: placeOf(to, taken), home: to, lojaId, taken }
  const wasSent = taken.tentativas > 1
  if (taken.tipo === 'NOTA')
    return wasSent ? askForNote(of) : answerToNote(of, await sendNote(of.to, taken.documento, `${taken.id}`))
  if (taken.tipo === 'CORRECAO') return wasSent ? askForCorrection(of) : answerToCorrection(of)
  if (taken.tipo === 'CANCELAMENTO') return wasSent ? askForCancellation(of) : answerToEvent(of)
  return answerToVoiding(of, await voidNumbers(to, taken.documento))
}

/** Consumers' notes go on without an authority that fails; whoever issues an invoice waits, or goes to the virtual authority. */
const countsForOffline = ({ register }: Transmission): boolean => register === 'NFCes'

/** A note that was issued for a virtual authority of contingency is sent there and nowhere else. */
const placeOf = (home: Correspondence, { tipo, register, contingencia }: Transmission): Correspondence =>
  tipo === 'NOTA' && register === 'NFe_emissaos' && contingencia
    ? { ...home, state: contingencyAuthority(home.state).name }
    : home

interface Asking {
  readonly to: Correspondence
  /** The authority of the store's own state. */
  readonly home: Correspondence
  readonly lojaId: number
  readonly taken: Transmission
}

async function correspondenceOf(
  { service, authority }: Sending,
  lojaId: number,
  { ambiente, modelo }: Transmission,
  keys: StoreKeys | undefined,
): Promise<Correspondence> {
  const { identity, state } = keys ?? (await service.database.read({ stores: [lojaId] }, q => storeKeys(q, lojaId, service)))
  return { authority, identity, model: modelo, environment: ambiente, state }
}

const accepted = ({ lojaId, taken }: Asking, verdict: Verdict): Decision => ({
  verdict,
  estado: 'ACEITO',
  decide: q => (taken.register === 'NFCes' ? accept : acceptInvoice)(q, lojaId, taken, verdict),
})
const refused = ({ lojaId, taken }: Asking, verdict: Verdict): Decision => ({
  verdict,
  estado: 'REJEITADO',
  decide: q => (taken.register === 'NFCes' ? reject : rejectInvoice)(q, lojaId, taken, verdict),
})
/** The authority rests: the document waits. */
const waiting = ({ lojaId, taken }: Asking, verdict: Verdict): Decision => ({
  verdict,
  estado: 'PENDENTE',
  async decide(q) {
    if (verdict.cStat === '656') {
      await blockTransmission(q, lojaId, taken, verdict.xMotivo)
      return { changes: [{ register: taken.register, lojaId, ids: [`${taken.recordId}`] }] }
    }
    await releaseTransmission(q, lojaId, taken)
    if (saysItRests(verdict) && countsForOffline(taken)) await noteFailure(q, lojaId, taken.ambiente)
    return { changes: [] }
  },
})

async function answerToNote(of: Asking, verdict: Verdict): Promise<Decision> {
  if (isAuthorised(verdict)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  // The virtual authority takes nothing: nobody has the note. It may be issued anew.
  if (isContingencyOff(verdict)) return of.taken.tentativas > 1 ? waiting(of, verdict) : refused(of, verdict)
  // It is there already: what became of it is asked for.
  if (verdict.cStat === '204' || verdict.cStat === '218') return askForNote(of, verdict)
  if (verdict.cStat === '539') return askForOther(of, verdict)
  return refused(of, verdict)
}

/** Asks for the state of the note's key; where there is none, the same bytes go again. */
async function askForNote(of: Asking, before?: Verdict): Promise<Decision> {
  const { to, taken, lojaId } = of
  const state = await queryNote(of)
  if (isAuthorised(state)) return accepted(of, state)
  if (state.cStat === '101')
    return { verdict: state, estado: 'ACEITO', decide: q => keepCancelled(taken)(q, lojaId, taken, state) }
  if (isUndecided(state)) return waiting(of, state)
  if (state.cStat === '217' && !before) return answerToNote(of, await sendNote(to, taken.documento, `${taken.id}`))
  if (state.cStat === '613') return refused(of, { ...state, cStat: '539' })
  return refused(of, before ?? state)
}

const keepCancelled = ({ register }: Transmission) => (register === 'NFCes' ? acceptCancelled : acceptCancelledInvoice)

/** Asks where the note was sent; once the contingency is over, the state's own authority knows its notes. */
async function queryNote({ to, home, taken }: Asking): Promise<KeyState> {
  const state = await queryKey(to, taken.chave)
  return isContingencyOff(state) ? queryKey(home, taken.chave) : state
}

/**
 * Another key has the note's number. That key is asked for: where it is no authorised note, the number is not known to belong to another one,
 * and nothing is decided.
 */
async function askForOther(of: Asking, verdict: Verdict): Promise<Decision> {
  const key = /chNFe:\s*([0-9A-Z]{44})/.exec(verdict.xMotivo)?.[1]
  if (key === undefined) return refused(of, verdict)
  const state = await queryKey(of.to, key)
  return isUndecided(state) ? waiting(of, state) : refused(of, verdict)
}

async function answerToEvent(of: Asking): Promise<Decision> {
  const { to, taken } = of
  const verdict = await sendEvent(to, taken.documento, `${taken.id}`)
  if (['135', '136', '155'].includes(verdict.cStat)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  if (verdict.cStat !== '573' && verdict.cStat !== '580' && verdict.cStat !== '218') return refused(of, verdict)
  // Said twice: only the key tells whether the note is cancelled.
  const state = await queryKey(to, taken.chave)
  if (state.cStat === '101') return accepted(of, { ...state, proof: state.cancellation })
  return isUndecided(state) ? waiting(of, state) : refused(of, verdict)
}

async function answerToCorrection(of: Asking): Promise<Decision> {
  const { to, taken } = of
  const verdict = await sendEvent(to, taken.documento, `${taken.id}`)
  if (['135', '136'].includes(verdict.cStat)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  return verdict.cStat === '573' ? findCorrection(of, verdict) : refused(of, verdict)
}

const askForCorrection = (of: Asking): Promise<Decision> => findCorrection(of)

/**
 * Finds the state of a letter: it is ours where the authority has one of the same number, moment and words; another one of that number takes it, and
 * the record tells how far they go. Where there is none, the same bytes go again.
 */
async function findCorrection(of: Asking, said?: Verdict): Promise<Decision> {
  const { to, taken, lojaId } = of
  const state = await queryKey(to, taken.chave)
  if (isUndecided(state)) return waiting(of, state)
  const letters = state.events.filter(({ type }) => type === correction)
  const same = letters.find(({ sequence }) => sequence === sequenceOf(taken.documento))
  if (!same && !said) return answerToCorrection(of)
  const found = { cStat: '573', xMotivo: 'Duplicidade de evento', ...said }
  if (!same) return refused(of, found)
  if (
    taken.documento.includes(`<dhEvento>${same.at}</dhEvento>`) &&
    detailIn(same.text, 'xCorrecao') === detailIn(taken.documento, 'xCorrecao')
  )
    return accepted(of, eventVerdict(same.text))
  const last = Math.max(...letters.map(({ sequence }) => sequence))
  return { verdict: found, estado: 'REJEITADO', decide: q => rejectInvoice(q, lojaId, taken, found, last) }
}

async function askForCancellation(of: Asking): Promise<Decision> {
  const state = await queryKey(of.to, of.taken.chave)
  if (state.cStat === '101') return accepted(of, { ...state, proof: state.cancellation })
  return isUndecided(state) ? waiting(of, state) : answerToEvent(of)
}

/** A range that was voided before is voided: who asks again only did not hear of it. */
function answerToVoiding(of: Asking, verdict: Verdict): Decision {
  if (verdict.cStat === '102') return accepted(of, verdict)
  if (verdict.cStat === '563' && of.taken.tentativas > 1) return accepted(of, verdict)
  return isUndecided(verdict) ? waiting(of, verdict) : refused(of, verdict)
}
