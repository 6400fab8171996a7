import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser
let colleague: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  me = await openBrowser(fixture.address)
  await logIn(me.page, 'dono@demo.com.br')
  colleague = await openBrowser(fixture.address)
  await logIn(colleague.page, 'dono@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await colleague?.leave()
  await fixture?.close()
})

interface Product {
  readonly cod_prod: string
  readonly desc_prod: string
}

async function someProducts(page: Page): Promise<readonly Product[]> {
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const filter = JSON.stringify({ where: { lojaId: 1, combo: false }, limit: 3, fields: ['cod_prod', 'desc_prod'] })
  return (await page.request.get(`/api/produtos/list?filter=${encodeURIComponent(filter)}`, { headers })).json()
}

/** Types a product and its count into the bar. */
async function count(page: Page, code: string, quantity: string): Promise<void> {
  const bar = page.getByRole('group', { name: 'Adicionar em Itens' })
  await bar.getByRole('combobox', { name: 'Produto' }).fill(code)
  await bar.getByRole('combobox', { name: 'Produto' }).press('Enter')
  const box = bar.getByRole('textbox', { name: 'Estoque' })
  await expect.poll(() => box.evaluate(each => each === document.activeElement)).toBe(true)
  await box.fill(quantity)
  await box.press('Enter')
}

it('two people count one inventory; it is finalised, and its copy counts anew', async () => {
  const { page } = me
  const [first, second, third] = await someProducts(page)
  if (!first || !second || !third) throw new Error('the demo has too few products')
  await page.goto('/inventarios/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Contagem geral')
  await count(page, first.cod_prod, '12')
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/inventarios')
  await page.getByRole('grid').getByText('Aberto').first().waitFor()
  await page.getByText('Contagem geral').first().click()
  await page.getByRole('grid', { name: 'Itens' }).getByText(first.desc_prod).waitFor()

  // A colleague counts another product meanwhile: neither loses a row.
  await colleague.page.goto(page.url())
  await colleague.page.getByRole('grid', { name: 'Itens' }).getByText(first.desc_prod).waitFor()
  await count(page, second.cod_prod, '5')
  await count(colleague.page, third.cod_prod, '7')
  await colleague.page.keyboard.press('Control+s')
  await colleague.page.waitForURL('**/inventarios')

  await page.getByRole('button', { name: 'Finalizar' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Finalizar' }).click()
  await page.getByText('Inventário finalizado com sucesso').waitFor()
  await page.getByText('Finalizado', { exact: true }).waitFor()
  for (const { desc_prod } of [first, second, third]) await page.getByText(desc_prod).first().waitFor()
  await page.getByText('Quebra').first().waitFor()
  expect(await page.getByRole('button', { name: 'Finalizar' }).count()).toBe(0)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Duplicar Inventário' }).click()
  const copy = page.getByRole('grid', { name: 'Itens' })
  await copy.getByText(third.desc_prod).waitFor()
  await page.getByRole('button', { name: 'Finalizar' }).waitFor()
  expect(await copy.getByText('Quebra').count()).toBe(0)
  expect(me.errors).toEqual([])
})
