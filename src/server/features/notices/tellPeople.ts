import { randomUUID } from 'node:crypto'
import { registerOfRole } from '../../../model/access/roles.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Notice } from '../../../model/views/notice.ts'
import { holdInStore } from '../../database/holdInStore.ts'
import type { Queries } from '../../database/queries.ts'
import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import { ownLimitOf } from '../../quotas/storeQuotas.ts'
import type { Service } from '../../service.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { type ChoicesByNotice, choicesOf, usualChoice } from './noticeChoices.ts'
import { digestDelay, digestQueue } from './noticeDigest.ts'
import type { NoticeHit, NoticeOutcome, NoticePlace } from './noticeHits.ts'
import { noticePage, noticeText } from './noticeText.ts'
import { pushQueue } from './push/pushQueue.ts'
import { mayGet, peopleOfStore, type StorePerson } from './recipients.ts'

/** Hits of one notice above which one tells of all of them. */
const mostApart = 3

/** The words of a notice, and where it leads. */
interface Words {
  readonly notice: Notice
  readonly text: string
  readonly page: string
  /** The only person whom it concerns. */
  readonly to?: number | undefined
}

/** The work of telling: its store, and the key by which it is done once however often it is tried. */
export interface Telling {
  readonly service: Service
  readonly place: NoticePlace
  readonly key?: string
  /** Whether what is no hit any more is told anew when it is one again, though it is not among the misses: rows of a report that are gone. */
  readonly isWhole?: boolean
}

/**
 * Tells people of a store what is so since now, once: a cause that was told is not told again while it lasts. All of it stands or nothing, so that a
 * server that dies leaves it to the next, which tells nothing twice.
 */
export async function tellPeople(outcomes: readonly NoticeOutcome[], { service, place, key, isWhole }: Telling): Promise<void> {
  const { store } = place
  if (!isWhole) await forgetCauses(service, store.id, outcomes)
  if (!isWhole && outcomes.every(({ hits }) => hits.length === 0)) return
  const delivery = await deliveryIn(place, service)
  const told = await service.database.write({ stores: [store.id] }, async q => {
    // Two workers never look for the same cause at once.
    await holdInStore(q, store.id, 'notices')
    if (key !== undefined && !(await isFirst(q, store.id, key))) return nobody
    const words: Words[] = []
    for (const outcome of outcomes) words.push(...(await freshWords(q, outcome, place, isWhole === true)))
    return words.length === 0 ? nobody : deliver(q, words, delivery)
  })
  wakeReaders(told, service)
}

/** Writes notices as part of a transaction that happens once, and wakes who got them when that stands. */
export async function tellWithin(
  { q, afterCommit }: Pick<UnitOfWork, 'q' | 'afterCommit'>,
  words: readonly Pick<Words, 'notice' | 'text' | 'page'>[],
  delivery: Delivery,
): Promise<void> {
  // Two workers never count the room of a day at once. Where the lock is one statement, the count follows it in one packet.
  const held = holdInStore(q, delivery.place.store.id, 'notices')
  if (q.spread) await held
  const [told] = await Promise.all([deliver(q, words, delivery), held])
  afterCommit.push(async () => wakeReaders(told, delivery.service))
}

/** The people who were told, and whether browsers of some are to be pushed. */
interface Told {
  readonly userIds: readonly number[]
  readonly isPushed: boolean
}

const nobody: Told = { userIds: [], isPushed: false }

function wakeReaders({ userIds, isPushed }: Told, service: Service): void {
  if (userIds.length > 0) service.tellNotices?.(userIds)
  if (isPushed) service.wakePushWorker?.()
}

/** Reads who may be told of something in a store, and how they want to hear of it. */
async function deliveryIn(place: Pick<NoticePlace, 'model' | 'store'>, service: Service): Promise<Delivery> {
  const { model, store } = place
  const { system } = service.database
  const quotas = registerOfRole(model, 'quotas')
  const question = { lojaId: store.id, registers: quotas ? [quotas.name] : [], key: 'notices a day' }
  const [people, { most }] = await Promise.all([
    peopleOfStore(system, model, store),
    readRemembered(service.database, question, async () => ({ most: await ownLimitOf(model, system, 'notices', store.id) })),
  ])
  const ids = people.map(({ userId }) => userId)
  return { people, choices: await choicesOf(system, ids), service, place, most }
}

