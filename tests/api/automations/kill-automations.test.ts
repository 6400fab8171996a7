import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'
import { openReceiver } from './receiver.ts'

const env: Record<string, string> = {}
const shop = killableServer(env)

const newPartner = {
  title: 'Parceiro novo',
  gate: 'owner',
  on: { register: 'parceiros', event: 'made' },
  steps: [
    { id: 'cria', create: { register: 'unidades', values: { nome: "'K' + string(id)" } } },
    { id: 'chama', webhook: { body: { id: 'id' } } },
  ],
}

/** Records that a stream makes at most. */
const MOST = 60

/** Makes units until the server is gone; tells those that were answered. */
async function pump(prefix: string): Promise<string[]> {
  const kept: string[] = []
  for (let number = 0; number < MOST; number++)
    try {
      const { status, body } = await shop.call('POST', 'parceiros/save', {
        lojaId: 1,
        nome_fantasia: `${prefix}${number}`,
        fornecedor: true,
      })
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      kept.push(String((body as { id: number }).id))
    } catch (error) {
      if (isGone(error)) return kept
      throw error
    }
  return kept
}

test('kill -9 amid automations: nothing is lost, a record is made once, a call has one id', { timeout: 600_000 }, async () => {
  const receiver = await openReceiver()
  // The product's definitions, with an automation of the test's own.
  const folder = mkdtempSync(join(tmpdir(), 'definicoes-'))
  cpSync('schemas', folder, { recursive: true })
  writeFileSync(join(folder, 'automations', 'parceiro-novo.json'), JSON.stringify(newPartner))
  Object.assign(env, { INTERNAL_HOSTS: receiver.host, SCHEMAS_DIR: folder })
  await shop.start()
  const save = async (register: string, values: object): Promise<number> => {
    const { body } = await shop.call('POST', `${register}/save`, { lojaId: 1, ...values })
    return (body as { id: number }).id
  }
  const webhookId = await save('Webhooks', { nome: 'Receptor', endereco: `http://${receiver.host}/todas` })
  await shop.call('POST', 'automacoes/segredo', { lojaId: 1, id: webhookId })
  await save('Automacoes_loja', { automacao: 'parceiro-novo', webhookId })
  const kept: string[] = []
  for (let round = 0; round < 2; round++) {
    const streams = [0, 1].map(number => () => pump(`P${round}${number}-`))
    const before = receiver.calls.length
    const isAmid = (): boolean => receiver.calls.length >= before + 5
    for (const ids of await shop.killAmid(50 + round * 50, streams, isAmid)) kept.push(...ids)
  }
  const { rows } = shop
  const left = async (): Promise<unknown[]> => {
    // A server that was killed keeps what it had taken for as long as its lease.
    await rows(
      `UPDATE system.queue SET "dueAt" = now() WHERE queue LIKE 'automation%' AND "createdAt" < now() - interval '3 seconds'`,
    )
    return rows(`SELECT id FROM system.queue WHERE queue LIKE 'automation%'`)
  }
  await expect.poll(left, { timeout: 180_000, interval: 4000 }).toEqual([])
  const called = receiver.calls.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    record: String(JSON.parse(body).data.id),
  }))
  const idsOf = Map.groupBy(called, ({ record }) => record)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(id => !idsOf.has(id))).toEqual([])
  expect([...idsOf.values()].filter(all => new Set(all.map(({ id }) => id)).size > 1)).toEqual([])
  const made = await rows(`SELECT nome, count(*)::int AS n FROM unidades WHERE "lojaId" = 1 AND nome LIKE 'K%' GROUP BY nome`)
  expect(made.filter(({ n }) => n !== 1)).toEqual([])
  const names = new Set(made.map(({ nome }) => nome))
  expect(kept.filter(id => !names.has(`K${id}`))).toEqual([])
  await receiver.close()
  rmSync(folder, { recursive: true })
})
