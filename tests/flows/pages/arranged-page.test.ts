import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { logIn, openBrowser } from '../fixtures/browserUser.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const pieces = (page: Page) => page.locator('[data-piece]').evaluateAll(all => all.map(piece => piece.getAttribute('data-piece')))
const kept = (page: Page, name: string) =>
  page.waitForResponse(
    reply => reply.url().includes('/users/preferencias') && reply.request().postData()?.includes(name) === true,
  )
/** Where the links of the page stand that one sees. */
const places = (page: Page) =>
  page
    .locator('main a')
    .filter({ visible: true })
    .evaluateAll(all => all.map(link => [link.textContent, link.getBoundingClientRect().top]))
const menu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Mais da página' }).click()
  await page.getByRole('menuitem', { name }).click()
}

describe('the first page', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(async () => {
    page = desk.me.page
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('is arranged by keyboard, for this person alone and on each of their machines, and goes back to how it was', async () => {
    await page.goto('/')
    const first = ['passos', 'vendas', 'lojas', 'dinheiro', 'graficos', 'contas', 'caixas']
    await expect.poll(() => pieces(page)).toEqual(first)
    await menu(page, 'Organizar a página')
    const dialog = page.getByRole('dialog', { name: 'Organizar a página' })
    expect(await dialog.getByRole('button', { name: 'Subir Primeiros passos' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Subir Próximas contas' }).press('Enter')
    await dialog.getByRole('button', { name: 'Subir Próximas contas' }).press('Enter')
    const sent = kept(page, 'painel.inicio')
    await dialog.getByRole('checkbox', { name: 'Suas lojas agora' }).press('Space')
    // A shop of one person has no team to invite.
    await dialog.getByRole('checkbox', { name: 'Primeiros passos' }).press('Space')
    expect(await violations(page)).toEqual([])
    await sent
    await page.keyboard.press('Escape')
    const own = ['vendas', 'contas', 'dinheiro', 'graficos', 'caixas']
    await expect.poll(() => pieces(page)).toEqual(own)
    await page.reload()
    await expect.poll(() => pieces(page)).toEqual(own)

    const other = await openBrowser(desk.fixture.address, { viewport: { width: 1440, height: 900 } })
    await logIn(other.page, 'admin@demo.com.br')
    await expect.poll(() => pieces(other.page)).toEqual(first)
    await other.leave()

    const phone = await openBrowser(desk.fixture.address, { viewport: { width: 390, height: 844 } })
    await logIn(phone.page, 'dono@demo.com.br')
    await expect.poll(() => pieces(phone.page)).toEqual(own)
    await menu(phone.page, 'Organizar a página')
    const undone = kept(phone.page, 'painel.inicio')
    await phone.page.getByRole('button', { name: 'Voltar ao padrão' }).click()
    expect(await violations(phone.page)).toEqual([])
    await phone.page.keyboard.press('Escape')
    await expect.poll(() => pieces(phone.page)).toEqual(first)
    await undone
    expect(phone.errors).toEqual([])
    await phone.leave()
  })

  it('shows a newcomer around once, by keyboard, and again when asked', async () => {
    // Whether another machine has shown it already is known late: by then people reach for a figure.
    const preferences = await holdReplies(page, '**/api/users/preferencias*')
    await page.goto('/')
    await preferences.asked
    await page.getByRole('link', { name: /^Contas a pagar vencidas/ }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const reached = await places(page)
    preferences.release()
    const offer = page.getByText('Primeira vez aqui?')
    await offer.waitFor()
    expect(await places(page)).toEqual(reached)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect([await offer.isVisible(), await page.getByRole('button', { name: 'Mais da página' }).isVisible()]).toEqual([
      false,
      false,
    ])
    await page.emulateMedia({ media: null })
    const settled = kept(page, 'tour.inicio')
    await page.getByRole('button', { name: 'Mostrar' }).click()
    const stops: string[] = []
    const stop = page.getByRole('dialog')
    await stop.waitFor()
    expect(await violations(page)).toEqual([])
    for (;;) {
      stops.push(await stop.getByRole('heading').innerText())
      const next = stop.getByRole('button', { name: /Próximo|Concluir/ })
      await expect.poll(() => next.evaluate(button => button === document.activeElement)).toBe(true)
      expect(await page.locator('[data-tour-stop]').count()).toBe(1)
      const isLast = (await next.innerText()) === 'Concluir'
      await page.keyboard.press('Enter')
      if (isLast) break
      await expect.poll(() => stop.getByRole('heading').innerText()).not.toBe(stops.at(-1))
    }
    expect(stops).toEqual(['O menu', 'Encontre tudo', 'Suas lojas', 'O período', 'Do número às vendas', 'Avisos', 'Você'])
    expect(await stop.count()).toBe(0)
    expect(await page.locator('[data-tour-stop]').count()).toBe(0)
    await settled
    await page.reload()
    await page.locator('[data-piece=vendas]').waitFor()

    const phone = await openBrowser(desk.fixture.address, { viewport: { width: 390, height: 844 } })
    await logIn(phone.page, 'dono@demo.com.br')
    await phone.page.locator('[data-piece=vendas]').waitFor()
    await menu(phone.page, 'Conheça a tela')
    const there = phone.page.getByRole('dialog')
    expect(await there.getByRole('heading').innerText()).toBe('O menu')
    expect(await phone.page.locator('[data-tour-stop]').innerText()).toBe('Mais')
    expect(await violations(phone.page)).toEqual([])
    await phone.page.keyboard.press('Escape')
    await there.waitFor({ state: 'detached' })
    expect(await phone.page.getByText('Primeira vez aqui?').count()).toBe(0)
    expect(phone.errors).toEqual([])
    await phone.leave()
  })
})
