import { pino } from 'pino'
import { expect, test } from 'vitest'
import { findEndpoint } from './findEndpoint.ts'

const log = pino({ level: 'silent' })
const wanted = { variable: 'CEP_URL', publicAddress: 'https://viacep.com.br', answer: () => ({ status: 200, body: 'aqui' }) }

test.each([
  [{ CEP_URL: 'https://cep.example' }, true, 'https://cep.example'],
  [{ CEP_URL: 'https://cep.example' }, false, 'https://cep.example'],
  [{ CEP_URL: ' ' }, false, 'https://viacep.com.br'],
  [{}, false, 'https://viacep.com.br'],
])('%j, demo %s: %s', async (env, demo, address) => {
  const found = await findEndpoint({ env, demo, dataDir: '', log }, wanted)
  expect(found.address).toBe(address)
  expect(found.stub).toBeUndefined()
})

test('the demo without an address has a stand-in of its own, on this machine alone', async () => {
  const found = await findEndpoint({ env: {}, demo: true, dataDir: '', log }, wanted)
  expect(found.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(String(found.address))).text()).toBe('aqui')
  await found.close()
  await expect(fetch(String(found.address))).rejects.toThrow()
})
