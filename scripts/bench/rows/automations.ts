import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchResult, rate, speedLine } from '../figures.ts'
import { measureLoad } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Place, Setup } from '../places/contest.ts'
import { closeAtEnd } from '../places/openResources.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { newProducts } from './save.ts'

/** Another store of the same owner, whose products start automations. */
const OTHER = 2
const A_MINUTE = 1000
const AUTOMATION = 'x_bench_novo'
/** Seconds of a turn: several rounds of the queue. */
const SECONDS = 3
/** Milliseconds that the queue of a turn may take to run empty. */
const PATIENCE = 60_000

/** The other system, which both versions call. */
let receiver: Promise<string> | undefined

/** The shipped definitions with a layer whose automation calls another system and tells people. */
const automationsSetup: Setup = {
  ...(productsSetup.prepare ? { prepare: productsSetup.prepare } : {}),
  async env() {
    receiver ??= openReceiver()
    const { path } = await scratchFolder()
    await mkdir(join(path, 'automations'))
    const write = (file: string, value: object): Promise<void> => writeFile(join(path, file), JSON.stringify(value))
    await write('layer.json', { name: 'bench', prefix: 'bench', product: '^0.1' })
    await write(`automations/${AUTOMATION}.json`, {
      title: 'Medida',
      description: 'A cada produto novo.',
      gate: 'cadastros_ver',
      on: { register: 'produtos', event: 'made' },
      steps: [
        { id: 'chamada', webhook: { body: { produto: 'id', nome: 'desc_prod' } } },
        { id: 'aviso', notify: { text: 'Produto {desc_prod}.', page: '/produtos/{id}' } },
      ],
    })
    return { LAYERS: path, INTERNAL_HOSTS: await receiver }
  },
}

/** Takes whatever is sent; gives its host. */
async function openReceiver(): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('ok')))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closeAtEnd(async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Saves of one store while products of another start 1,000 automations a minute, against the same with the automation switched off: those products
 * are saved either way.
 */
export async function* measureAutomations(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(automationsSetup)
  const side = await contest.each(openSide)
  const turn = async (place: Place, isOn: boolean): Promise<number> => {
    const { token, fresh, others, turnOn } = side(place)
    await turnOn(isOn)
    const ending = new AbortController()
    const beside = saveOn(`${place.server.address}/api/produtos?lojaId=${OTHER}`, token, others, ending.signal)
    const url = `${place.server.address}/api/produtos?lojaId=${STORE}`
    const found = await measureLoad({ url, token, method: 'POST', body: fresh }, SECONDS)
    ending.abort()
    const saved = await beside
    await emptyQueue(place, isOn ? saved : 0)
    return found.rate
  }
  const turns = await contest.turns(
    place => turn(place, true),
    place => turn(place, false),
    { rounds: 15, warm: 3 },
  )
  yield speedLine(
    `Save of a new product while another store’s start ${A_MINUTE.toLocaleString('en')} automations a minute, against none`,
    turns,
    rate,
    0.95,
  )
}

async function openSide(place: Place) {
  const token = await place.token('dono@demo.com.br')
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${place.server.address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ lojaId: OTHER, ...body }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as Record<string, unknown>
  }
  const webhook = await post('Webhooks/save', { nome: 'Medida', endereco: `http://${await receiver}/` })
  await post('automacoes/segredo', { id: webhook.id })
  let { id, version } = await post('Automacoes_loja/save', { automacao: AUTOMATION, webhookId: webhook.id, ativa: false })
  return {
    token,
    fresh: await newProducts(place, STORE),
    others: await newProducts(place, OTHER),
    async turnOn(ativa: boolean) {
      ;({ id, version } = await post('Automacoes_loja/save', { id, version, ativa }))
    },
  }
}

/** Saves products at the pace until it is ended; tells how many. */
async function saveOn(url: string, authorization: string, body: () => unknown, ending: AbortSignal): Promise<number> {
  const started = performance.now()
  let sent = 0
  while (!ending.aborted) {
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body()) })
    if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`)
    await reply.text()
    sent += 1
    await pause(Math.max(started + (sent * 60_000) / A_MINUTE - performance.now(), 0))
  }
  return sent
}

/** Waits until all that was started is done, so that the next turn has none of it; a bench whose automations did not run has measured nothing. */
async function emptyQueue({ client }: Place, runs: number): Promise<void> {
  const until = Date.now() + PATIENCE
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM system.queue WHERE queue LIKE 'automation%' OR queue = 'notice'`,
    )
    if (rows[0]?.left === 0) break
    if (Date.now() > until) throw new Error(`${rows[0]?.left} automations were not done in ${PATIENCE} ms`)
    await pause(50)
  }
  const { rows } = await client.query<{ done: number }>(
    `WITH gone AS (DELETE FROM "Automacao_execucoes" WHERE "lojaId" = $1 RETURNING situacao) SELECT count(*)::int AS done FROM gone WHERE situacao = 'FEITA'`,
    [OTHER],
  )
  if ((rows[0]?.done ?? 0) < runs) throw new Error(`Of ${runs} automations ${rows[0]?.done} were done`)
}
