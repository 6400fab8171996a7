import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { lockRows, type Queries, type RowOf } from '../../../server/domain.ts'
import { refreshSync } from '../intake/saleSessions.ts'
import { findUnknownFields, type KnownFields, knownFieldsOf, unknownFieldProblems } from '../intake/unknownFields.ts'
import { keepTotals } from './keepTotals.ts'
import { type CashSession, readSession, sessionName } from './readSession.ts'
import { lockSessions, sessionKey, writeSession } from './writeSession.ts'

type Body = Readonly<Record<string, unknown>>

/** The outcome for a session that was sent. */
export interface SessionOutcome {
  readonly equipamentoId: number | null
  readonly abertura: number | null
  readonly status: 'created' | 'changed' | 'unchanged' | 'refused'
  readonly id?: number
  /** Fields that nobody knows, of equipment that may send them. */
  readonly ignorados?: readonly string[]
  readonly problems?: readonly Problem[]
}

interface Placed {
  readonly session: CashSession
  readonly index: number
}

/**
 * Takes cash sessions of a store in, in the transaction at hand: those that are wrong are told, all others are written. A session that
 * stands is changed by what is news: a closed one is not opened again, a checked one stays as it was checked.
 */
export async function receiveSessions(
  bodies: readonly Body[],
  lojaId: number,
  q: Queries,
  model: Model,
): Promise<SessionOutcome[]> {
  const outcomes: SessionOutcome[] = new Array(bodies.length)
  const refuse = (index: number, problems: readonly Problem[]): void => {
    const { equipamentoId, abertura } = bodies[index] ?? {}
    outcomes[index] = { equipamentoId: numberOf(equipamentoId), abertura: numberOf(abertura), status: 'refused', problems }
  }
  const existing = await known(readAll(bodies, lojaId, refuse), lojaId, q, refuse)
  const names = memoizeByKey(fieldsByModel, model, () => knownFieldsOf(model, 'caixas'))
  const sent = existing.map(({ session, index }) => ({
    of: index,
    equipamentoId: session.equipamentoId,
    body: bodies[index] ?? {},
  }))
  const unknown = await findUnknownFields(sent, names, lojaId, q)
  const placed = existing.filter(({ session, index }) => {
    const { refused } = unknown.get(index) ?? {}
    if (refused) refuse(index, unknownFieldProblems('cash', String(session.abertura), refused))
    return !refused
  })
  if (placed.length === 0) return outcomes
  placed.sort((a, b) => a.session.equipamentoId - b.session.equipamentoId || a.session.abertura - b.session.abertura)
  // Sales that name one of these sessions wait until it stands, or stand already: see findSessions.
  const equipment = new Set(placed.map(({ session }) => session.equipamentoId))
  await lockRows(q, 'equipamentos', lojaId, [...equipment], 'NO KEY UPDATE')
  await lockWaitingSales(q, lojaId, placed)
  const standing = await lockSessions(
    q,
    lojaId,
    placed.map(({ session }) => session),
  )
  for (const { session, index } of placed) {
    const { equipamentoId, abertura } = session
    outcomes[index] = {
      equipamentoId,
      abertura,
      ...(await writeSession(q, lojaId, session, standing.get(sessionKey(session)))),
      ...unknown.get(index)?.told,
    }
  }
  const ids = outcomes.flatMap(({ id, status }) => (id === undefined || status === 'refused' ? [] : [id]))
  await keepTotals(q, lojaId, ids)
  await q.query(JOIN_SALES, [lojaId, ids])
  await refreshSync(q, lojaId, ids)
  return outcomes
}

const fieldsByModel = new WeakMap<Model, KnownFields>()

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

function readAll(
  bodies: readonly Body[],
  lojaId: number,
  refuse: (index: number, problems: readonly Problem[]) => void,
): Placed[] {
  const now = Date.now()
  const places = new Map<string, number>()
  return bodies.flatMap((body, index): Placed[] => {
    const read = readSession(body, lojaId, now, index)
    if ('problems' in read) {
      refuse(index, read.problems)
      return []
    }
    const key = sessionKey(read.session)
    const first = places.get(key)
    if (first !== undefined) {
      const params = { sale: sessionName(body, index), field: 'abertura', place: first + 1 }
      refuse(index, [{ path: 'abertura', code: 'cash.twice', params }])
      return []
    }
    places.set(key, index)
    return [{ session: read.session, index }]
  })
}

/** Those whose equipment and currencies are the store's. */
async function known(
  placed: readonly Placed[],
  lojaId: number,
  q: Queries,
  refuse: (index: number, problems: readonly Problem[]) => void,
): Promise<Placed[]> {
  const idsIn = async (table: string, ids: readonly number[]): Promise<ReadonlySet<number>> => {
    if (ids.length === 0) return new Set()
    const { rows } = await q.query<RowOf<'equipamentos' | 'moedas', 'id'>>(
      `SELECT id FROM ${table} WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
      [lojaId, ids],
    )
    return new Set(rows.map(({ id }) => Number(id)))
  }
  const equipment = await idsIn('equipamentos', [...new Set(placed.map(({ session }) => session.equipamentoId))])
  const currencies = await idsIn('moedas', [
    ...new Set(placed.flatMap(({ session }) => session.valores?.map(({ moedaId }) => moedaId) ?? [])),
  ])
  return placed.filter(({ session, index }) => {
    const sale = String(session.abertura)
    const unknown = (path: string, id: number): Problem => ({ path, code: 'cash.unknown', params: { sale, field: path, id } })
    const problems = [
      ...(equipment.has(session.equipamentoId) ? [] : [unknown('equipamentoId', session.equipamentoId)]),
      ...(session.valores ?? []).flatMap(({ moedaId }, at) =>
        currencies.has(moedaId) ? [] : [unknown(`valores.${at}.moedaId`, moedaId)],
      ),
    ]
    if (problems.length > 0) refuse(index, problems)
    return problems.length === 0
  })
}

/** Sales before sessions, as everywhere: who cancels a sale holds it first and its session then. */
async function lockWaitingSales(q: Queries, lojaId: number, placed: readonly Placed[]): Promise<void> {
  await q.query(
    `SELECT FROM "Movimentos" WHERE "lojaId" = $1 AND "caixaId" IS NULL
       AND ("equipamentoId", abertura) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[])) ORDER BY id FOR UPDATE`,
    [lojaId, placed.map(({ session }) => session.equipamentoId), placed.map(({ session }) => session.abertura)],
  )
}

/** Sums know no session: sales join theirs without them. */
const JOIN_SALES = `UPDATE "Movimentos" m SET "caixaId" = c.id FROM caixas c
  WHERE c."lojaId" = $1 AND c.id = ANY ($2::bigint[]) AND m."lojaId" = $1 AND m."equipamentoId" = c."equipamentoId"
    AND m.abertura = c.abertura AND m."caixaId" IS NULL`
