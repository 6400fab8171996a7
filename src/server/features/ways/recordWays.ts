import type { RecordWaysReply, WayRequestReply } from '../../../api/record.ts'
import { durationText } from '../../../base/dayTime.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { kindByName } from '../../../kinds/values.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { hiddenFields } from '../../../model/access/sight.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Field, Model, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { type StateChange, timesInStates } from '../../../model/ways/timesInStates.ts'
import { wayOf } from '../../../model/ways/wayOf.ts'
import { waysFrom } from '../../../model/ways/waysFrom.ts'
import { type Caller, personOf } from '../../access/caller.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { authorsOf } from '../../access/users.ts'
import { type RegisterRequest, withStoreModel } from '../../http/registerRequest.ts'
import { NO_STORE, storeOfRow } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { fetchHistoryEntries, type HistoryEntry } from '../history/historyEntries.ts'
import { visibleRecord } from './visibleRecord.ts'
import { requestsOf, type WayRequest } from './wayRequests.ts'

/** Lines of the history of which steps are told. */
const MOST_LINES = 500
const MOST_STEPS = 50

/** GET {register}/{id}/ways: the steps of a record's states, how long it was in each, and what waits for others; for who sees it. */
export async function recordWays(ask: RegisterRequest): Promise<RecordWaysReply> {
  const { service } = ask
  const id = pathParameter(ask.request, 'id')
  const caller = await callerFor(ask, ask.query.lojaId ?? (ask.table.register.scope === 'self' ? id : undefined))
  const row = await visibleRecord(id, ask, caller)
  const { model, table } = withStoreModel(ask, caller)
  const { register } = table
  const lojaId = storeOfRow(table, caller, row.id) ?? NO_STORE
  const unseen = hiddenFields(register, caller.rights)
  const fields = register.fields.filter(field => field.ways && !unseen.has(field.name))
  const place = { lojaId, register: register.name, record: String(row.id) }
  const wanted = { lojaId, record: { register: historyName(register), id: String(row.id) }, limit: MOST_LINES }
  return service.database.read({ stores: [lojaId, ...caller.stores] }, async q => {
    const [lines, requests] = [await fetchHistoryEntries(wanted, model, q), await requestsOf(q, place)]
    const authors = await authorsOf(
      lines.map(line => line.userId),
      model,
      q,
    )
    const nameOf = ({ userId }: HistoryEntry): string => {
      const author = authors.get(userId ?? -1)
      return author?.nome || author?.email || formatMessage(model, 'work.system')
    }
    const now = new Date().toISOString()
    return {
      estados: fields.map(field => {
        const changes = changesOf(field, lines)
        return {
          campo: field.name,
          desde: changes.at(-1)?.at ?? null,
          titulo: field.title,
          tempos: timesInStates(changes, now).map(({ estado, minutos }) => ({
            estado: textOf(field, estado, caller.zone),
            minutos,
            texto: durationText(minutos),
          })),
        }
      }),
      passos: lines
        .flatMap(line =>
          fields.flatMap(field => {
            const texto = stepText(field, line, { model, register, caller, unseen })
            return texto === undefined ? [] : [{ quando: line.createdAt, quem: nameOf(line), texto }]
          }),
        )
        .slice(0, MOST_STEPS),
      pedidos: requests.flatMap(request => told(request, { register, caller, version: Number(row.version), unseen })),
    }
  })
}

/** The states of a record, the oldest first. */
const changesOf = ({ name }: Field, lines: readonly HistoryEntry[]): StateChange[] =>
  lines
    .filter(({ after }) => after !== null && name in after)
    .map(({ after, createdAt }) => ({ at: createdAt, to: after?.[name] ?? null }))
    .reverse()

interface Telling {
  readonly model: Model
  readonly register: Register
  readonly caller: Caller
  readonly unseen: ReadonlySet<string>
}

/** “Enviar”: de Em digitação para Enviado, Motivo: Caro. Nothing where the state did not change. */
function stepText(
  field: Field,
  { before, after }: HistoryEntry,
  { model, register, caller, unseen }: Telling,
): string | undefined {
  if (!before || !after || !(field.name in after)) return undefined
  const [from, to] = [asValue(before[field.name]), asValue(after[field.name])]
  const [way, ...others] = waysFrom(field, from).filter(one => one.to === to)
  const said = (way && others.length === 0 ? (way.ask ?? []) : []).flatMap(name => {
    const asked = fieldOf(register, name)
    const text = asked && !unseen.has(name) ? textOf(asked, after[name], caller.zone) : ''
    return asked && text !== '' ? [`, ${asked.title}: ${text}`] : []
  })
  const params = {
    way: way && others.length === 0 ? way.title : field.title,
    from: from === null ? formatMessage(model, 'way.from-nothing') : textOf(field, from, caller.zone),
    to: textOf(field, to, caller.zone),
  }
  return `${formatMessage(model, 'way.step', params)}${said.join('')}`
}

const textOf = (field: Field, value: unknown, zone: string): string =>
  value === null || value === undefined ? '' : kindByName(field.kind).format(asValue(value), { ...field, zone })

/** A request in words; one of a way that is gone says nothing. */
function told(
  request: WayRequest,
  { register, caller, version, unseen }: Pick<Telling, 'register' | 'caller' | 'unseen'> & { readonly version: number },
): WayRequestReply[] {
  const way = wayOf(register, request.way)?.way
  if (!way) return []
  const waits = request.state === 'waiting'
  const decides = waits && way.approve !== undefined && gateAllows(way.approve.gate, caller.permission)
  const person = personOf(caller)
  const isOwn = request.userId === person || request.approved.some(({ userId }) => userId === person)
  const ditos = Object.entries(request.said).flatMap(([name, value]) => {
    const field = fieldOf(register, name)
    return field && !unseen.has(name) ? [{ titulo: field.title, texto: textOf(field, value, caller.zone) }] : []
  })
  return [
    {
      way: way.id,
      titulo: way.title,
      quem: request.name,
      quando: request.createdAt,
      ditos,
      aprovaram: request.approved.map(({ name }) => name),
      faltam: Math.max(0, (way.approve?.people ?? 1) - request.approved.length),
      estado: request.state,
      decidiu: request.decided,
      motivo: request.reason,
      mudou: waits && request.version !== version,
      decide: decides,
      aprova: decides && !isOwn && request.version === version,
    },
  ]
}