/** The same where it is asked for at every save: remembered until people or quotas of the store change, or for some seconds. */
export function rememberedDelivery(place: Pick<NoticePlace, 'model' | 'store'>, service: Service): Promise<Delivery> {
  const roles = ['memberships', 'users', 'quotas'] as const
  const registers = roles.flatMap(role => registerOfRole(place.model, role)?.name ?? [])
  const question = { lojaId: place.store.id, registers, key: 'delivery of notices' }
  return readRemembered(service.database, question, () => deliveryIn(place, service))
}

/** Notes that work is done in a store; false where it was before. */
export async function isFirst(q: Queries, lojaId: number, key: string): Promise<boolean> {
  const { rowCount } = await q.query(
    `INSERT INTO system.notice_causes ("lojaId", notice, cause, about) VALUES ($1, '', $2, '') ON CONFLICT DO NOTHING`,
    [lojaId, key],
  )
  return rowCount > 0
}

/** Forgets the causes of what is so no more: should it be so again, people are told again. */
async function forgetCauses({ database }: Service, lojaId: number, outcomes: readonly NoticeOutcome[]): Promise<void> {
  const all = outcomes.flatMap(({ notice, misses }) => (notice.once ? [] : misses).map(about => ({ notice: notice.name, about })))
  if (all.length === 0) return
  await database.write({ stores: [lojaId] }, q =>
    q.query(
      `DELETE FROM system.notice_causes c USING unnest($2::text[], $3::text[]) AS m(notice, about)
       WHERE c."lojaId" = $1 AND c.notice = m.notice AND c.about = m.about`,
      [lojaId, all.map(({ notice }) => notice), all.map(({ about }) => about)],
    ),
  )
}

/** Gives the words of those that were not told. */
const freshWords = async (q: Queries, { notice, hits }: NoticeOutcome, place: NoticePlace, isWhole: boolean): Promise<Words[]> =>
  wordsOf(notice, await freshHits(q, place.store.id, notice, hits, isWhole), place)

