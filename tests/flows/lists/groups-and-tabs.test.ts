import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const digits = (text: string | null | undefined): number => Number((text ?? '').replace(/\D/g, ''))

const firstNumber = (text: string): number => Number(/\d+/.exec(text)?.[0])

describe('a list by groups, and its views as tabs', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  it('stands in groups whose counts and sums are those of the list, each of which opens on its rows', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/caixas')
    const footer = page.getByRole('row').filter({ hasText: /Total de / })
    await footer.waitFor()
    const count = digits(/Total de ([\d.]+)/.exec(await footer.innerText())?.[1])
    const whole = await page.evaluate(async () => {
      const headers = { authorization: localStorage.getItem('token') ?? '' }
      const reply = await fetch('/api/caixas/totais?lojaId=1&campos=total_falta', { headers })
      return ((await reply.json()) as { totais: { total_falta: number } }).totais.total_falta
    })
    expect(whole).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Agrupar por' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^(Status|Situação)$/ }).click()
    const groups = page.getByRole('heading', { level: 2 }).getByRole('button')
    await groups.first().waitFor()
    const lines = await groups.allInnerTexts()
    expect(lines.length).toBeGreaterThan(1)
    const sum = (pattern: RegExp): number => lines.reduce((total, line) => total + digits(pattern.exec(line)?.[1]), 0)
    expect(sum(/Falta:\s*R\$\s*([\d.]+,\d\d)/)).toBe(Math.round(whole * 100))
    expect(sum(/\n([\d.]+)\n/)).toBe(count)
    const pending = groups.filter({ hasText: 'Fechado' })
    const own = digits(/\n([\d.]+)\n/.exec(await pending.innerText())?.[1])
    await pending.click()
    const rows = page.getByRole('region', { name: 'Fechado' }).getByRole('table').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(Math.min(own, 25))
    expect(await violations(page)).toEqual([])
    await page.reload()
    await groups.first().waitFor()
    await page.getByRole('button', { name: 'Agrupar por' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Sem grupos' }).click()
    await footer.waitFor()
    expect(me.errors).toEqual([])
  })

  it('tells the rows of each saved view above the list, where one leads to it', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/produtos?stt_prod=false')
    const heading = page.locator('main h1').locator('..')
    await page.getByRole('button', { name: 'Agrupar por' }).waitFor()
    const off = firstNumber(await heading.innerText())
    const views = page.getByRole('navigation', { name: /Vistas|Visualizações/ })
    expect(await views.count()).toBe(0)
    await page.getByRole('button', { name: /Vistas|Visualizações/ }).click()
    await page.getByRole('menuitem', { name: /^Salvar/ }).click()
    await page.locator('#view-name').fill('Fora do cardápio')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    const tab = views.getByRole('link', { name: /^Fora do cardápio/ })
    await expect.poll(async () => digits(await tab.innerText())).toBe(off)
    expect(await tab.getAttribute('aria-current')).toBe('page')
    await views.getByRole('link', { name: /^Tudo/ }).click()
    await expect.poll(async () => firstNumber(await heading.innerText())).toBeGreaterThan(off)
    await tab.click()
    await expect.poll(async () => firstNumber(await heading.innerText())).toBe(off)
    expect(await violations(page)).toEqual([])
    expect(me.errors).toEqual([])
  })

  it('brings the tab of the view that is open into sight on a phone, and tells that there are more', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    for (const titulo of ['Bebidas da casa', 'Massas e molhos']) {
      const view = { recurso: 'grupos', titulo, endereco: `q=${titulo.split(' ')[0]?.toLowerCase()}`, lojaId: 1 }
      const reply = await page.request.post('/api/vistas', { data: view, headers: { authorization } })
      expect(reply.ok(), await reply.text()).toBe(true)
    }
    await page.goto('/grupos?q=vinhos')
    const views = page.getByRole('navigation', { name: /Vistas|Visualizações/ })
    await expect.poll(() => views.getAttribute('data-more')).toBe('end')
    await page.getByRole('button', { name: 'Mais da lista' }).tap()
    await page.getByRole('menuitem', { name: /^Salvar/ }).click()
    await page.locator('#view-name').fill('Vinhos da casa')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect.poll(() => views.getAttribute('data-more')).toBe('start')
    await page.reload()
    const tab = views.getByRole('link', { name: /^Vinhos/ })
    await tab.waitFor()
    await expect
      .poll(async () => ((await tab.boundingBox())?.x ?? 390) + ((await tab.boundingBox())?.width ?? 0))
      .toBeLessThanOrEqual(390)
    expect(await tab.getAttribute('aria-current')).toBe('page')
    expect(me.errors).toEqual([])
  })
})
