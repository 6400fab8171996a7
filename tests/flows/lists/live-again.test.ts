import pg from 'pg'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { holdReplies } from '../fixtures/heldReplies.ts'
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

  it('a list shows what others saved between its reading and the first moment in which it is told', async () => {
    const { page } = desk.me
    const stream = await holdReplies(page, events)
    await page.goto('/unidades')
    const grid = page.getByRole('grid', { name: 'Unidades' })
    await grid.getByRole('row').nth(1).waitFor()
    const { client, told } = await listen(desk.fixture.database)
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const saved = await page.request.post('/api/unidades', { headers: { authorization }, data: { lojaId: 1, nome: 'aa cedo' } })
    expect(saved.status()).toBe(201)
    await expect.poll(() => told.filter(text => text.includes('unidades')).length).toBeGreaterThan(0)
    await client.end()
    stream.release()
    await grid.getByText('aa cedo').waitFor()
  })

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
    const { client, told } = await listen(desk.fixture.database)
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

  it('more tabs than a browser has connections for open, and one that was out of view shows what changed once it is seen', async () => {
    const { page, context } = desk.me
    const tabs: Page[] = []
    for (let at = 0; at < 8; at++) {
      const tab = await context.newPage()
      await tab.addInitScript(hide, true)
      await tab.goto('/unidades')
      await tab.getByRole('grid', { name: 'Unidades' }).getByRole('row').nth(1).waitFor()
      tabs.push(tab)
    }
    const grids = tabs.map(tab => tab.getByRole('grid', { name: 'Unidades' }))
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).getByRole('row').nth(1).waitFor()
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const saved = await page.request.post('/api/unidades', { headers: { authorization }, data: { lojaId: 1, nome: 'aa visto' } })
    expect(saved.status()).toBe(201)
    const [tab, grid] = [tabs[3], grids[3]]
    if (!tab || !grid) throw new Error('There are eight tabs.')
    expect(await grid.getByText('aa visto').count()).toBe(0)
    const stream = tab.waitForResponse(events)
    await tab.evaluate(hide, false)
    await stream
    const other = await page.request.post('/api/unidades', { headers: { authorization }, data: { lojaId: 1, nome: 'aa depois' } })
    expect(other.status()).toBe(201)
    await grid.getByText('aa depois').waitFor()
    await grid.getByText('aa visto').waitFor()
  })
})

/** As the browser has it for tabs that nobody looks at: under test every page is in view. */
const hide = (isHidden: boolean): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') })
  document.dispatchEvent(new Event('visibilitychange'))
}
