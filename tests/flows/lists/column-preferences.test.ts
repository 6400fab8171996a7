import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const list = '/produtos?columns=cod_prod,desc_prod,preco_vnd_prod,stt_prod,grupo.nome'

const products = (page: Page): Locator => page.getByRole('grid', { name: 'Produtos' })

/** Titles of the columns, in their order. */
const orderAt = async (page: Page): Promise<string[]> =>
  (await products(page).getByRole('columnheader').allInnerTexts()).map(title => title.trim()).filter(Boolean)

describe('columns', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  it('keeps the order of columns that somebody chose, on every machine', async () => {
    const order = (): Promise<string[]> => orderAt(page)
    const price = () => products(page).locator('[role=row][aria-rowindex="2"] [role=gridcell][data-column=preco_vnd_prod]')
    await page.goto(list)
    await price().waitFor()
    const before = await order()
    await price().click()
    const kept = page.waitForResponse(reply => reply.url().includes('/users/preferencias') && reply.request().method() === 'POST')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(order).not.toEqual(before)
    await kept
    const moved = await order()
    expect(moved.indexOf('Preço de venda')).toBe(before.indexOf('Preço de venda') + 1)
    await page.reload()
    await expect.poll(order).toEqual(moved)
    const elsewhere = await openBrowser(desk.fixture.address)
    await signIn(elsewhere.page, 'dono@demo.com.br')
    await elsewhere.page.goto(list)
    await expect.poll(() => orderAt(elsewhere.page)).toEqual(moved)
    await elsewhere.leave()
    // Somebody else at the same machine has columns of their own.
    await page.evaluate(() => localStorage.removeItem('token'))
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto(list)
    await expect.poll(order).toEqual(before)
    await page.evaluate(() => localStorage.removeItem('token'))
    await signIn(page, 'dono@demo.com.br')
    await page.goto(list)
    await expect.poll(order).toEqual(moved)
    await price().click()
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(order).toEqual(before)
  })

  it('keeps the widths of a child list’s columns', async () => {
    await page.goto('/pergunta/create')
    const head = page.getByRole('grid', { name: 'Respostas' }).getByRole('columnheader', { name: 'Nome' })
    const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0)
    await page.getByRole('group', { name: 'Respostas' }).getByRole('button', { name: 'Adicionar linha' }).click()
    const before = await width()
    await page.getByRole('grid', { name: 'Respostas' }).locator('[role=gridcell][data-column=nome]').click()
    for (let at = 0; at < 5; at += 1) await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(width).toBeGreaterThan(before)
    const chosen = await width()
    await page.goto('/pergunta/create')
    await page.getByRole('group', { name: 'Respostas' }).waitFor()
    await expect.poll(width).toBe(chosen)
  })
})
