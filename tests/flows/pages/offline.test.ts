import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { goOffline, untilOfflineReady } from '../fixtures/offlineReady.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('code of screens that were not opened yet', () => {
  const desk = useOwnerSession({ serviceWorkers: 'allow' })
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  it('is there without a network once the first screen has stood idle', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).getByRole('checkbox').nth(1).waitFor()
    await untilOfflineReady(page)
    await goOffline(page)
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Ctrl+K').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ações da lista', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Alterar um campo em todos/ }).click()
    await page.getByRole('dialog', { name: 'Alteração em massa' }).getByLabel('Campo').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Faturamento diário' }).click()
    await page.getByRole('search').getByRole('button', { name: 'Buscar' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('por que')
    await page
      .getByRole('option', { name: /Por que/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /Por que/ }).waitFor()
    await desk.me.context.setOffline(false)
  })

  it('opens the page itself while the server is away, says so, and goes on once it answers', async () => {
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
    await untilOfflineReady(page)
    await desk.fixture.stop()
    await page.reload()
    await page.getByText('Sem conexão com o servidor', { exact: true }).waitFor()
    await page.goto('/produtos?q=ka')
    await page.getByText('Sem conexão com o servidor', { exact: true }).waitFor()
    await desk.fixture.start()
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=ka')
  })

  it('opens the first page with its last figures and their moment while the server is away, for who was here', async () => {
    await page.goto('/')
    const sales = page.getByRole('listitem').filter({ hasText: 'Vendas no mês' })
    await sales.getByText(/^\d/).first().waitFor()
    await untilOfflineReady(page)
    await desk.fixture.stop()
    await page.reload()
    const last = page.getByRole('region', { name: 'Últimos números vistos neste aparelho' })
    await last.getByRole('heading', { name: 'Cantina Bella Massa' }).waitFor()
    await last.getByText(/^Últimos números vistos neste aparelho, \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor()
    expect(await last.getByRole('term').allInnerTexts()).toContain('Vendas no mês')
    expect(await last.getByRole('definition').allInnerTexts()).toContainEqual(expect.stringMatching(/^R\$ [\d.]+,\d\d$/))
    expect(await violations(page)).toEqual([])
    await desk.fixture.start()
    await sales.getByText(/^\d/).first().waitFor()
  })

  it('is all that the service worker keeps: no call, no file', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    await untilOfflineReady(page)
    await page.reload()
    await page.getByRole('grid', { name: 'Produtos' }).getByRole('checkbox').nth(1).waitFor()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/index.html')
    expect(kept.filter(path => !/^\/(assets\/|[^/]+$)/.test(path))).toEqual([])
  })
})

describe('code that the server has no more', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  it('since there is a newer version: a reload is offered, and what was typed comes back', async () => {
    const blocked = new Set<string>()
    await page.route(/\/assets\/(KeyboardHelp|ReportPage)-/, route => {
      blocked.add(new URL(route.request().url()).pathname)
      return route.fulfill({ status: 404, body: '' })
    })
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.accept()
    })
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('GUARDA')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const question = page.getByRole('alertdialog', { name: 'Esta parte do sistema não carregou.' })
    await question.getByText(/fica guardado/).waitFor()
    // Nothing is loaded anew behind the person's back: the page is the one that was typed in.
    await question.getByRole('button', { name: 'Agora não' }).click()
    expect(await box(page, 'Nome').inputValue()).toBe('GUARDA')
    expect(loads).toBe(1)
    await page.unroute(/\/assets\/(KeyboardHelp|ReportPage)-/)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await question.getByRole('button', { name: 'Recarregar' }).click()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Nome').inputValue()).toBe('GUARDA')
    expect(asked).toEqual([])
    expect(loads).toBe(2)
    expect(blocked.size).toBe(1)
  })

  it('and whose connection broke once is asked for again, by another address: the browser keeps that the first failed', async () => {
    const asked: string[] = []
    await page.route(/\/assets\/KeyboardHelp-/, route => {
      asked.push(new URL(route.request().url()).search)
      return asked.length === 1 ? route.abort('connectionreset') : route.continue()
    })
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor()
    expect(asked).toEqual(['', '?0'])
    desk.me.errors.length = 0
  })

  it('leaves the menu at work, and is there after the reload that it offers', async () => {
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
    await page.getByRole('search').getByRole('button', { name: 'Buscar' }).waitFor()
    desk.me.errors.length = 0
  })
})
