import { pino } from 'pino'
import { expect, test } from 'vitest'
import { findApp } from './app.ts'

test('without an address, what must arrive is refused and what may be lost is not', async () => {
  const app = await findApp({ env: {}, demo: false, dataDir: '', log: pino({ level: 'silent' }) })
  await expect(app.read(['cardapios', 'casa.json'])).rejects.toMatchObject({ code: 'delivery-app.missing' })
  await expect(app.send('PATCH', ['cardapios', 'casa.json'], {})).rejects.toMatchObject({ code: 'delivery-app.missing' })
  await app.tell('PATCH', ['cardapios', 'casa.json'], {})
  expect(app.pages).toBe('')
})
