import { scopeOfNotice } from '../../../model/expression/noticeScope.ts'
import { evaluateInScope } from '../../../model/expression.ts'
import type { Model } from '../../../model/model.ts'
import type { Notice } from '../../../model/views/notice.ts'
import { isStoreActive, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import { restrictToStore } from '../../query/restrictPlan.ts'
import { tableOf } from '../../query/table.ts'
import { noticeKey } from './noticeText.ts'
import { storeRecord, storeViewer } from './readAsStore.ts'

/** Where a notice is worked out: in a store, with what its conditions may ask. */
export interface NoticePlace {
  readonly model: Model
  readonly store: Store
  readonly limits: ReadonlyMap<string, DataRow>
  /** The store's record, where conditions ask for it. */
  readonly record: DataRow
}

/** A record or row at which a notice looks, with its values before where they are known. */
export interface LookedAt {
  readonly row: DataRow
  readonly before?: DataRow | undefined
}

/** Something of which a notice tells: its cause, and the record or row that it is about. */
export interface NoticeHit {
  readonly cause: string
  readonly about: string
  readonly row: DataRow
  /** The only person whom it concerns. */
  readonly to?: number
}

/** The hits of a notice among these, and about what it has nothing to tell. */
export interface NoticeOutcome {
  readonly notice: Notice
  readonly hits: readonly NoticeHit[]
  readonly misses: readonly string[]
}

/** Reads what the conditions of these notices may ask of a store; undefined where its licence is over. */
export async function noticePlace(
  q: Queries,
  model: Model,
  store: Store | undefined,
  notices: readonly Notice[],
): Promise<NoticePlace | undefined> {
  if (!store || !isStoreActive(store)) return undefined
  const names = [...new Set(notices.flatMap(({ limits }) => limits ?? []))]
  const limits = new Map<string, DataRow>()
  for (const name of names) limits.set(name, await onlyRecord(q, model, store, name))
  const asks = notices.some(({ when }) => /\bstore\./.test(when ?? ''))
  return { model, store, limits, record: asks ? await storeRecord(q, model, store) : {} }
}

/** The only record that the store has of a register, or what a new one would begin with. */
async function onlyRecord(q: Queries, model: Model, store: Store, name: string): Promise<DataRow> {
  const table = tableOf(model, name)
  const plan = planList({ limit: 1 }, { model, table, zone: store.zone })
  const [kept] = await fetchPlanRows(restrictToStore(plan, storeViewer(model, store)), q)
  return Object.fromEntries(table.register.fields.map(field => [field.name, kept?.[field.name] ?? field.default ?? null]))
}

/** Works out what a notice tells of these. */
export function noticeOutcome(notice: Notice, all: readonly LookedAt[], place: NoticePlace): NoticeOutcome {
  const key = 'query' in notice.on ? notice.on.key : 'id'
  const hits: NoticeHit[] = []
  const misses: string[] = []
  for (const looked of all) {
    const about = String(looked.row[key] ?? '')
    if (holds(notice, looked, place)) hits.push({ cause: noticeKey(notice.cause, looked), about, row: looked.row })
    else misses.push(about)
  }
  return { notice, hits, misses }
}

function holds(notice: Notice, { row, before }: LookedAt, { model, store, limits, record }: NoticePlace): boolean {
  if (notice.when === undefined) return true
  const scope = scopeOfNotice(model, notice)
  const more = { before: before ?? {}, limits: limits.get(notice.limits ?? '') ?? {} }
  return (
    scope !== undefined && evaluateInScope(scope, notice.when, { record: row, zone: store.zone, store: record, more }) === true
  )
}
