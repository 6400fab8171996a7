import type { Model } from '../../../src/model/model.ts'
import { currencyPart, menuParts, storePart } from '../../../src/plugins/deliveryApp/menu/menuParts.ts'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { tableOf } from '../../../src/server/query/table.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { openBenchEnvironment } from '../environment.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { fillProducts } from '../seed.ts'
import { median } from '../statistics.ts'
import { timed } from '../timed.ts'

const STORE = 1
const PRODUCTS = 2000
const TURNS = 9

/** A menu of 2,000 products, published whole and again unchanged, against reading its rows and sending the same JSON once. */
export async function measurePublishing(): Promise<BenchResult[]> {
  const app = await startStubServer(createStubDatabase())
  const place = await openBenchEnvironment(client => fillProducts(client, [{ id: STORE, products: PRODUCTS }]), {
    DELIVERY_APP_URL: app.address,
  })
  try {
    const token = await place.token('dono@demo.com.br')
    const { rows } = await place.client.query<{ name: string }>('SELECT "appDeliveryUri" AS name FROM lojas WHERE id = $1', [
      STORE,
    ])
    const menu = `${app.address}/cardapios/${rows[0]?.name}.json`
    const publish = async (): Promise<void> => {
      const reply = await fetch(`${place.ours.address}/api/Apps/publicarMenu`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ lojaId: STORE }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    }
    /** As before the first publication. */
    const forget = async (): Promise<void> => {
      await fetch(menu, { method: 'DELETE' })
      await place.client.query('DELETE FROM "Loja_publicacoes" WHERE "lojaId" = $1', [STORE])
    }
    await publish()
    const held: unknown = await (await fetch(menu)).json()
    const reads = bareReads(readDefinitions().model)
    const byHand = async (): Promise<void> => {
      for (const text of reads) await place.client.query(text, [STORE])
      const reply = await fetch(menu, { method: 'PUT', body: JSON.stringify(held) })
      if (!reply.ok) throw new Error(await reply.text())
    }
    const times: { whole: number; again: number; hand: number }[] = []
    for (let turn = 0; turn <= TURNS; turn += 1) {
      await forget()
      const hand = await timed(byHand)
      await forget()
      const whole = await timed(publish)
      const again = await timed(publish)
      // The first turn is for warming up.
      if (turn > 0) times.push({ whole, again, hand })
    }
    const of = (name: 'whole' | 'again' | 'hand'): string => milliseconds(median(times.map(each => each[name])))
    return [
      {
        what: `A menu of ${PRODUCTS.toLocaleString('en-US')} products published, against its rows read and the same JSON sent once, time`,
        ours: of('whole'),
        baseline: of('hand'),
        ratio: median(times.map(({ whole, hand }) => whole / hand)),
        bar: { most: 1.3 },
      },
      {
        what: 'the same published again unchanged, against the first',
        ours: of('again'),
        baseline: of('whole'),
        ratio: median(times.map(({ whole, again }) => again / whole)),
        bar: { most: 0.2 },
      },
    ]
  } finally {
    await place.close()
    await app.close()
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
