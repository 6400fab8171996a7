import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Waits until everything that the page lists as code for later was fetched. */
const idle = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const listed = JSON.parse(document.getElementById('code')?.textContent || '["none"]') as string[]
          const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
          return listed.filter(one => !fetched.has(one)).length
        }),
      { timeout: 30_000 },
    )
    .toBe(0)

describe('code of screens that were not opened yet', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  it('is there without a network once the first screen has stood idle', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).getByRole('checkbox').nth(1).waitFor()
    await idle(page)
    await desk.me.context.setOffline(true)
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Ctrl+K').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ações da lista', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Alterar todos em massa/ }).click()
    await page.getByRole('dialog', { name: 'Alteração em massa' }).getByLabel('Campo').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Faturamento diário' }).click()
    await page.getByRole('button', { name: 'Buscar' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('por que')
    await page.getByRole('option', { name: /Por que.*Menu/ }).click()
    await page.getByRole('heading', { level: 1, name: /Por que/ }).waitFor()
    await desk.me.context.setOffline(false)
  })

  it('that a newer version took from the server is missing: a reload is offered, and what was typed comes back', async () => {
    const blocked = new Set<string>()
    await page.route(/\/assets\/(KeysHelp|ReportPage)-/, route => {
      blocked.add(route.request().url())
      return route.fulfill({ status: 404, body: '' })
    })
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.accept()
    })
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('GUARDA')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const question = page.getByRole('alertdialog', { name: 'Esta parte do sistema não carregou.' })
    await question.getByText(/fica guardado/).waitFor()
    // Nothing is loaded anew behind the person's back.
    await page.waitForTimeout(1_500)
    await question.getByRole('button', { name: 'Agora não' }).click()
    expect(await box(page, 'Nome').inputValue()).toBe('GUARDA')
    await page.unroute(/\/assets\/(KeysHelp|ReportPage)-/)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await question.getByRole('button', { name: 'Recarregar' }).click()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Nome').inputValue()).toBe('GUARDA')
    expect(asked).toEqual([])
    expect(blocked.size).toBe(1)
  })

  it('of a page that is missing leaves the menu at work, and is there after the reload that it offers', async () => {
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
    await page.route(/\/assets\/ReportPage-/, route => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Faturamento diário' }).click()
    const missing = page.getByRole('alert').filter({ hasText: 'Esta parte do sistema não carregou.' })
    await missing.waitFor()
    await page.getByRole('link', { name: 'Grupos', exact: true }).first().click()
    await page.getByRole('grid', { name: 'Grupos' }).waitFor()
    await page.getByRole('link', { name: 'Faturamento diário' }).click()
    await missing.waitFor()
    await page.unroute(/\/assets\/ReportPage-/)
    await missing.getByRole('button', { name: 'Recarregar' }).click()
    await page.getByRole('button', { name: 'Buscar' }).waitFor()
    desk.me.errors.length = 0
  })
})
