import { hash } from 'node:crypto'
import type { Model } from '../../../model/model.ts'
import { holdName } from '../../database/holdInStore.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { ownLimitOf } from '../../quotas/storeQuotas.ts'

/**
 * Letters that leave in 24 hours, whatever call sends them: of one sender to one person, and to one person from all stores; how many a store
 * writes is a quota (`letters` of schemas/limits.json), of which administrators give one more.
 * Enough for a shop at its busiest; a stranger's mailbox is not filled, and nobody writes to the world by our name. What stores write to
 * somebody takes nothing from what the platform writes: a link for a forgotten password comes however many they were.
 */
export const letterLimits = { pair: 20, recipient: 40 } as const

/** The platform itself, where a store's key would stand: it writes of accounts, and has no limit but the first. */
export const platformSender = 0

/** The platform where it writes of what happened to an account: nobody uses these letters up by asking for links to it. */
export const accountSender = -1

/** A mailbox, and not each of the addresses that it can be written by; its hash is all that is kept. */
const mailboxOf = (to: string): string =>
  hash(
    'sha256',
    to
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*(?=@)/, ''),
  )

/** Which limit a letter would pass, and how many that is. */
interface Reached {
  readonly limit: 'pair' | 'recipient' | 'store'
  readonly max: number
}

/** A letter that was counted: how many the store has written. */
interface CountedLetter {
  readonly ofStore: number
}

/** How many letters the store may write; undefined where nothing limits it. */
const storeLimit = async (q: Queries, model: Model, sender: number): Promise<number | undefined> =>
  sender > 0 ? ((await ownLimitOf(model, q, 'letters', sender)) ?? model.limits.quotas.letters?.store) : undefined

/** Why a letter may not leave now: which limit is reached. Otherwise it is counted, in the transaction of `q`; those at once wait in line. */
async function countLetter(q: Queries, model: Model, sender: number, to: string): Promise<Reached | CountedLetter> {
  const mailbox = mailboxOf(to)
  await holdName(q, `letter ${mailbox}`)
  const { rows } = await q.query<{ pair: number; recipient: number; store: number }>(
    `SELECT count(*) FILTER (WHERE recipient = $2 AND "lojaId" = $1)::int AS pair, count(*) FILTER (WHERE recipient = $2 AND "lojaId" > 0 AND $1 > 0)::int AS recipient,
       count(*) FILTER (WHERE "lojaId" = $1 AND $1 > 0)::int AS store
     FROM system.letters WHERE "sentAt" > now() - interval '1 day' AND (recipient = $2 OR ("lojaId" = $1 AND $1 > 0))`,
    [sender, mailbox],
  )
  const sent = rows[0] ?? { pair: 0, recipient: 0, store: 0 }
  const limits = { ...letterLimits, store: (await storeLimit(q, model, sender)) ?? Number.POSITIVE_INFINITY }
  for (const limit of ['pair', 'recipient', 'store'] as const)
    if (sent[limit] >= limits[limit]) return { limit, max: limits[limit] }
  await q.query('INSERT INTO system.letters ("lojaId", recipient) VALUES ($1, $2)', [sender, mailbox])
  return { ofStore: sent.store + 1 }
}

const codes = { pair: 'letter.pair-limit', recipient: 'letter.recipient-limit', store: 'letter.store-limit' } as const

/** Counts a letter, or refuses it. @throws ApiError 429, with the limit that is reached */
export async function admitLetter(q: Queries, model: Model, sender: number, to: string): Promise<CountedLetter> {
  const counted = await countLetter(q, model, sender, to)
  if ('limit' in counted) throw new ApiError(429, codes[counted.limit], { max: counted.max })
  return counted
}
