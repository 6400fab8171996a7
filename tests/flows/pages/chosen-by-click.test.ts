import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const { model } = readDefinitions()

/** A report for each parameter of several choices, so that each such list is opened once. */
const lists = [
  ...new Map(
    Object.values(model.reports).flatMap(({ path, parameters }) =>
      parameters.filter(({ many, visibleWhen }) => many && visibleWhen === undefined).map(({ title }) => [title, path] as const),
    ),
  ),
]

describe('what is chosen by a click on its text', () => {
  let fixture: RunningApp
  let me: BrowserUser
  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  const sit = async (options: Parameters<typeof openBrowser>[1] = {}): Promise<Page> => {
    me = await openBrowser(fixture.address, options)
    await signIn(me.page, 'dono@demo.com.br')
    return me.page
  }

  /** Opens a list of choices, ticks the first by its text, and tells whether it is ticked anew while the list is still open. */
  const tickFirst = async (page: Page, title: string, touch: boolean): Promise<boolean> => {
    await page.getByRole('search').getByRole('button', { name: title, exact: true }).click()
    const box = page.getByRole('dialog', { name: title }).getByRole('checkbox').first()
    await box.waitFor()
    const before = await box.isChecked()
    const text = page.getByRole('dialog', { name: title }).getByRole('group').locator('label').first()
    const { width = 0, height = 0 } = (await text.boundingBox()) ?? {}
    const position = { x: Math.min(60, width - 4), y: height / 2 }
    await (touch ? text.tap({ position }) : text.click({ position }))
    const after = await box.isChecked()
    await page.keyboard.press('Escape')
    return before !== after
  }

  it('by a mouse is ticked in every report, and its list stays open', async () => {
    const page = await sit()
    expect(lists.length).toBeGreaterThan(4)
    for (const [title, path] of lists) {
      await page.goto(path)
      expect(await tickFirst(page, title, false), title).toBe(true)
    }
  })

  it('by a finger, too', async () => {
    const page = await sit({ hasTouch: true })
    await page.goto('/relatorio/nfce')
    expect(await tickFirst(page, 'Equipamentos', true)).toBe(true)
  })

  it('a store beside the one at hand is one more, not another', async () => {
    const page = await sit()
    await page.goto('/relatorio/faturamento-moeda')
    const stores = page.getByRole('search').getByRole('button', { name: 'Comparar lojas' })
    await stores.click()
    const list = page.getByRole('dialog', { name: 'Comparar lojas' })
    const own = list.getByRole('checkbox', { name: 'Cantina Bella Massa' })
    expect(await own.isChecked()).toBe(true)
    await list
      .getByText(/Lanches/)
      .first()
      .click()
    expect([await own.isChecked(), await list.getByRole('checkbox', { checked: true }).count()]).toEqual([true, 2])
  })

  it('a figure’s link carries its days and equipment; hours are said in a sentence', async () => {
    const page = await sit()
    await page.goto('/relatorio/nfce?startDate=2026-01-01T18:00&endDate=2026-01-07T20:59&equipamentos=1,2')
    const bar = page.getByRole('search')
    await bar.getByText('01/01/2026 18:00 até 07/01/2026 20:59, sem parar').waitFor()
    await bar.getByLabel('As horas valem').selectOption({ label: 'Em cada dia' })
    await bar.getByText('01/01/2026 a 07/01/2026, das 18:00 às 20:59 de cada dia').waitFor()
    await page.goto('/relatorio/nfce?startDate=2026-11-01&endDate=2026-11-30')
    const link = page.getByRole('link', { name: 'ver pendentes' })
    await link.waitFor()
    expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toMatch(
      /situacao=PENDENTE&dhEmi=2026-11-01T03:00:00.000Z\.\.2026-12-01T02:59:59.999Z/,
    )
  })

  it('without a licence every address of the shop tells why', async () => {
    const page = await sit()
    const refused: string[] = []
    page.on('response', reply => reply.status() === 423 && refused.push(reply.url()))
    await page.route('**/api/users/configuracao', async route => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), admin_user_active: false } })
    })
    for (const path of ['/', '/produtos', '/relatorio/nfce', '/Movimentos/1', '/integracoes']) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading', { name: 'Aviso' }).waitFor()
    }
    await page.goto('/alterarSenha')
    await page.getByLabel('Senha atual').waitFor()
    expect(refused).toEqual([])
  })
})
