import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { type BenchEnvironment, logIn, scratchFolder } from '../environment.ts'
import { type BenchResult, compareSides, perSecond } from '../figures.ts'
import { type AlternatingResults, measureAlternating, measureLoad } from '../loadTest.ts'
import { startServer } from '../serverProcess.ts'
import { pathOf } from './list.ts'

const pace = { rounds: 5, seconds: 2 }

/** Whether a store is open, and how its settings stand, against handlers written by hand. */
export async function measureSettings(place: BenchEnvironment, store: number): Promise<BenchResult[]> {
  const token = await place.token('dono@demo.com.br')
  const against = (ours: string, hand: string): Promise<AlternatingResults> =>
    measureAlternating(
      { url: `${place.ours.address}/api/${ours}?lojaId=${store}`, token },
      { url: `${place.baseline.address}/${hand}?lojaId=${store}` },
      pace,
    )
  const line = (what: string, turns: AlternatingResults): BenchResult => {
    const { ours, other, ratio } = compareSides(turns, 'rate')
    return { what, ours: perSecond(ours), baseline: perSecond(other), ratio, bar: { least: 0.85 } }
  }
  return [
    line('Whether a store is open in its app', await against('Loja_perfil/appStatus', 'status')),
    line('States of all cards of the page of integrations', await against('telas/integracoes/estados', 'hub')),
  ]
}

const partners = ['IFOOD_URL', 'PICKNGO_URL', 'BEEDELIVERY_URL', 'PAGARME_URL', 'PAGBANK_URL', 'CEP_URL', 'CNPJ_URL', 'EAN_URL']

/** A list of products while no partner answers and somebody keeps asking one, against the same with partners that answer. */
export async function measurePartnersDown(place: BenchEnvironment, store: number): Promise<BenchResult> {
  const silent = await startStubServer(() => ({ status: 200 }))
  silent.behaviour = 'slow'
  const folder = await scratchFolder()
  await mkdir(join(folder, 'data'))
  const down = await startServer(['src/server/main.ts', '--no-pages'], {
    ...{ DATABASE_URL: place.url, DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', DEMO: '1' },
    ...Object.fromEntries([...partners, 'DELIVERY_APP_URL'].map(name => [name, silent.address])),
  })
  try {
    const side = async (address: string) => {
      const token = await logIn(address, 'dono@demo.com.br')
      return { address, token, target: { url: `${address}${pathOf(store)}`, token } }
    }
    const [ours, other] = [await side(down.address), await side(place.ours.address)]
    const turns: AlternatingResults = { ours: [], other: [] }
    for (const { target } of [ours, other]) await measureLoad(target, 3)
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const [one, results] of [
        [ours, turns.ours],
        [other, turns.other],
      ] as const) {
        const asking = setInterval(() => void askPartner(one.address, one.token, store), 100)
        ;(results as (typeof turns.ours)[number][]).push(await measureLoad(one.target, pace.seconds))
        clearInterval(asking)
      }
    }
    const { ours: slow, other: usual, ratio } = compareSides(turns, 'median')
    return {
      what: 'List of products while no partner answers, latency against the same with partners that do',
      ours: `${slow.toFixed(2)} ms`,
      baseline: `${usual.toFixed(2)} ms`,
      ratio,
      bar: { most: 1.05 },
    }
  } finally {
    await down.end()
    await silent.close()
  }
}

/** A call that waits for a partner; what it answers is nothing to the list. */
async function askPartner(address: string, token: string, lojaId: number): Promise<void> {
  await fetch(`${address}/api/PickNGo/integrationTest`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ lojaId, appId: 'loja-7', appKey: 'chave-7' }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
}
