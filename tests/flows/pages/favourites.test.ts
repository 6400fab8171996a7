import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const phone = { viewport: { width: 390, height: 844 } }
const list = (page: Page) => page.locator('#menu-\\!favourites')
const names = (page: Page) => list(page).getByRole('link').allInnerTexts()
const kept = (page: Page) =>
  page.waitForResponse(reply => reply.url().includes('/users/preferencias') && reply.request().method() === 'POST')

describe('favourites of the menu', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  it('are starred, ordered by keyboard, found on every machine, and in the menu of a phone', async () => {
    for (const [path, title] of [
      ['/produtos', 'Produtos'],
      ['/unidades', 'Unidades'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('grid', { name: title }).waitFor()
      const sent = kept(page)
      await page.getByRole('button', { name: 'Adicionar aos favoritos' }).click()
      expect(await page.getByRole('button', { name: 'Tirar dos favoritos' }).getAttribute('aria-pressed')).toBe('true')
      await sent
    }
    expect(await names(page)).toEqual(['Produtos', 'Unidades'])
    await page.getByRole('button', { name: 'Organizar favoritos' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Favoritos' })
    await dialog.getByLabel('Adicionar tela').selectOption({ label: 'Cadastros · Parceiros' })
    await dialog.getByRole('button', { name: 'Subir Parceiros' }).press('Enter')
    const moved = kept(page)
    await dialog.getByRole('button', { name: 'Subir Parceiros' }).press('Enter')
    expect(await violations(page)).toEqual([])
    await moved
    await page.keyboard.press('Escape')
    expect(await names(page)).toEqual(['Parceiros', 'Produtos', 'Unidades'])
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['Parceiros', 'Produtos', 'Unidades'])

    const elsewhere = await openBrowser(desk.fixture.address, phone)
    await logIn(elsewhere.page, 'dono@demo.com.br')
    // The bar at the bottom stands as the menu's definition says; the whole menu, favourites and all, is behind its last place.
    const bar = elsewhere.page.getByRole('navigation', { name: 'Atalhos' })
    const stands = ['Início', 'Vendas', 'Produtos', 'Caixas']
    await expect.poll(() => bar.getByRole('link').allInnerTexts()).toEqual(stands)
    await bar.getByRole('link', { name: 'Caixas' }).click()
    await elsewhere.page.getByRole('heading', { name: 'Caixas', level: 1 }).waitFor()
    expect(await bar.locator('[aria-current=page]').innerText()).toBe('Caixas')
    expect(await bar.getByRole('link').allInnerTexts()).toEqual(stands)
    await bar.getByRole('button', { name: 'Mais' }).click()
    await expect.poll(() => names(elsewhere.page)).toEqual(['Parceiros', 'Produtos', 'Unidades'])
    await elsewhere.page.getByRole('button', { name: 'Organizar favoritos' }).click()
    const there = elsewhere.page.getByRole('dialog', { name: 'Favoritos' })
    const dropped = kept(elsewhere.page)
    for (const name of ['Parceiros', 'Produtos', 'Unidades']) await there.getByRole('button', { name: `Tirar ${name}` }).click()
    await there.getByText('Nenhum favorito ainda').waitFor()
    await dropped
    expect(elsewhere.errors).toEqual([])
    await elsewhere.leave()
  })

  it('and what is used most are each person’s own, at one machine too', async () => {
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
    const sent = kept(page)
    await page.getByRole('button', { name: 'Adicionar aos favoritos' }).click()
    await sent
    await page.evaluate(() => localStorage.removeItem('token'))
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    await page.getByRole('button', { name: 'Adicionar aos favoritos' }).waitFor()
    expect(await list(page).count()).toBe(0)
    const visits = await page.evaluate(() =>
      Object.keys(localStorage)
        .filter(key => key.startsWith('uso.'))
        .map(key => Object.keys(JSON.parse(localStorage.getItem(key) ?? '{}'))),
    )
    expect(visits.find(paths => paths.includes('/unidades'))).not.toContain('/produtos')
    expect(visits.find(paths => paths.includes('/produtos'))).not.toContain('/unidades')
  })
})
