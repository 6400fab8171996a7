import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DateTime } from 'luxon'
import { openCounter } from './counterClient.ts'
import { readShop } from './counterShop.ts'
import { accountOf } from './ownAccount.ts'
import { type DayResult, playDays } from './playDays.ts'

const help = `npm run counter [-- options]

Plays points of sale and the counter system against a running server: sales, returns, losses, cancellations, cash sessions and open
tabs, over the API alone. Some messages are sent twice, some a day late, most out of order. At the end it tells what it sent, to be
compared with what the product shows. The same seed plays the same days.

  --address URL      the server (COUNTER_ADDRESS, else http://localhost:3000)
  --email, --password   an account that may operate the cash (COUNTER_EMAIL, COUNTER_PASSWORD, else dono@demo.com.br, demo1234)
  --store ID         the store (COUNTER_STORE, else the first of the account)
  --days N           days up to yesterday (30)
  --sales N          sales of a day (40)
  --seed N           other days than those of another seed (1)
  --tidy             everything once and in order
  --speed N          sends each movement at its moment, N times as fast as the clock: 1 as it happens, 60 an hour a minute;
                     the days end when the sending ends. Without it a month takes seconds

What a customer hands over and gets back as change is not sent: receipts are what stays. Transactions of card terminals are not
played, because the API takes none in.
`

const { values } = parseArgs({
  options: {
    address: { type: 'string', default: process.env.COUNTER_ADDRESS ?? 'http://localhost:3000' },
    email: { type: 'string', default: process.env.COUNTER_EMAIL ?? 'dono@demo.com.br' },
    password: { type: 'string', default: process.env.COUNTER_PASSWORD ?? 'demo1234' },
    store: { type: 'string', ...(process.env.COUNTER_STORE ? { default: process.env.COUNTER_STORE } : {}) },
    speed: { type: 'string' },
    days: { type: 'string', default: '30' },
    sales: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tidy: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const zone = 'America/Sao_Paulo'

const hour = 3_600_000
/** A played day opens and ends so long after its midnight. */
const [opens, ends] = [10.5 * hour, 23 * hour]

/** When the first day begins so that the last one ends as its last movement is sent, and who waits for each. */
function liveDays(days: number, speed: number) {
  const now = Date.now()
  const span = (days - 1) * 24 * hour + ends - opens
  const first = now - span * (1 - 1 / speed)
  const pace = (moment: number): Promise<void> => pause(Math.max(0, now + (moment - first) / speed - Date.now()))
  return { begins: first - opens, pace }
}

const money = (cents: number): string => (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  const [days, sales, seed] = [values.days, values.sales, values.seed].map(Number)
  if (!days || !sales || seed === undefined || !(days > 0 && sales > 0) || Number.isNaN(seed))
    throw new Error('--days, --sales and --seed take numbers.')
  const speed = values.speed === undefined ? undefined : Number(values.speed)
  if (speed !== undefined && !(speed > 0)) throw new Error('--speed takes a number above 0.')
  const { address, email, password, store } = values
  const client = await openCounter({ address, email, password, store: store === undefined ? undefined : Number(store) })
  const shop = await readShop(client)
  const live = speed === undefined ? undefined : liveDays(days, speed)
  const begins = live?.begins ?? DateTime.now().setZone(zone).startOf('day').minus({ days }).toMillis()
  const refused: string[] = []
  const progress = (day: number, told: DayResult): void => {
    refused.push(...told.refused)
    process.stderr.write(`\rday ${day + 1} of ${days}: ${told.created} new, ${told.changed} changed, ${told.unchanged} again `)
  }
  const sent = await playDays(client, shop, { days, sales, seed, begins, tidy: values.tidy, progress, ...live })
  const own = accountOf(sent)
  console.log(`\n${own.sales} sales, ${money(own.sold)}; ${own.cancelled} movements cancelled; ${own.goods.size} products moved`)
  for (const [currency, cents] of own.received) console.log(`  currency ${currency}: ${money(cents)}`)
  if (refused.length > 0) {
    console.error(`${refused.length} refused:\n${refused.slice(0, 20).join('\n')}`)
    process.exitCode = 1
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
