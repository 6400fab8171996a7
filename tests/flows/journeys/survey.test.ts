import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** The demo's accounts are new: the session says that this one is old. */
const asOldAccount = (page: Page): Promise<unknown> =>
  page.route('**/api/users/configuracao', async route => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, usuario: { ...json.usuario, createdAt: '2020-01-01T00:00:00.000Z' } } })
  })

describe('the satisfaction survey', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  it('a new account is not asked', async () => {
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
    const { page } = me
    // The card's code is there, and has nothing to say.
    await page.waitForResponse(/\/assets\/OverlayForm-/)
    await untilSteady(page)
    expect(await me.page.getByRole('complementary', { name: 'Sua opinião' }).count()).toBe(0)
  })

  it('an old one answers in two steps, is thanked, and is not asked again', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = me
    await asOldAccount(page)
    await logIn(page, 'dono@demo.com.br')
    const card = page.getByRole('complementary', { name: 'Sua opinião' })
    await card.waitFor()
    expect(await violations(page)).toEqual([])
    await card.getByRole('button', { name: 'Nota 9', exact: true }).click()
    await card.getByLabel('O que você mais gosta?').waitFor()
    await card.getByRole('button', { name: 'Voltar' }).click()
    await card.getByRole('button', { name: 'Nota 8', exact: true }).click()
    const comment = card.getByLabel('Como podemos melhorar?')
    // One problem, one text, before the field is left and after.
    await comment.fill('x'.repeat(2049))
    await expect.poll(() => card.getByRole('button', { name: 'Enviar resposta' }).isDisabled()).toBe(true)
    expect(await card.getByText(/^Preencha os campos/).count()).toBe(0)
    await comment.blur()
    await card.getByText(/2\.?048/).waitFor()
    expect(await card.getByText(/^Preencha os campos/).count()).toBe(0)
    await comment.fill('Mais atalhos no caixa.')
    expect(await violations(page)).toEqual([])
    await card.getByRole('button', { name: 'Enviar resposta' }).click()
    const thanks = page.getByRole('dialog', { name: 'Obrigado!' })
    await thanks.getByText('Fecha em 4 s').waitFor()
    expect(await card.count()).toBe(0)
    await thanks.waitFor({ state: 'hidden' })
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('pesquisa.')) localStorage.removeItem(key)
    })
    const asked = page.waitForResponse(/\/api\/Nps\?/)
    await page.reload()
    await asked
    await untilSteady(page)
    expect(await card.count()).toBe(0)
    expect(me.errors).toEqual([])
  })

  it('the administrator reads the answers and their summary', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'admin@demo.com.br')
    await page.goto('/Nps')
    await page.getByText('Mais atalhos no caixa.').waitFor()
    expect(await page.getByRole('link', { name: /^Nov[ao] / }).count()).toBe(0)
    await page.getByRole('navigation').getByRole('link', { name: 'Resumo do NPS' }).click()
    await page.getByText('100,00%').waitFor()
    expect(await page.locator('main li').filter({ hasText: 'Passivos' }).innerText()).toContain('1 resposta')
    expect(await violations(page)).toEqual([])
    expect(me.errors).toEqual([])
  })
})
