import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryPoints } from '../../../src/domain/purchases/receiving/crashPoints.ts'
import { receivingPoints } from '../../../src/plugins/sefaz/receiving/crashPoints.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { secondServer, takeOver } from './secondServer.ts'
import { keyOfNote, supplierNote } from './supplierNote.ts'

/**
 * A server dies again and again while it fetches, takes in, answers and enters suppliers' notes; another one on the same database
 * goes on. What was begun is whole or not there: stock, bills, prices and remembered codes agree, and a word on a note is sent as it was stored.
 */

type Point = (typeof entryPoints)[number] | (typeof receivingPoints)[number]
/** The most telling points: the last step of each transaction, and steps outside of one. */
const telling: readonly Point[] = [
  'entry-marked',
  'entry-stands',
  'entry-cancel-marked',
  'received-kept',
  'distribution-kept',
  'manifestation-sending',
  'manifestation-answered',
  'manifestation-deciding',
]
const points = [...new Set([...telling, ...entryPoints, ...receivingPoints])]
/** KILLS=200 dies as often, at all of them; a server takes seconds to start. */
const kills = Number(process.env.KILLS ?? telling.length)
const cnpj = '11444777000161'

let shop: FiscalShop
const second = secondServer(() => shop)
const ids = { classification: 0, centre: 0 }

beforeAll(async () => {
  shop = await openFiscalShop()
  const idOf = async (text: string): Promise<number> => Number((await shop.run(text, [shop.store]))[0]?.id)
  ids.classification = await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`)
  ids.centre = await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`)
}, 300_000)
afterAll(async () => {
  await second.end()
  await shop?.close()
})

/** The request to a server, and the conditions that hold afterwards: once it is dead, and once another one did the same. */
interface Scene {
  readonly path: string
  readonly body: object
  dead(point: Point): Promise<void>
  again(): Promise<void>
}

/** A new server that dies at that point, while it does what is asked. */
async function dieAt(point: Point, { path, body }: Scene): Promise<void> {
  const { died } = await second.start(point)
  const answer = await second.ask(path, body)
  expect([point, answer, await died]).toEqual([point, undefined, 'SIGKILL'])
}

