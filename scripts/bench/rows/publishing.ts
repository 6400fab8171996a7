import type { Model } from '../../../src/model/model.ts'
import { currencyPart, menuParts, storePart } from '../../../src/plugins/deliveryApp/menu/menuParts.ts'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { tableOf } from '../../../src/server/query/table.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchResult, slownessLine, time } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Checkout } from '../places/checkouts.ts'
import type { Place, Setup } from '../places/contest.ts'
import { closeAtEnd } from '../places/openResources.ts'
import { fillProducts } from '../seeds/fillProducts.ts'
import { timed } from '../timed.ts'
import { pick } from '../turns.ts'

const STORE = 1
const PRODUCTS = 2000

const apps = new Map<Checkout, StubServer>()
const setup: Setup = {
  prepare: client => fillProducts(client, [{ id: STORE, products: PRODUCTS }]),
  async env(checkout) {
    const app = await startStubServer(createStubDatabase())
    closeAtEnd(() => app.close())
    apps.set(checkout, app)
    return { DELIVERY_APP_URL: app.address }
  },
}

/** A menu of 2,000 products, published whole and again unchanged, against reading its rows and sending the same JSON once. */
export async function* measurePublishing(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(setup)
  const publisher = await contest.each(openPublisher)
  const turns = await contest.turns(
    async place => {
      const { forget, publish } = publisher(place)
      await forget()
      return { whole: await timed(publish), again: await timed(publish) }
    },
    async place => {
      const { forget, byHand } = publisher(place)
      await forget()
      return { whole: await timed(byHand), again: Number.NaN }
    },
    { rounds: 9 },
  )
  const whole = pick(turns, times => times.whole)
  const again = pick(turns, times => times.again)
  const products = PRODUCTS.toLocaleString('en-US')
  const what = `A menu of ${products} products published, against its rows read and the same JSON sent once, time`
  yield slownessLine(what, whole, time, 1.3)
  const unchanged = contest.rival ? again : { ours: again.ours, other: whole.ours }
  yield slownessLine('the same published again unchanged, against the first', unchanged, time, 0.2)
}

async function openPublisher({ client, server, checkout, token: tokenOf }: Place) {
  const token = await tokenOf('dono@demo.com.br')
  const { rows } = await client.query<{ name: string }>('SELECT "appDeliveryUri" AS name FROM lojas WHERE id = $1', [STORE])
  const menu = `${apps.get(checkout)?.address}/cardapios/${rows[0]?.name}.json`
  const publish = async (): Promise<void> => {
    const reply = await fetch(`${server.address}/api/Apps/publicarMenu`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ lojaId: STORE }),
    })
    if (!reply.ok) throw new Error(await reply.text())
  }
  await publish()
  const held: unknown = await (await fetch(menu)).json()
  const reads = bareReads(readDefinitions().model)
  return {
    publish,
    /** As before the first publication. */
    async forget(): Promise<void> {
      await fetch(menu, { method: 'DELETE' })
      await client.query('DELETE FROM "Loja_publicacoes" WHERE "lojaId" = $1', [STORE])
    },
    async byHand(): Promise<void> {
      for (const text of reads) await client.query(text, [STORE])
      const reply = await fetch(menu, { method: 'PUT', body: JSON.stringify(held) })
      if (!reply.ok) throw new Error(await reply.text())
    },
  }
}

/** The statements that read a menu's rows: the same columns of the same tables, and nothing made of them. */
function bareReads(model: Model): string[] {
  return [...Object.values(menuParts), storePart, currencyPart].flatMap(({ register, fields, lists = {}, where = 'true' }) => {
    const read = (name: string, columns: readonly string[], condition: string): string => {
      const { sql, scoped } = tableOf(model, name)
      const own = scoped || name === 'lojas' ? '"lojaId" = $1' : '$1::bigint IS NOT NULL'
      return `SELECT id, ${columns.map(column => `"${column}"`).join(', ')} FROM ${sql} WHERE ${own} AND ${condition}`
    }
    const children = Object.entries(lists).flatMap(([list, columns]) => {
      const child = tableOf(model, register).lists.get(list)
      return child ? [read(child.register, [child.by, ...columns], 'true')] : []
    })
    return [read(register, fields, where), ...children]
  })
}
