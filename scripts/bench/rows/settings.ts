import { startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { type BenchResult, rate, slownessLine, speedLine, time } from '../figures.ts'
import { loadTurns, measureLoad } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { logIn, serverEnv } from '../places/databases.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { startServer } from '../places/serverProcess.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { pick } from '../turns.ts'
import { pathOf } from './list.ts'

/** Measures whether a store is open, and how its settings stand, against handlers written by hand. */
export async function* measureSettings(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const token = await contest.each(place => place.token('dono@demo.com.br'))
  const measure = async (what: string, ours: string, hand: string): Promise<BenchResult> => {
    const turns = await loadTurns(
      contest,
      place => ({ url: `${place.server.address}/api/${ours}?lojaId=${STORE}`, token: token(place) }),
      () => ({ url: `${contest.byHand}/${hand}?lojaId=${STORE}` }),
    )
    return speedLine(
      what,
      pick(turns, answers => answers.rate),
      rate,
      0.85,
    )
  }
  yield await measure('Whether a store is open in its app', 'Loja_perfil/appStatus', 'status')
  yield await measure('States of all cards of the page of integrations', 'telas/integracoes/estados', 'hub')
}

const partners = ['IFOOD_URL', 'PICKNGO_URL', 'BEEDELIVERY_URL', 'PAGARME_URL', 'PAGBANK_URL', 'CEP_URL', 'CNPJ_URL', 'EAN_URL']

/** A list of products while no partner answers and somebody keeps asking one, against the same with partners that answer. */
export async function* measurePartnersDown(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const silent = await startStubServer(() => ({ status: 200 }))
  silent.behaviour = 'slow'
  const addresses = Object.fromEntries([...partners, 'DELIVERY_APP_URL'].map(name => [name, silent.address]))
  const down = await contest.each(async ({ url, checkout }) => {
    const env = { ...serverEnv(url, (await scratchFolder()).path), ...addresses }
    const server = await startServer(['src/main/server.ts', '--no-pages'], env, checkout.root)
    return { server, token: await logIn(server.address, 'dono@demo.com.br') }
  })
  const token = await contest.each(place => place.token('dono@demo.com.br'))
  const ask = async (address: string, key: string): Promise<number> => {
    const asking = setInterval(() => void askPartner(address, key), 100)
    return (await measureLoad({ url: `${address}${pathOf(STORE)}`, token: key }, 1).finally(() => clearInterval(asking))).median
  }
  try {
    const turns = await contest.turns(
      place => ask(down(place).server.address, down(place).token),
      place => ask(place.server.address, token(place)),
      { rounds: 9 },
    )
    yield slownessLine(
      'List of products while no partner answers, latency against the same with partners that do',
      turns,
      time,
      1.05,
    )
  } finally {
    for (const place of [contest.ours, contest.rival] as (Place | undefined)[]) if (place) await down(place).server.end()
    await silent.close()
  }
}

/** A call that waits for a partner; what it answers is nothing to the list. */
async function askPartner(address: string, token: string): Promise<void> {
  await fetch(`${address}/api/PickNGo/integrationTest`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ lojaId: STORE, appId: 'loja-7', appKey: 'chave-7' }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
}
