import type { TakenWayReply } from '../../../api/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { OwnWay } from '../../../model/ways/wayOf.ts'
import { personOf } from '../../access/caller.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { type RegisterRequest, requestBodyOf } from '../../http/registerRequest.ts'
import { writeContextFor } from '../../http/writeContextFor.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { runWrite } from '../../write/runWrite.ts'
import { writeOneRecord } from '../../write/saveRecords.ts'
import { requireStore, type UnitOfWork } from '../../write/unitOfWork.ts'
import { wayNamed } from './namedWay.ts'
import { tellApproval } from './tellApproval.ts'
import { visibleRecord } from './visibleRecord.ts'
import { addApproval, endRequest, holdRequest, type RequestPlace, type WayRequest } from './wayRequests.ts'

type Decision = 'approve' | 'refuse'

/** Letters of a reason. */
const longestReason = 500

/** The outcome of a decision: a message code, and whether the record took its step. */
interface Decided {
  readonly told: string
  readonly taken?: boolean
  readonly stale?: boolean
}

/** POST {register}/{id}/ways/{way}/aprovar {motivo?}, …/recusar {motivo}: decides on a request that waits. Nobody approves their own. */
export const decideWay =
  (decision: Decision) =>
  async (ask: RegisterRequest): Promise<TakenWayReply> => {
    const { model, table, request, query } = ask
    const { register } = table
    const named = wayNamed(register, pathParameter(request, 'way'))
    const record = pathParameter(request, 'id') ?? ''
    const body = request.body === undefined || request.body === null ? {} : requestBodyOf(ask)
    const reason = typeof body.motivo === 'string' ? body.motivo.trim().slice(0, longestReason) : ''
    const caller = await callerFor(ask, query.lojaId, body.lojaId)
    const gate = named.way.approve?.gate
    await visibleRecord(record, ask, caller)
    if (gate === undefined || !gateAllows(gate, caller.permission)) throw gateRefusal(model, gate, caller.rights)
    if (decision === 'refuse' && reason === '') throw new ApiError(422, 'required', {}, [{ path: 'motivo', code: 'required' }])
    const place = { lojaId: requireStore(caller), register: register.name, record }
    const done = await runWrite(writeContextFor(ask, caller), register, async work => {
      // The record first, as everybody locks it.
      const [row] = await lockRecords(table, [record], work, 'all')
      const waiting = row && (await holdRequest(work.q, place, named.way.id))
      if (!row || !waiting) throw new ApiError(404, 'way-none')
      work.changes.push({ register, lojaId: place.lojaId, id: record, before: row })
      return decide({ decision, reason, waiting, row, place, ...named }, ask, work)
    })
    // It stands that the request is void; the caller is told why.
    if (done.stale) throw new ApiError(409, 'way-stale')
    const aviso = formatMessage(model, done.told, { way: named.way.title, count: 1 })
    return {
      count: done.taken ? 1 : 0,
      ids: done.taken ? [record] : [],
      esperando: done.told === 'way.approved-one' ? 1 : 0,
      aviso,
    }
  }

interface Deciding extends OwnWay {
  readonly decision: Decision
  readonly reason: string
  readonly waiting: WayRequest
  readonly row: DataRow
  readonly place: RequestPlace
}

/** Tells whoever asked what became of it, unless one more has to approve it. */
async function decide(deciding: Deciding, { table }: RegisterRequest, work: UnitOfWork): Promise<Decided> {
  const { decision, reason, waiting, row, place, field, way } = deciding
  const { q, caller } = work
  const decided = caller.name || caller.email
  const about = { request: waiting.id, way, row, table }
  const end = async (state: 'approved' | 'refused' | 'stale', why = reason): Promise<void> => {
    await endRequest(q, place.lojaId, waiting.id, { state, decided, reason: reason || undefined })
    await tellApproval(state === 'approved' ? state : 'refused', about, { ids: [waiting.userId] }, work, why)
  }
  if (decision === 'refuse') {
    await end('refused')
    return { told: 'way.refused' }
  }
  const person = personOf(caller)
  if (waiting.userId === person) throw new ApiError(422, 'way-own')
  if (Number(row.version) !== waiting.version) {
    await end('stale', formatMessage(work.model, 'way.changed-since'))
    return { told: 'way-stale', stale: true }
  }
  if (waiting.approved.some(({ userId }) => userId === person)) throw new ApiError(409, 'way-twice')
  if (waiting.approved.length + 1 < (way.approve?.people ?? 1)) {
    await addApproval(q, place.lojaId, waiting.id, { userId: person, name: decided, at: new Date().toISOString() })
    return { told: 'way.approved-one' }
  }
  // The one who asked passed the way's gate and said what it asks for; the step itself is checked as it is taken.
  const body = { ...waiting.said, id: row.id, version: waiting.version, [field.name]: way.to }
  await writeOneRecord(body, table, { ...work, byServer: true, taking: { way, approved: true } })
  await end('approved')
  return { told: 'way.taken', taken: true }
}
