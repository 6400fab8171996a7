import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, countUnits, findProduct } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { goOffline, untilOfflineReady } from '../fixtures/offlineReady.ts'
import { openApp, openAppOnEmptyMachine, type RunningApp } from '../fixtures/runningApp.ts'
import { untilDraftKept } from '../fixtures/untilKept.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Salvar produto' }).click()

describe('no lost work', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openAppOnEmptyMachine()
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address, { serviceWorkers: 'allow' })
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  it('offers what was typed back after a reload, and no more once it is saved', async () => {
    const { page } = me
    const { id } = await findProduct(page, 'affogato')
    await page.goto(`/produtos/${id}`)
    await box(page, 'Preço de venda').fill('31,5')
    await box(page, 'Preço de venda').blur()
    await untilDraftKept(page, '31.5')
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText(/Há alterações não salvas de/).waitFor()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Preço de venda').inputValue()).toBe('31,50')
    await save(page)
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto(`/produtos/${id}`)
    await box(page, 'Preço de venda').waitFor()
    expect(await page.getByText(/Há alterações não salvas de/).count()).toBe(0)
    expect((await findProduct(page, 'affogato')).preco_vnd_prod).toBe(31.5)
  })

  it('merges what two people changed, and asks where they changed the same', async () => {
    const { page } = me
    const other = await openBrowser(fixture.address)
    await logIn(other.page, 'funcionario@demo.com.br')
    const { id } = await findProduct(page, 'antepasto')
    for (const one of [page, other.page]) {
      await one.goto(`/produtos/${id}`)
      await box(one, 'Preço de venda').waitFor()
    }
    await box(page, 'Preço de venda').fill('41')
    await box(other.page, 'Nome').fill('Antepasto da Casa')
    await save(other.page)
    await other.page.getByText('Salvo com sucesso.').waitFor()
    await page.getByText(/Alterações de outra pessoa foram mantidas em: Nome/).waitFor()
    await save(page)
    await page.getByText('Salvo com sucesso.').waitFor()
    expect((await findProduct(page, 'antepasto')).desc_prod).toBe('Antepasto da Casa')
    for (const one of [page, other.page]) {
      await one.goto(`/produtos/${id}`)
      await box(one, 'Preço de venda').waitFor()
    }
    await box(page, 'Preço de venda').fill('42')
    await box(other.page, 'Preço de venda').fill('43')
    await save(other.page)
    const dialog = page.getByRole('dialog', { name: 'Outra pessoa alterou este registro' })
    await dialog.getByText('R$ 42,00').waitFor()
    await dialog.getByText('R$ 43,00').waitFor()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await save(page)
    await expect.poll(async () => (await findProduct(page, 'antepasto')).preco_vnd_prod).toBe(42)
    expect(other.errors).toEqual([])
    await other.leave()
  })

  it('tells who changed what, brings a version of before back, and takes a removal back', async () => {
    const { page } = me
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('PAC')
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    const filter = encodeURIComponent(JSON.stringify({ where: { nome: 'PAC' } }))
    const [made] = (await callApi(page, `unidades?filter=${filter}`)) as { id: number }[]
    await page.goto(`/unidades/${made?.id}`)
    await box(page, 'Nome').fill('PACOTE')
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto(`/unidades/${made?.id}`)
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Histórico' }).click()
    const panel = page.getByRole('dialog', { name: 'Histórico' })
    await panel.getByText('Marina Bellini alterou').waitFor()
    await panel.getByRole('cell', { name: 'PACOTE' }).waitFor()
    await panel.getByRole('button', { name: 'Restaurar esta versão' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar esta versão' }).click()
    await page.getByText('Versão restaurada.').waitFor()
    await expect.poll(() => box(page, 'Nome').inputValue()).toBe('PAC')
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.waitForURL('**/unidades')
    expect(await countUnits(page, 'PAC')).toBe(0)
    await page.goto('/atividade')
    await page
      .getByRole('button', { name: /^Desfazer: .*PAC/ })
      .first()
      .click()
    await page.getByText('Desfeito.').waitFor()
    expect(await countUnits(page, 'PAC')).toBe(1)
  })

  it('saves through an outage, once, and in order', async () => {
    const { page } = me
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('FORA')
    await untilOfflineReady(page)
    await fixture.stop('SIGKILL')
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await page
      .getByText(/1 salvamento pendente/)
      .first()
      .waitFor()
    await fixture.start()
    await page.getByText('Criado com sucesso.').waitFor()
    await expect.poll(() => page.getByText(/salvamento pendente/).count()).toBe(0)
    expect(await countUnits(page, 'FORA')).toBe(1)
  })

  it('sends a save that a closed tab left behind, and does no save twice', async () => {
    const { page, context } = me
    await page.goto('/unidades/create')
    await untilOfflineReady(page)
    await box(page, 'Nome').fill('ABA')
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await page.evaluate(() => {
      // Somebody else takes the name meanwhile, in another window.
      for (const key of Object.keys(localStorage))
        if (key.startsWith('fila:')) sessionStorage.setItem(key, localStorage.getItem(key) ?? '')
    })
    await context.setOffline(false)
    await page.getByText('Criado com sucesso.').waitFor()
    expect(await countUnits(page, 'ABA')).toBe(1)
    // The same save again, as a tab that was closed before the answer came would send it: done once.
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('fila:')) localStorage.setItem(key, sessionStorage.getItem(key) ?? '')
    })
    await page.goto('/unidades')
    await page.getByRole('grid').waitFor()
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('fila:')).length)).toBe(0)
    expect(await countUnits(page, 'ABA')).toBe(1)
  })

  it('keeps what is saved in the first moments of a page, before the code that keeps it is there', async () => {
    const { page, context } = me
    const blocked: string[] = []
    await context.route(/\/assets\/outbox-/, route => {
      blocked.push(route.request().url())
      return route.abort()
    })
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('CEDO')
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await expect.poll(() => blocked.length).toBeGreaterThan(0)
    await page.close()
    await context.unroute(/\/assets\/outbox-/)
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto('/unidades')
    await again.getByRole('grid').waitFor()
    await expect.poll(() => countUnits(again, 'CEDO')).toBe(1)
  })

  it('goes on by itself once the code is there, and saves once', async () => {
    const { page, context } = me
    let come = (): void => undefined
    const there = new Promise<void>(resolve => {
      come = resolve
    })
    await context.route(/\/assets\/outbox-/, async route => {
      await there
      await route.continue()
    })
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('DEPOIS')
    // Where the page tells it comes a moment after the page.
    await page.locator('[role=region][aria-label=Avisos]').waitFor({ state: 'attached' })
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await context.setOffline(false)
    come()
    await page.getByText('Criado com sucesso.').waitFor()
    expect(await countUnits(page, 'DEPOIS')).toBe(1)
  })

  it('sends what is typed and saved while an earlier save waits, and asks before the rest is left', async () => {
    const { page, context } = me
    await page.goto('/unidades/create')
    await untilOfflineReady(page)
    await box(page, 'Nome').fill('UMA')
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await box(page, 'Nome').fill('DUAS')
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await box(page, 'Nome').fill('TRÊS')
    await page.getByRole('link', { name: 'Início' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
    await box(page, 'Nome').fill('DUAS')
    await context.setOffline(false)
    await page.getByText('Criado com sucesso.').waitFor()
    await expect.poll(() => countUnits(page, 'DUAS')).toBe(1)
    expect(await countUnits(page, 'UMA')).toBe(0)
    // It is saved, and not offered once more as a new one.
    await page.goto('/unidades/create')
    await box(page, 'Nome').waitFor()
    expect(await page.getByText('Há alterações não salvas').count()).toBe(0)
  })

  it('asks before a dialog in which something was typed is left by a key, its cross or the browser', async () => {
    const { page } = me
    await page.goto('/Movimentos')
    const paid = page.getByRole('row').filter({ hasText: 'Autorizada' }).first()
    await paid.getByRole('link', { name: /^Ver/ }).click()
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Devolver' }).click()
    const amount = page.getByRole('textbox', { name: /^Devolver: / }).first()
    await amount.fill('0,5')
    for (const leave of [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click(),
    ]) {
      await leave()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
      expect(await amount.inputValue()).toMatch(/^0,5/)
    }
    await page.goBack()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.waitForURL('**/Movimentos')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('gives a save that is refused later back to its form', async () => {
    const { page, context } = me
    await page.goto('/unidades/create')
    await untilOfflineReady(page)
    await box(page, 'Nome').fill('DUPLA')
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    // Ends at once: a page that is closed has a moment in which nothing holds its network any more.
    await page.goto('chrome://crash').catch(() => undefined)
    await page.close()
    // Somebody takes the name meanwhile.
    const other = await openBrowser(fixture.address)
    await signIn(other.page, 'dono@demo.com.br')
    await other.page.goto('/unidades/create')
    await box(other.page, 'Nome').fill('DUPLA')
    await other.page.getByRole('button', { name: 'Salvar unidade' }).click()
    await other.page.getByText('Criado com sucesso.').waitFor()
    await other.leave()
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto('/unidades')
    await again.getByText('1 salvamento recusado').first().waitFor()
    await again.getByRole('button', { name: 'Ver pendentes' }).click()
    await again.getByRole('link', { name: 'Unidades: DUPLA' }).click()
    await expect.poll(() => box(again, 'Nome').inputValue()).toBe('DUPLA')
    await again.getByRole('button', { name: '1 campo a corrigir' }).waitFor()
    await expect.poll(() => again.getByText('1 salvamento recusado').count()).toBe(0)
  })
})

describe('finding the way', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    expect(me.errors).toEqual([])
    await me.leave()
    await fixture.close()
  })

  it('finds screens, records and actions from anywhere', async () => {
    const { page } = me
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('affogato')
    await page
      .getByRole('option', { name: /Affogato.*Produtos/i })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/produtos\/\d+/)
    await page.getByRole('heading', { level: 1, name: /Affogato/i }).waitFor()
    await page.keyboard.press('Control+k')
    await page
      .getByRole('option', { name: /Affogato.*Recente/i })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('nfce')
    await page
      .getByRole('option', { name: /^NFC-e/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('1038')
    await page.getByRole('option', { name: /Movimento 1038/ }).waitFor()
    await page.getByRole('combobox', { name: /^Buscar/ }).fill('nova unid')
    await page.getByRole('option', { name: /Nova unidade/ }).click()
    await page.waitForURL('**/unidades/create')
  })

  it('lists the keys', async () => {
    const { page } = me
    await page.goto('/unidades')
    await page.getByRole('grid').waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Ctrl+K').waitFor()
    await page.keyboard.press('Escape')
  })

  it('tells the owner what hides something, and shows the pages as an employee sees them', async () => {
    const { page } = me
    await page.goto('/por-que?caminho=/produtos')
    await page.getByRole('button', { name: 'Explicar' }).click()
    await page.getByText(/não abre esta tela/).waitFor()
    await page.getByRole('checkbox', { name: 'Ver o cardápio' }).check()
    await page.getByRole('button', { name: 'Ver como' }).click()
    await page.waitForURL('**/produtos')
    await page.getByText(/Vendo como: Funcionário/).waitFor()
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    expect(await page.getByRole('link', { name: 'Novo produto' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Usuários da loja' }).count()).toBe(0)
    // The palette, too, finds what that role sees and nothing else.
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: /^Buscar/ })
    await palette.fill('vinhos do sul')
    await page.getByText('Nada encontrado para "vinhos do sul".').waitFor()
    await palette.fill('pizza')
    await page
      .getByRole('option', { name: /Produtos/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Voltar a ver como eu' }).click()
    await page.getByRole('link', { name: 'Novo produto' }).waitFor()
  })
})