/** Keeps which causes hold, forgets those that do not where these are all, and gives the hits that were not known. */
export async function freshHits(
  q: Queries,
  lojaId: number,
  { name, once }: Pick<Notice, 'name' | 'once'>,
  hits: readonly NoticeHit[],
  isWhole: boolean,
): Promise<NoticeHit[]> {
  const causes = new Map(hits.map(hit => [hit.cause, hit]))
  if (isWhole && !once)
    await q.query('DELETE FROM system.notice_causes WHERE "lojaId" = $1 AND notice = $2 AND cause <> ALL($3::text[])', [
      lojaId,
      name,
      [...causes.keys()],
    ])
  if (causes.size === 0) return []
  const known = await q.query<{ cause: string }>(
    `UPDATE system.notice_causes SET "seenAt" = now() WHERE "lojaId" = $1 AND notice = $2 AND cause = ANY($3::text[]) RETURNING cause`,
    [lojaId, name, [...causes.keys()]],
  )
  for (const { cause } of known.rows) causes.delete(cause)
  const fresh = [...causes.values()]
  await q.query(
    `INSERT INTO system.notice_causes ("lojaId", notice, cause, about) SELECT $1, $2, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [lojaId, name, fresh.map(({ cause }) => cause), fresh.map(({ about }) => about)],
  )
  return fresh
}

function wordsOf(notice: Notice, hits: readonly NoticeHit[], { model, store, limits }: NoticePlace): Words[] {
  const { several } = notice
  if (several && hits.length > mostApart)
    return [{ notice, text: several.text.replaceAll('{count}', hits.length.toLocaleString('pt-BR')), page: several.page }]
  return hits.map(({ row, to }) => {
    const values = { model, notice, row, limits: limits.get(notice.limits ?? '') ?? {}, zone: store.zone }
    return { notice, text: noticeText(notice.text, values), page: noticePage(notice.page, values), to }
  })
}

/** Everybody who may be told of something in a store. */
export interface Delivery {
  readonly people: readonly StorePerson[]
  readonly choices: ReadonlyMap<number, ChoicesByNotice>
  readonly service: Service
  readonly place: Pick<NoticePlace, 'model' | 'store'>
  /** How many a day the store was given in place of the usual. */
  readonly most: number | undefined
}

interface NewNotice {
  readonly id: string
  readonly userId: number
  readonly notice: string
  readonly text: string
  readonly page: string
  readonly mail: boolean
  readonly push: boolean
}

/** Writes the notices of all who get them, as far as a day has room. */
async function deliver(q: Queries, words: readonly Words[], delivery: Delivery): Promise<Told> {
  const { people, choices, place, service } = delivery
  const lojaId = place.store.id
  const room = await roomOf(q, delivery)
  const rows: NewNotice[] = []
  for (const { notice, text, page, to } of words)
    for (const { userId, permission } of people) {
      if (to !== undefined && to !== userId) continue
      const choice = choices.get(userId)?.[notice.name] ?? usualChoice
      if (!choice.app || !mayGet(notice, permission)) continue
      const left = room.take(userId)
      if (left === 0) continue
      const base = { id: randomUUID(), userId, mail: choice.mail, push: choice.push }
      // The last one that a day has room for says that there were more.
      if (left === 1) rows.push({ ...base, notice: '', text: formatMessage(place.model, 'notice.more-today'), page: '/' })
      else rows.push({ ...base, notice: notice.name, text, page })
    }
  if (rows.length === 0) return nobody
  const column = <N extends keyof NewNotice>(name: N): NewNotice[N][] => rows.map(row => row[name])
  const pushed = rows.flatMap(({ id, userId, push }) => (push ? [{ lojaId, id, userId }] : []))
  const mailed = new Set(rows.flatMap(({ userId, mail }) => (mail ? [userId] : [])))
  await Promise.all([
    q.query(
      `INSERT INTO system.notices ("lojaId", id, "userId", notice, text, page, "mailDue")
       SELECT $1::bigint, * FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::boolean[])`,
      [lojaId, column('id'), column('userId'), column('notice'), column('text'), column('page'), column('mail')],
    ),
    pushed.length > 0 ? pushQueue.add(q, pushed) : undefined,
    ...[...mailed].map(userId => digestQueue.addOnce(q, { lojaId, userId }, digestDelay)),
  ])
  service.quotas?.note('notices', lojaId, room.used())
  return { userIds: [...new Set(column('userId'))], isPushed: pushed.length > 0 }
}

interface Room {
  /** Gives how many the person may still get, this one included, and counts it. */
  take(userId: number): number
  /** How many the store has had in 24 hours. */
  used(): number
}

/** How many notices the store and each of its people may still get in 24 hours. */
async function roomOf(q: Queries, { place, most }: Delivery): Promise<Room> {
  const quota = place.model.limits.quotas.notices
  const ofOne = quota?.user ?? Number.POSITIVE_INFINITY
  const { rows } = await q.query<{ userId: string; count: number }>(
    `SELECT "userId", count(*)::int AS count FROM system.notices WHERE "lojaId" = $1 AND "createdAt" > now() - interval '1 day' GROUP BY "userId"`,
    [place.store.id],
  )
  let used = rows.reduce((sum, { count }) => sum + count, 0)
  const ofUser = new Map(rows.map(({ userId, count }) => [Number(userId), ofOne - count]))
  return {
    used: () => used,
    take(userId) {
      const own = ofUser.get(userId) ?? ofOne
      const left = Math.max(0, Math.min(own, (most ?? quota?.store ?? Number.POSITIVE_INFINITY) - used))
      if (left === 0) return 0
      ofUser.set(userId, own - 1)
      used += 1
      return left
    },
  }
}
