import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Whether two things lie over each other. */
const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe('what is small, cut or said in passing', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  it('a text that an ellipsis cuts is read whole under the pointer', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 1024, height: 768 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/impostos')
    const cut = page.locator('[data-column=nome] .grid-content').filter({ hasText: 'Bebidas com substituição tributária' })
    await cut.hover()
    const tips = page.locator('[popover][aria-hidden]')
    await tips.filter({ hasText: 'Bebidas com substituição tributária' }).waitFor()
  })

  it('at a desk choices of taxes are read without an ellipsis', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/impostos')
    const choices = page.locator('[role=gridcell][data-column=icms_cst] .grid-content')
    await choices.first().waitFor()
    await expect.poll(() => choices.evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)).toBe(0)
  })

  it('a window too narrow for all columns keeps name and switch; the others are told by opening the row', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 1024, height: 768 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/grupos')
    const row = page.getByRole('row').nth(1)
    await row.getByRole('switch').first().waitFor()
    await expect.poll(() => page.locator('.grid[data-wide]').count()).toBe(0)
    await row
      .getByRole('button', { name: /^Expandir/ })
      .first()
      .click()
    await page.locator('.list-detail dt').first().waitFor()
  })

  it('rows that are opened tell their lists below the page’s own title, and are no places of the page', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/pergunta')
    const opens = page.getByRole('button', { name: /^Expandir/ })
    await opens.first().click()
    await opens.first().click()
    await expect.poll(() => page.locator('.list-detail table').count()).toBe(2)
    expect(await violations(page)).toEqual([])
  })

  it('who goes back through a report by keyboard sees where the focus is: the head that stays never covers it', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 1440, height: 700 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/curva-abc')
    const links = page.locator('.report-table tbody a')
    await links.nth(40).waitFor()
    await links.last().focus()
    const covered: string[] = []
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Shift+Tab')
      const name = await page.evaluate(() => {
        const focused = document.activeElement as Element
        const { left, top, width, height } = focused.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit && (focused.contains(hit) || hit.contains(focused)) ? undefined : (focused.textContent ?? '')
      })
      if (name !== undefined) covered.push(name)
    }
    expect(covered).toEqual([])
  })

  it('a message stands clear of the pager', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos')
    await page.getByRole('switch').first().click()
    const said = page.getByRole('region').getByRole('status').locator('> *').first()
    await said.waitFor()
    expect(await overlap(said, page.getByRole('navigation', { name: 'Páginas' }))).toBe(false)
  })

  it('on a phone: whole names below, in the order of the menu; the switch is on the card; nothing asks to drag', async () => {
    me = await openBrowser(fixture.address, phone)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('switch') })
    await card.first().waitFor()
    const names = page.getByRole('navigation', { name: 'Telas mais usadas' }).getByRole('link').locator('span')
    const widths = await names.evaluateAll(all => all.map(one => one.scrollWidth - one.clientWidth))
    expect(widths.every(beyond => beyond <= 0)).toBe(true)
    await page.goto('/importarProdutos')
    await page.getByText('Toque para escolher o arquivo').waitFor()
    expect(await page.getByText('Arraste').count()).toBe(0)
    await page.goto('/produtos/1')
    const choose = page.locator('[data-field=fotoUrl] button').first()
    await choose.waitFor()
    expect((await choose.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  })
})