/** A note over one product of its own, which costs nothing and sells at 8. */
async function suppliedNote(run: number) {
  const code = `P${run}`
  const [made] = await shop.run(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
     SELECT $1, $2, $3, "unidadeId", "impostoId", "ncmId", 8 FROM produtos WHERE "lojaId" = $1 AND cod_prod = 1 RETURNING id`,
    [shop.store, 1000 + run, `MERCADORIA ${code}`],
  )
  const number = 5000 + run
  const lines = [{ code, name: `MERCADORIA ${code}`, quantity: '4.0000', value: '20.00' }]
  const due = [
    ['2026-04-10', '10.00'],
    ['2026-05-10', '10.00'],
  ] as const
  return { code, product: Number(made?.id), key: keyOfNote(number), xml: supplierNote({ number, lines, vNF: '20.00', due }) }
}

const nothing = { entrada: false, dated: false, stock: null, bills: 0, codes: 0, price: 8, cost: 0 }
const whole = { entrada: true, dated: true, stock: 4, bills: 2, codes: 1, price: 12, cost: 5 }
/** Goods may have been sold by its prices, and its codes mean what they meant. */
const takenBack = { ...nothing, codes: 1, price: 12, cost: 5 }

/** A note that is ready to be entered, and everything that an entry leaves. */
async function entry(run: number) {
  const { code, product, xml } = await suppliedNote(run)
  const [id] = (await shop.post('Sefaz/uploadXML', { xml })).json().ids
  const [item] = await shop.run('SELECT id::float8 FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2', [shop.store, id])
  const itens = [{ id: item?.id, venda: 12 }]
  const wish = { id, classificacaoId: ids.classification, centroCustoId: ids.centre, itens }
  const left = async () =>
    (
      await shop.run(
        `SELECT coalesce(n.entrada, false) AS entrada, n.entrada_em IS NOT NULL AS dated,
           (SELECT sum(quantidade)::float8 FROM estoque.lancamentos WHERE "lojaId" = $1 AND "produtoId" = $3) AS stock,
           (SELECT count(*)::int FROM "Conta" WHERE "lojaId" = $1 AND "nfeId" = $2) AS bills,
           (SELECT count(*)::int FROM "Fornecedor_produtos" WHERE "lojaId" = $1 AND "cProd" = $4) AS codes,
           p.preco_vnd_prod::float8 AS price, coalesce(p.preco_cst_prod, 0)::float8 AS cost
         FROM nfes n, produtos p WHERE n."lojaId" = $1 AND n.id = $2 AND p."lojaId" = $1 AND p.id = $3`,
        [shop.store, id, product, code],
      )
    )[0]
  return { id, wish, left }
}

async function entering(run: number): Promise<Scene> {
  const { wish, left } = await entry(run)
  return {
    path: 'nfes/entrada',
    body: wish,
    dead: async point => expect(await left()).toEqual(point === 'entry-stands' ? whole : nothing),
    async again() {
      expect([200, 409]).toContain((await shop.post('nfes/entrada', wish)).statusCode)
      expect(await left()).toEqual(whole)
    },
  }
}

async function takingBack(run: number): Promise<Scene> {
  const { id, wish, left } = await entry(run)
  expect((await shop.post('nfes/entrada', wish)).statusCode).toBe(200)
  return {
    path: 'nfes/cancelarEntrada',
    body: { nfeId: id },
    dead: async point => expect(await left()).toEqual(point === 'entry-cancel-stands' ? takenBack : whole),
    async again() {
      expect([200, 409]).toContain((await shop.post('nfes/cancelarEntrada', { nfeId: id })).statusCode)
      expect(await left()).toEqual(takenBack)
    },
  }
}

async function uploading(run: number): Promise<Scene> {
  const { key, xml } = await suppliedNote(run)
  const kept = () =>
    shop.run(
      `SELECT (SELECT count(*)::int FROM nfes_itens i WHERE i."lojaId" = $1 AND i."nfesId" = n.id) AS items,
         (SELECT count(*)::int FROM nfes_pagamentos p WHERE p."lojaId" = $1 AND p."nfesId" = n.id) AS instalments,
         (SELECT count(*)::int FROM "NFe_transmissaos" t WHERE t."lojaId" = $1 AND t.chave = $2) AS documents
       FROM nfes n WHERE n."lojaId" = $1 AND n."chNFe" = $2`,
      [shop.store, key],
    )
  return {
    path: 'Sefaz/uploadXML',
    body: { xml },
    dead: async () => expect(await kept()).toEqual([]),
    async again() {
      expect((await shop.post('Sefaz/uploadXML', { xml })).json().guardadas).toBe(1)
      expect(await kept()).toEqual([{ items: 1, instalments: 2, documents: 1 }])
    },
  }
}

/** Notes that a supplier issued just now: their keys. The hour that the authority wants is over. */
async function deliver(count: number): Promise<string[]> {
  const documents = () => shop.simulator.ledgers[2].documents(cnpj).map(({ xml }) => /<chNFe>(\w+)</.exec(xml)?.[1] ?? '')
  const before = new Set(documents())
  await fetch(`${shop.simulator.control}/deliveries`, {
    method: 'POST',
    body: JSON.stringify({ environment: '2', cnpj, state: '35', count }),
  })
  await shop.run('UPDATE "Loja_nsus" SET espera_ate = NULL WHERE "lojaId" = $1', [shop.store])
  return documents().filter(key => !before.has(key))
}

async function fetching(): Promise<Scene> {
  const keys = await deliver(3)
  const known = async () =>
    (await shop.run('SELECT "chNFe" FROM nfes WHERE "lojaId" = $1 AND "chNFe" = ANY($2)', [shop.store, keys])).length
  return {
    path: 'Sefaz/buscaNotas',
    body: {},
    dead: async point => expect(await known()).toBe(point === 'distribution-stands' ? 3 : 0),
    async again() {
      // Where all was read the authority lets nobody ask again yet.
      expect([200, 400]).toContain((await shop.post('Sefaz/buscaNotas', {})).statusCode)
      expect(await known()).toBe(3)
    },
  }
}

async function saying(): Promise<Scene> {
  const [key = ''] = await deliver(1)
  await shop.post('Sefaz/buscaNotas', {})
  const [note] = await shop.run('SELECT id::float8 FROM nfes WHERE "lojaId" = $1 AND "chNFe" = $2', [shop.store, key])
  const stored = () =>
    shop.run(`SELECT documento, estado FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND chave = $2 AND tipo = 'MANIFESTACAO'`, [
      shop.store,
      key,
    ])
  const body = { eventoId: note?.id }
  let before: Record<string, unknown>[] = []
  return {
    path: 'Sefaz/cienciaOperacao',
    body,
    async dead(point) {
      before = await stored()
      const estado = point === 'manifestation-decided' ? 'ACEITO' : 'PENDENTE'
      expect(before).toMatchObject(point === 'manifestation-stored' ? [] : [{ estado }])
    },
    async again() {
      // While it is that of the server that is gone it waits.
      expect([200, 424]).toContain((await shop.post('Sefaz/cienciaOperacao', body)).statusCode)
      await takeOver(shop)
      const after = await stored()
      expect(after).toMatchObject([{ ...(before[0] && { documento: before[0].documento }), estado: 'ACEITO' }])
      const events = shop.simulator.ledgers[2].events(key).map(({ type, sequence }) => [type, sequence])
      expect(events).toEqual([['210210', 1]])
      const flags = await shop.run('SELECT "cienciaOperacao" AS said, manifestacao FROM nfes WHERE id = $1', [note?.id])
      expect(flags).toEqual([{ said: true, manifestacao: 'CIENCIA' }])
    },
  }
}

/** Returns the work during which a server dies at that point. */
function sceneAt(point: Point, run: number): Promise<Scene> {
  if (point.startsWith('entry-cancel')) return takingBack(run)
  if (point.startsWith('entry')) return entering(run)
  if (point.startsWith('received')) return uploading(run)
  return point.startsWith('distribution') ? fetching() : saying()
}

test('dying at any step of fetching, answering, taking in, entering and taking back: whole or not there', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  for (let run = 0; run < kills; run++) {
    const point = points[run % points.length]
    if (!point) continue
    const scene = await sceneAt(point, run)
    await dieAt(point, scene)
    await scene.dead(point)
    await scene.again()
  }
})
