import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { delayReplies } from '../fixtures/heldReplies.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'
import { untilCodeFetched } from '../fixtures/untilKept.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** A register whose list sums a column. */
const schema = {
  $schema: '../../meta/register.json',
  title: 'Vales',
  type: 'object',
  register: { scope: 'store', label: 'nome', menu: 'cadastros', access: { all: 'cadastros_ver' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 60, search: true },
    valor: { type: 'number', format: 'money', title: 'Valor' },
  },
  required: ['nome'],
}
const ui = {
  $schema: '../../meta/register-ui.json',
  list: { columns: ['nome', 'valor'], edit: ['valor'], totals: ['valor'], pageSize: 10, card: ['nome', 'valor'] },
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

describe('lists', () => {
  let schemas: string
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    schemas = await mkdtemp(join(tmpdir(), 'retaguarda-schemas-'))
    await cp(resolve('schemas'), schemas, { recursive: true })
    await writeFile(join(schemas, 'registers/cadastros/vales.schema.json'), JSON.stringify(schema, null, 2))
    await writeFile(join(schemas, 'registers/cadastros/vales.ui.json'), JSON.stringify(ui, null, 2))
    fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
    const login = { email: 'dono@demo.com.br', password: 'demo1234' }
    const post = async (path: string, body: object, authorization?: string) => {
      const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
      return (await fetch(`${fixture.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { id: token } = (await post('users/login', login)) as { id: string }
    const rows = Array.from({ length: 25 }, (_, n) => ({ lojaId: 1, nome: `Vale ${n < 5 ? 'azul' : 'verde'} ${n}`, valor: 10.1 }))
    await post('vales', rows, token)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })
  afterAll(async () => {
    await fixture?.close()
    await rm(schemas, { recursive: true, force: true })
  })

  it.each([0, 400])('come with their rows, and a record with its fields, when the server takes %i ms more', async more => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).getByRole('gridcell').first().waitFor()
    // Their code is there: what is waited for are the records.
    await untilCodeFetched(page, 'FormPage')
    await delayReplies(page, /\/api\/vales/i, more)
    await page.getByRole('link', { name: 'Vales', exact: true }).click()
    await page.getByRole('gridcell', { name: 'Vale azul 0', exact: true }).waitFor()
    await page
      .getByRole('row', { name: /Vale azul 0/ })
      .getByRole('link')
      .first()
      .click()
    await expect.poll(() => page.getByRole('textbox', { name: /^Nome/ }).inputValue()).toBe('Vale azul 0')
  })

  it('are drawn unseen while their link is pressed, and only when it is let go there stand in place of the page', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades')
    const units = page.getByRole('grid', { name: 'Unidades' })
    await units.getByRole('gridcell').first().waitFor()
    await untilCodeFetched(page, 'BulkBar')
    const link = page.getByRole('link', { name: 'Vales', exact: true })
    const unseen = page.locator('[role=gridcell]', { hasText: 'Vale azul 0' })
    await link.hover()
    await page.mouse.down()
    await unseen.waitFor({ state: 'attached' })
    expect(await unseen.isVisible()).toBe(false)
    expect(await units.isVisible()).toBe(true)
    expect(await page.evaluate(() => document.title)).toMatch(/^Unidades/)
    expect(await violations(page)).toEqual([])
    // Let go elsewhere: nothing was opened, and what was drawn goes away.
    await page.mouse.move(700, 20)
    await page.mouse.up()
    await unseen.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/unidades')
    expect(await units.isVisible()).toBe(true)

    await link.hover()
    await page.mouse.down()
    await unseen.waitFor({ state: 'attached' })
    await page.mouse.up()
    await page.getByRole('gridcell', { name: 'Vale azul 0', exact: true }).waitFor()
    expect(await units.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.title)).toMatch(/^Vales/)
    // It lives: its address, its rows and its keys are its own.
    await page.getByRole('textbox', { name: /Buscar/ }).fill('verde')
    await page.getByText(/1–10 de 20/).waitFor()
    expect(new URL(page.url()).search).toBe('?q=verde')
    await page.goBack()
    await units.getByRole('gridcell').first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('open a record that is being pressed with all that it needs to be changed', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/vales')
    await page.getByRole('gridcell', { name: 'Vale azul 1', exact: true }).waitFor()
    await untilCodeFetched(page, 'FormPage')
    await untilSteady(page)
    await page
      .getByRole('row', { name: /Vale azul 1 / })
      .getByRole('link')
      .first()
      .hover()
    await page.mouse.down()
    await page.locator('[name=nome]').waitFor({ state: 'attached' })
    await page.mouse.up()
    await page.locator('[name=nome]').fill('Vale azul um')
    // Typed text holds the page: a press elsewhere asks, and loses nothing.
    await page.getByRole('link', { name: 'Unidades', exact: true }).hover()
    await page.mouse.down()
    await untilSteady(page)
    await page.mouse.up()
    await page.getByRole('alertdialog').getByRole('button').first().click()
    expect(await page.locator('[name=nome]').inputValue()).toBe('Vale azul um')
    await page.keyboard.press('Control+s')
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto('/vales')
    await page.getByRole('gridcell', { name: 'Vale azul um', exact: true }).waitFor()
  })

  it('sum a column over all pages of the filter, and again when something changes', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/vales')
    const foot = page.locator('.grid-foot')
    await foot.getByText('Total de 25').waitFor()
    await foot.getByText('R$ 252,50').waitFor()
    await page.getByRole('button', { name: 'Próxima página' }).click()
    await page.getByText(/11–20 de 25/).waitFor()
    expect(await foot.innerText()).toContain('252,50')
    await page.getByRole('textbox', { name: /Buscar/ }).fill('azul')
    await foot.getByText('Total de 5').waitFor()
    await foot.getByText('R$ 50,50').waitFor()
    await page.locator('[role=gridcell][data-column=valor]').first().click()
    await page.keyboard.type('20')
    await page.keyboard.press('Enter')
    await foot.getByText('R$ 60,40').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('say their sums, views and files on a phone, with room for a thumb', async () => {
    me = await openBrowser(fixture.address, phone)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/vales?q=verde')
    await page.getByText('Total: Valor').waitFor()
    await page.getByText('R$ 202,00').waitFor()
    const more = page.getByRole('button', { name: 'Mais da lista' })
    await more.tap()
    await page.getByRole('menuitem', { name: /Salvar esta visualização/ }).waitFor()
    const targets = [more, ...(await page.getByRole('menuitem').all())]
    for (const target of targets) {
      const box = await target.boundingBox()
      expect([await target.innerText(), Math.min(box?.height ?? 0, box?.width ?? 0) >= 44]).toEqual([expect.anything(), true])
    }
    expect(await violations(page)).toEqual([])
    await page.getByRole('menuitem', { name: /Salvar esta visualização/ }).tap()
    await page.getByLabel('Nome da visualização').fill('Verdes')
    await page.getByRole('button', { name: 'Salvar', exact: true }).tap()
    await page.getByText('Visualização salva.').waitFor()
    await page.goto('/vales')
    await more.tap()
    await page.getByRole('menuitem', { name: 'Verdes' }).tap()
    await page.waitForURL(/q=verde/)
    const coming = page.waitForEvent('download')
    await more.tap()
    await page.getByRole('menuitem', { name: /CSV/ }).tap()
    expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
  })

  it('show every column of the products at 1024 px with the menu open, names longest', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 1024, height: 768 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos')
    const grid = page.getByRole('grid', { name: 'Produtos' })
    await grid.getByRole('row').nth(6).waitFor()
    expect(await grid.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
    const width = async (title: string): Promise<number> =>
      (await grid.getByRole('columnheader', { name: title }).boundingBox())?.width ?? 0
    expect(await width('Nome')).toBeGreaterThan(
      Math.max(await width('Código'), await width('Cód. auxiliar'), await width('Ativo')),
    )
    const cut = await grid
      .locator('.grid-title-text')
      .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent))
    expect(cut).toEqual([])
    await grid.getByRole('switch').first().waitFor()
  })

  it('ends a name in dots that finds no room beside an open menu on a tablet', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.evaluate(() => localStorage.setItem('menuRecolhido.estreito', ''))
    await page.goto('/produtos')
    const names = page.locator('[role=gridcell][data-column=desc_prod] .list-pair > :last-child')
    await names.first().waitFor()
    const cut = () =>
      names.evaluateAll(all =>
        all.filter(one => one.scrollWidth > one.clientWidth).map(one => getComputedStyle(one).textOverflow),
      )
    await expect.poll(async () => (await cut()).length).toBeGreaterThan(0)
    expect([...new Set(await cut())]).toEqual(['ellipsis'])
    const past = await names.evaluateAll(all =>
      all.filter(one => {
        const cell = one.closest('[role=gridcell]')
        return cell !== null && one.getBoundingClientRect().right > cell.getBoundingClientRect().right
      }),
    )
    expect(past).toHaveLength(0)
  })
})
