import { createSeededRandom, type SeededRandom } from '../../src/base/seededRandom.ts'
import type { CounterClient, Row } from './counterClient.ts'
import { asRow } from './counterClient.ts'
import type { CounterShop } from './counterShop.ts'
import { type DayPlan, type PlayedDay, type PlayedMovement, type PlayedSession, playDay } from './playedDay.ts'
import { openTabsOf } from './playedTabs.ts'

/** How days are played. */
export interface PlayOptions {
  readonly days: number
  /** Movements of a day beside those of the cash. */
  readonly sales: number
  readonly seed: number
  /** Midnight of the first day in the store's zone, as milliseconds since 1970. */
  readonly begins: number
  /** Everything once, in order, as on a good line: nothing again, late or out of order. */
  readonly tidy?: boolean
  /** Waits until the clock shows a moment: each movement is sent by itself, then; without it all of a day is sent at once. */
  readonly pace?: (moment: number) => Promise<void>
  /** Hears of each day that was sent. */
  progress?(day: number, told: DayResult): void
}

/** The server's answer to a day's messages. */
export interface DayResult {
  created: number
  changed: number
  unchanged: number
  /** Messages that were refused, in the server's words. */
  refused: string[]
}

/** Movements of one message: few, so that messages overtake each other. The API takes 1,000. */
const batch = 25

const day = 24 * 60 * 60 * 1000

/**
 * Plays days of a shop against a running server: sessions and movements, some sent twice, some a day late, most out of order, and the
 * open tabs of the last evening. Gives all that was sent, in every version.
 */
export async function playDays(
  client: CounterClient,
  shop: CounterShop,
  options: PlayOptions,
): Promise<readonly PlayedMovement[]> {
  const random = createSeededRandom(options.seed)
  const sent: PlayedMovement[] = []
  let late: PlayedMovement[] = []
  const first = Math.floor(options.begins / day)
  for (let at = 0; at < options.days; at += 1) {
    // Days of another seed are other sessions.
    const plan: DayPlan = { begins: options.begins + at * day, number: options.seed * 100_000 + first + at, sales: options.sales }
    const played = playDay(shop, plan, random)
    const last = at === options.days - 1
    const messages = options.pace ? inTime(played, random) : options.tidy ? tidily(played) : untidily(played, late, last, random)
    late = messages.late
    const told: DayResult = { created: 0, changed: 0, unchanged: 0, refused: [] }
    for (const one of messages.batches) {
      await options.pace?.(momentOf(one))
      await sendBatch(client, one, told)
    }
    sent.push(...played.movements, ...played.changes)
    options.progress?.(at, told)
  }
  await client.post('PDV_local/comandasAbertas', { comandas: openTabsOf(shop, random) })
  return sent
}

type Batch = { readonly movements: readonly PlayedMovement[] } | { readonly sessions: readonly PlayedSession[] }

interface Messages {
  readonly batches: readonly Batch[]
  readonly late: PlayedMovement[]
}

const inBatches = (movements: readonly PlayedMovement[], size = batch): Batch[] =>
  Array.from({ length: Math.ceil(movements.length / size) }, (_, at) => ({
    movements: movements.slice(at * size, (at + 1) * size),
  }))

/** When a message can be sent at the earliest. */
const momentOf = (one: Batch): number =>
  Math.max(
    ...('movements' in one
      ? one.movements.map(({ alterado_em }) => Date.parse(alterado_em))
      : one.sessions.map(({ fechado_em }) => Date.parse(fechado_em))),
  )

/** As it happens: each movement by itself, every tenth twice, the sessions at the end. */
function inTime({ movements, changes, sessions }: PlayedDay, random: SeededRandom): Messages {
  const all: Batch[] = [...inBatches([...movements, ...changes], 1), { sessions }]
  return {
    batches: all.sort((a, b) => momentOf(a) - momentOf(b)).flatMap(one => (random.chance(0.1) ? [one, one] : [one])),
    late: [],
  }
}

const tidily = ({ movements, changes, sessions }: PlayedDay): Messages => ({
  batches: [...inBatches(movements), ...inBatches(changes), { sessions }],
  late: [],
})

/**
 * As lines of shops are: a twentieth arrives a day late, every fifth message twice, in any order, a cancellation before its sale as well;
 * sessions before their sales or after.
 */
function untidily(played: PlayedDay, waiting: readonly PlayedMovement[], last: boolean, random: SeededRandom): Messages {
  const late = last ? [] : played.movements.filter(() => random.chance(0.05))
  const held = new Set(late.map(one => one.chave))
  const now = [...waiting, ...played.movements.filter(one => !held.has(one.chave))]
  // No movement may stand twice in a message.
  const messages = [...inBatches(shuffled(now, random)), ...inBatches(played.changes), { sessions: played.sessions }]
  return { batches: shuffled(messages, random).flatMap(one => (random.chance(0.2) ? [one, one] : [one])), late: [...late] }
}

function shuffled<T>(all: readonly T[], random: SeededRandom): T[] {
  const mixed = [...all]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.whole(0, at)
    const [a, b] = [mixed[at], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[at], mixed[other]] = [b, a]
  }
  return mixed
}

async function sendBatch(client: CounterClient, one: Batch, told: DayResult): Promise<void> {
  const reply =
    'movements' in one
      ? await client.post('Movimentos/lote', { movimentos: one.movements })
      : await client.post('caixas/lote', { caixas: one.sessions })
  for (const result of resultsOf(reply)) {
    if (result.status === 'created') told.created += 1
    else if (result.status === 'changed') told.changed += 1
    else if (result.status === 'unchanged') told.unchanged += 1
    else told.refused.push(`${result.chave ?? result.abertura}: ${problemsOf(result)}`)
  }
}

const resultsOf = ({ resultados }: Row): Row[] => (Array.isArray(resultados) ? resultados.map(asRow) : [])

const problemsOf = ({ details }: Row): string =>
  Array.isArray(details) ? details.map(one => String(asRow(one).message)).join('; ') : ''
