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

  --address URL      the server (http://localhost:3000)
  --email, --password   an account that may operate the cash (dono@demo.com.br, demo1234)
  --store ID         the store; the first of the account unless told
  --days N           days up to yesterday (30)
  --sales N          sales of a day (40)
  --seed N           other days than those of another seed (1)
  --tidy             everything once and in order
`

const { values } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://localhost:3000' },
    email: { type: 'string', default: 'dono@demo.com.br' },
    password: { type: 'string', default: 'demo1234' },
    store: { type: 'string' },
    days: { type: 'string', default: '30' },
    sales: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tidy: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const zone = 'America/Sao_Paulo'
const money = (cents: number): string => (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  const [days, sales, seed] = [values.days, values.sales, values.seed].map(Number)
  if (!days || !sales || seed === undefined || !(days > 0 && sales > 0) || Number.isNaN(seed))
    throw new Error('--days, --sales and --seed take numbers.')
  const { address, email, password, store } = values
  const client = await openCounter({ address, email, password, store: store === undefined ? undefined : Number(store) })
  const shop = await readShop(client)
  const begins = DateTime.now().setZone(zone).startOf('day').minus({ days }).toMillis()
  const refused: string[] = []
  const progress = (day: number, told: DayResult): void => {
    refused.push(...told.refused)
    process.stderr.write(`\rday ${day + 1} of ${days}: ${told.created} new, ${told.changed} changed, ${told.unchanged} again `)
  }
  const sent = await playDays(client, shop, { days, sales, seed, begins, tidy: values.tidy, progress })
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
