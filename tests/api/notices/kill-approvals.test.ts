import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'
import { apiClient } from '../fixtures/serverProcess.ts'

const env: Record<string, string> = {}
const shop = killableServer(env)

const expenses = {
  title: 'Despesas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'cadastros_ver' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    estado: {
      type: 'string',
      title: 'Estado',
      oneOf: ['NOVA', 'PAGA'].map(value => ({ const: value, title: value.toLowerCase() })),
      default: 'NOVA',
      ways: { list: [{ id: 'pagar', title: 'Pagar', from: ['NOVA'], to: 'PAGA', approve: { gate: 'cadastros_ver' } }] },
    },
  },
  required: ['nome'],
}

/** Requests that a stream makes at most: what a person is told in a day has an end. */
const MOST = 25

/** Asks for the payment of new expenses, and has another person decide, until the server is gone; keeps what was answered. */
async function pump(prefix: string, clerk: string, kept: { asked: number[]; decided: number[] }): Promise<void> {
  const call = apiClient(() => shop.address)
  for (let number = 0; number < MOST; number++)
    try {
      const { body } = await shop.call('POST', 'despesas/save', { lojaId: 1, nome: `${prefix}${number}` })
      const { id } = body as { id: number }
      const asked = await shop.call('POST', `despesas/${id}/ways/pagar`, { lojaId: 1 })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      kept.asked.push(id)
      const verdict = number % 2 === 0 ? 'aprovar' : 'recusar'
      const decided = await call('POST', `despesas/${id}/ways/pagar/${verdict}`, clerk, { lojaId: 1, motivo: 'Caro' })
      expect(decided.status, JSON.stringify(decided.body)).toBe(200)
      kept.decided.push(id)
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
}

test('kill -9 amid approvals: who may approve and who asked are told once each, and nobody is forgotten', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'definicoes-'))
  cpSync('schemas', folder, { recursive: true })
  mkdirSync(join(folder, 'registers', 'toys'))
  writeFileSync(join(folder, 'registers', 'toys', 'despesas.schema.json'), JSON.stringify(expenses))
  Object.assign(env, { SCHEMAS_DIR: folder })
  await shop.start()
  const login = { email: 'funcionario@demo.com.br', password: 'demo1234' }
  const { body } = await apiClient(() => shop.address)('POST', 'users/login', undefined, login)
  const clerk = (body as { id: string }).id
  const kept = { asked: [] as number[], decided: [] as number[] }
  for (let round = 0; round < 2; round++) {
    const before = kept.decided.length
    const streams = [0, 1].map(number => () => pump(`D${round}${number}-`, clerk, kept))
    await shop.killAmid(round * 150, streams, () => kept.decided.length > before)
  }
  const { rows } = shop
  // A server that was killed keeps what it had taken for as long as its lease.
  await rows(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notice'`)
  await expect.poll(() => rows(`SELECT id FROM system.queue WHERE queue = 'notice'`), { timeout: 120_000 }).toEqual([])
  const all = await rows<{ who: string; notice: string; page: string }>(
    `SELECT split_part(u.email, '@', 1) AS who, n.notice, n.page FROM system.notices n JOIN users u ON u.id = n."userId" WHERE n.notice LIKE 'aprovacao%'`,
  )
  const lines = all.map(({ who, notice, page }) => `${who} ${notice === 'aprovacao_pedida' ? 'asked' : 'decided'} ${page}`)
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
  const told = new Set(lines)
  const missing = (who: string, what: string, ids: readonly number[]) =>
    ids.filter(id => !told.has(`${who} ${what} /despesas/${id}`))
  expect(missing('funcionario', 'asked', kept.asked)).toEqual([])
  expect(missing('gerente.cantina', 'asked', kept.asked)).toEqual([])
  expect(missing('dono', 'decided', kept.decided)).toEqual([])
  // Nobody is asked to approve their own.
  expect(lines.filter(line => line.startsWith('dono asked'))).toEqual([])
  expect(kept.decided.length).toBeGreaterThanOrEqual(2)
  rmSync(folder, { recursive: true })
})
