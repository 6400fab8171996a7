import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const events = '**/api/events*'

/** The database, and what servers tell each other over it. */
const listen = async (address: string): Promise<{ client: pg.Client; told: string[] }> => {
  const client = new pg.Client({ connectionString: address })
  const told: string[] = []
  client.on('notification', ({ payload = '' }) => told.push(payload))
  await client.connect()
  await client.query('LISTEN retaguarda; SELECT 1')
  return { client, told }
}

/** As after a break of the network between servers and database: all streams end. */
const DEAFEN = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN retaguarda'`

describe('what is told live', () => {
  const desk = useOwnerSession()

  it('a list shows what others saved while nobody told of it, as soon as it is told again', async () => {
    const { page } = desk.me
    const stream = page.waitForResponse(events)
    await page.goto('/unidades')
    const grid = page.getByRole('grid', { name: 'Unidades' })
    await grid.getByRole('row').nth(1).waitFor()
    await stream
    let goOn = (): void => undefined
    const held = new Promise<void>(done => {
      goOn = done
    })
    await page.route(events, async route => {
      await held
      await route.continue()
    })
    const again = page.waitForRequest(events)
    const { client, told } = await listen(desk.house.database)
    await client.query(DEAFEN)
    await again
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const saved = await page.request.post('/api/unidades', { headers: { authorization }, data: { lojaId: 1, nome: 'aa novo' } })
    expect(saved.status()).toBe(201)
    await expect.poll(() => told.filter(text => text.includes('unidades')).length).toBeGreaterThan(0)
    await client.end()
    goOn()
    await grid.getByText('aa novo').waitFor()
  })
})
