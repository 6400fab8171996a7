import { holdStore, nextVersion, type Queries, type RowOf, type Service } from '../../../server/plugin.ts'
import type { Distribution } from '../services/fetchDistribution.ts'
import type { KeyContext } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'
import { askNational } from './askNational.ts'
import { passReceivingPoint } from './crashPoints.ts'
import type { DistributedDocument } from './distributedWork.ts'
import { keepDistributed } from './keepDistributed.ts'
import { readDistributed } from './readDistributed.ts'

/** How far a store has read, as it stands. */
export interface ReadingState extends RowOf<'Loja_nsus', 'consultado_em' | 'espera_ate'> {
  readonly ultimo: string
  readonly maximo: string
}

/** The result of a search. */
export interface FetchedNotes extends ReadingState {
  /** Documents that came. */
  readonly count: number
  /** Nothing was asked: the authority lets nobody ask yet. */
  readonly waits: boolean
  /** The authority's words where it refused. */
  readonly refusal?: { readonly cStat: string; readonly xMotivo: string }
}

/** With what a store's notes are fetched: by a call, and by the job. */
export interface Fetching {
  readonly service: KeyContext & Pick<Service, 'publish'>
  readonly authority: Authority
}

/** Answers of one search; the job goes on where it ended. */
const mostAnswers = 20

const none = '0'.repeat(15)

/** Where the store's reading stands in its environment. */
export async function readingState(q: Queries, lojaId: number): Promise<ReadingState> {
  const { rows } = await q.query<ReadingState & Record<string, unknown>>(
    `SELECT n.ultimo, n.maximo, n.consultado_em, n.espera_ate FROM "Loja_nsus" n JOIN lojas l ON l."lojaId" = n."lojaId" AND l.id = n."lojaId"
     WHERE n."lojaId" = $1 AND n.ambiente = coalesce(l.ambiente_fiscal, 2)`,
    [lojaId],
  )
  return rows[0] ?? { ultimo: none, maximo: none, consultado_em: null, espera_ate: null }
}

/**
 * Reads what others issued to the store, from where it ended, until there is no more. After that, and after nothing was found, the authority
 * wants nobody back within an hour: that is kept, and obeyed. @throws CallFailure
 */
export async function fetchNotes(sending: Fetching, lojaId: number): Promise<FetchedNotes> {
  const { service } = sending
  let count = 0
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const { state, found } = await askOnce(sending, lojaId)
    if (!found) return { ...state, count, waits: count === 0 }
    passReceivingPoint('distribution-answered')
    const documents = await readDistributed(found.documents, lojaId)
    const kept = await service.database.write({ stores: [lojaId] }, q =>
      keepAnswer(q, lojaId, state.ultimo, { found, documents }),
    )
    passReceivingPoint('distribution-stands')
    if (kept) count += found.documents.length
    if (!['137', '138'].includes(found.cStat)) {
      const { cStat, xMotivo } = found
      return { ...(await read(service, lojaId)), count, waits: false, refusal: { cStat, xMotivo } }
    }
    if (isEnd(found)) break
  }
  if (count > 0) service.publish({ register: 'nfes', lojaId, ids: [] })
  return { ...(await read(service, lojaId)), count, waits: false }
}

const read = (service: KeyContext, lojaId: number): Promise<ReadingState> =>
  service.database.read({ stores: [lojaId] }, q => readingState(q, lojaId))

const isEnd = ({ cStat, last, most }: Distribution): boolean => cStat !== '138' || last >= most

async function askOnce(
  sending: Fetching,
  lojaId: number,
): Promise<{ readonly state: ReadingState; readonly found?: Distribution }> {
  const state = await read(sending.service, lojaId)
  if (state.espera_ate !== null && new Date(state.espera_ate).getTime() > Date.now()) return { state }
  return { state, found: await askNational(sending, lojaId, { last: state.ultimo }) }
}

/** An answer, and what its documents say. */
interface ReadAnswer {
  readonly found: Distribution
  readonly documents: readonly DistributedDocument[]
}

/** Keeps an answer's documents and how far they go, in one transaction; false where somebody else read on meanwhile. */
async function keepAnswer(q: Queries, lojaId: number, before: string, { found, documents }: ReadAnswer): Promise<boolean> {
  // Two readers of a store follow one another.
  await holdStore(q, lojaId)
  const { rows } = await q.query<RowOf<'Loja_nsus', 'ultimo'> & { ambiente: number }>(
    `SELECT coalesce(l.ambiente_fiscal, 2)::int AS ambiente, n.ultimo FROM lojas l
     LEFT JOIN "Loja_nsus" n ON n."lojaId" = $1 AND n.ambiente = coalesce(l.ambiente_fiscal, 2) WHERE l."lojaId" = $1 AND l.id = $1`,
    [lojaId],
  )
  const [state] = rows
  if ((state?.ultimo ?? none) !== before) return false
  for (const document of documents) await keepDistributed(q, lojaId, document)
  passReceivingPoint('distribution-kept')
  const params = [lojaId, state?.ambiente ?? 2, found.last, found.most, isEnd(found) ? 1 : null]
  const { rowCount } = await q.query(
    `UPDATE "Loja_nsus" SET ultimo = $3, maximo = $4, consultado_em = now(), espera_ate = now() + $5::int * interval '1 hour',
       ${nextVersion()} WHERE "lojaId" = $1 AND ambiente = $2`,
    params,
  )
  if (!rowCount)
    await q.query(
      `INSERT INTO "Loja_nsus" ("lojaId", ambiente, ultimo, maximo, consultado_em, espera_ate)
       VALUES ($1, $2, $3, $4, now(), now() + $5::int * interval '1 hour')`,
      params,
    )
  return true
}
