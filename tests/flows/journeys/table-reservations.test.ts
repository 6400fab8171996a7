import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleLayer } from '../../fixtures/layeredFolder.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

/** The demo as a restaurant with reservations, by a layer of definitions alone. */

let fixture: RunningApp
let me: BrowserUser
beforeAll(async () => {
  fixture = await openAppProcess({ LAYERS: sampleLayer('cantina') })
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

const day = '2027-05-07'
const booking = (nome: string, mesaId: number, hour: number, hours = 2) => ({
  nome,
  mesaId,
  pessoas: 2,
  inicio: `${day}T${hour}:00:00-03:00`,
  fim: `${day}T${hour + hours}:00:00-03:00`,
})

async function add(page: Page, register: string, values: object): Promise<number> {
  const headers = { authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const reply = await page.request.post(`/api/${register}`, { headers, data: { lojaId: 1, ...values } })
  expect(reply.status(), await reply.text()).toBe(201)
  return ((await reply.json()) as { id: number }).id
}

it('a day by tables shows each booking over its hours, moves it by keys, and puts back what is taken', async () => {
  me = await openBrowser(fixture.address)
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  const [window, garden] = [
    await add(page, 'x_can_mesas', { nome: 'Janela', lugares: 4 }),
    await add(page, 'x_can_mesas', { nome: 'Jardim', lugares: 8 }),
  ]
  const ana = await add(page, 'x_can_reservas', booking('Ana Lima', window, 19))
  const bia = await add(page, 'x_can_reservas', booking('Bia Reis', garden, 20))
  const bar = (id: number) => page.locator(`[data-card="${id}"]`)
  const place = (hour: number, table: number) => page.locator(`td[data-place="${day}/${hour}/${table}"]`)

  await page.goto(`/x_can_reservas?look=calendar.day.${day}`)
  await place(19, window).locator(bar(ana)).waitFor()
  // One bar, over both hours.
  expect(await bar(ana).count()).toBe(1)
  const widths = await Promise.all([bar(ana), place(19, window)].map(async each => (await each.boundingBox())?.width ?? 0))
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeGreaterThan(1.7)
  expect(await violations(page)).toEqual([])

  await bar(bia).getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await place(21, garden).locator(bar(bia)).waitFor()
  await page.keyboard.press('Shift+ArrowLeft')
  await place(20, garden).locator(bar(bia)).waitFor()
  // To the table that is taken: refused in words, and where it was.
  await page.keyboard.press('Shift+ArrowUp')
  await page
    .getByText(/A mesa já está reservada/)
    .first()
    .waitFor()
  await place(20, garden).locator(bar(bia)).waitFor()

  // A phone scrolls the hours beside the tables' names, from the first booking on.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/x_can_reservas?look=calendar.day.${day}`)
  await bar(ana).waitFor()
  await expect.poll(async () => (await bar(ana).boundingBox())?.x ?? 1000).toBeLessThan(300)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
  // The one refusal of above.
  expect(me.errors.filter(error => !error.includes('422'))).toEqual([])
})
