import type { BenchEnvironment } from '../environment.ts'
import { type BenchResult, compareSides, perSecond } from '../figures.ts'
import { type LoadResult, type LoadTarget, measureLoad } from '../loadTest.ts'

/** What the store typed at its provider and here. */
const account = 'acc_medida0000000000'
const password = 'senha-das-notificacoes'

/** The header by which the provider proves itself. */
export const notifierKey = `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`

const rounds = 4
const seconds = 2

/**
 * Notifications of a partner accepted (proved, kept once) against a handler that compares the password and inserts. The partner answers nobody
 * meanwhile, so that none of them is handled: that has all the time that it takes.
 */
export async function measureNotifications(place: BenchEnvironment, store: number): Promise<BenchResult[]> {
  const path = await install(place, store)
  let sent = 0
  const body = () => {
    sent += 1
    return { id: `hook_medida${sent}`, type: 'order.paid', account: { id: account }, data: { id: `or_medida${sent}` } }
  }
  const ours: LoadTarget = { url: `${place.ours.address}${path}`, token: notifierKey, method: 'POST', body }
  const hand: LoadTarget = { url: `${place.baseline.address}/notify`, token: notifierKey, method: 'POST', body }
  const turns: { ours: LoadResult[]; other: LoadResult[] } = { ours: [], other: [] }
  for (let round = 0; round <= rounds; round += 1)
    for (const [target, results] of [
      [ours, turns.ours],
      [hand, turns.other],
    ] as const) {
      const found = await measureLoad(target, seconds)
      // The first turn is for warming up; what is left to handle is not the next one's.
      if (round > 0) results.push(found)
      await place.client.query(`DELETE FROM system.queue WHERE queue IN ('notification:pagarme', 'by hand')`)
    }
  const { ours: rate, other, ratio } = compareSides(turns, 'rate')
  return [
    {
      what: 'Notifications of a partner accepted: proved and kept once',
      ours: perSecond(rate),
      baseline: perSecond(other),
      ratio,
      bar: { least: 0.7 },
    },
    {
      what: 'the same against 1,000 a second',
      ours: perSecond(rate),
      baseline: perSecond(1000),
      ratio: rate / 1000,
      bar: { least: 1 },
    },
  ]
}

/** Installs the provider in the store; gives the path that it notifies. */
async function install(place: BenchEnvironment, lojaId: number): Promise<string> {
  const authorization = await place.token('dono@demo.com.br')
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${place.ours.address}/api/${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify({ lojaId, ...body }) } : {}),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  await call('POST', 'Pagarme_auth/save', { accountId: account, secretKey: 'sk_medida_de_teste_00' })
  await call('POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: password })
  const [installed] = (await call('GET', `Pagarme_auth?lojaId=${lojaId}`)) as { avisos_endereco: string }[]
  return new URL(installed?.avisos_endereco ?? '', place.ours.address).pathname
}
