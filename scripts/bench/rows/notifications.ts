import { type BenchResult, limitLine, rate, speedLine } from '../figures.ts'
import { type LoadTarget, measureLoad } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { notifier, notifierKey } from '../places/notifier.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'

/**
 * Notifications of a partner accepted (proved, kept once) against a handler that compares the password and inserts. The partner answers nobody
 * meanwhile, so that none of them is handled: that has all the time that it takes.
 */
export async function* measureNotifications(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const path = await contest.each(install)
  let sent = 0
  const body = () => {
    sent += 1
    return { id: `hook_medida${sent}`, type: 'order.paid', account: { id: notifier.account }, data: { id: `or_medida${sent}` } }
  }
  const notify = async (place: Place, url: string): Promise<number> => {
    const target: LoadTarget = { url, token: notifierKey, method: 'POST', body }
    const found = await measureLoad(target, 1)
    // Notifications left to handle are not the next turn's.
    await place.client.query(`DELETE FROM system.queue WHERE queue IN ('notification:pagarme', 'by hand')`)
    return found.rate
  }
  const turns = await contest.turns(
    place => notify(place, `${place.server.address}${path(place)}`),
    place => notify(place, `${contest.byHand}/notify`),
    { rounds: 7 },
  )
  yield speedLine('Notifications of a partner accepted: proved and kept once', turns, rate, 0.7)
  if (!contest.rival) yield limitLine('the same against 1,000 a second', turns, rate, 1000)
}

/** Installs the provider in the store; gives the path that it notifies. */
async function install(place: Place): Promise<string> {
  const authorization = await place.token('dono@demo.com.br')
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${place.server.address}/api/${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify({ lojaId: STORE, ...body }) } : {}),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  await call('POST', 'Pagarme_auth/save', { accountId: notifier.account, secretKey: 'sk_medida_de_teste_00' })
  await call('POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: notifier.password })
  const [installed] = (await call('GET', `Pagarme_auth?lojaId=${STORE}`)) as { avisos_endereco: string }[]
  return new URL(installed?.avisos_endereco ?? '', place.server.address).pathname
}
