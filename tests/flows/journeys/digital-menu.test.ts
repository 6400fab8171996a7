import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const pages = 'https://cardapio.exemplo.com.br'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

describe('the digital menu of a store', () => {
  let app: StubServer
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    app = await startStubServer(createStubDatabase())
    fixture = await openApp({ DELIVERY_APP_URL: app.address, APP_URL: pages, KDS_URL: 'https://kds.exemplo.com.br' })
  })
  afterAll(async () => {
    await fixture?.close()
    await app?.close()
  })
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    await me.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(me.page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    app.behaviour = 'normal'
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const held = async (path: string): Promise<unknown> => (await fetch(`${app.address}/${path}.json`)).json()
  const copied = (): Promise<string> => me.page.evaluate(() => navigator.clipboard.readText())

  it('is published, and a failure is told and tried again', async () => {
    const { page } = me
    await page.goto('/publicarMenu')
    const row = page.getByRole('row', { name: /Cantina Bella Massa/ })
    const link = row.getByRole('link', { name: /bella-massa\/comanda\/1/ })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(`${pages}/bella-massa/comanda/1`)
    expect(await row.getByRole('link').count()).toBe(3)
    await row.getByRole('button', { name: `Copiar: ${pages}/bella-massa/mesa/1` }).click()
    await page.getByText('Copiado.').first().waitFor()
    expect(await copied()).toBe(`${pages}/bella-massa/mesa/1`)
    await row.getByRole('button', { name: `QR code de Mesa: ${pages}/bella-massa/mesa/1` }).click()
    const code = page.getByRole('dialog', { name: 'QR code de Mesa' })
    await code.getByRole('img', { name: 'Mesa' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await code.waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])

    app.behaviour = 'failing'
    await row.getByRole('button', { name: 'Publicar' }).first().click()
    const dialog = page.getByRole('alertdialog', { name: 'Erro ao publicar menu' })
    await dialog.getByText('O app de delivery não respondeu. Tente de novo em instantes.').waitFor()
    expect(await violations(page)).toEqual([])
    // The dialog has a cross of the same name, too.
    await dialog.getByText('Fechar', { exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    app.behaviour = 'normal'
    expect(await held('cardapios/bella-massa')).toBeNull()
    await row.getByRole('button', { name: 'Erro' }).click()
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
    const done = row.getByRole('button', { name: 'Publicado' })
    await done.waitFor()
    expect(await held('cardapios/bella-massa/loja/nome_fantasia')).toBe('Cantina Bella Massa')
    await row.getByText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/).waitFor()
    const before = app.requests.length
    // It tells that it takes no more clicks; somebody clicks all the same.
    await done.click({ force: true })
    expect(app.requests).toHaveLength(before)
  })

  it('says that it publishes while it does, and asks before it does so in the shop', async () => {
    const { page } = me
    await page.goto('/publicarMenu')
    const row = page.getByRole('row', { name: /Cantina Bella Massa/ })
    let go = (): void => undefined
    const wait = new Promise<void>(resolve => {
      go = resolve
    })
    await page.route(/Equipamento_eventos\/publicar/, async route => {
      await wait
      await route.continue()
    })
    await row.getByRole('button', { name: 'Publicar' }).nth(1).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Enviar os dados para todos os equipamentos desta loja?').waitFor()
    await question.getByRole('button', { name: 'Publicar' }).click()
    const running = row.getByRole('button', { name: 'Publicando' })
    await running.waitFor()
    expect(await running.isDisabled()).toBe(true)
    go()
    await row.getByRole('button', { name: 'Publicado' }).waitFor()
    await page.goto('/equipamento_eventos')
    await page.getByText('Caixa principal').first().waitFor()
  })

  it('stands as cards on a phone, in the dark as well', async () => {
    await me.leave()
    me = await openBrowser(fixture.address, { ...phone, colorScheme: 'dark' })
    await signIn(me.page, 'dono@demo.com.br')
    await me.page.goto('/publicarMenu')
    await me.page.getByRole('button', { name: 'Publicar' }).first().waitFor()
    expect(await me.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violations(me.page)).toEqual([])
  })

  it('has screens for the kitchen: named, addressed, published and cleared', async () => {
    const { page } = me
    await page.goto('/kds/create')
    await page.getByLabel('Nome').fill('Forno')
    await page.getByRole('button', { name: 'Salvar KDS' }).click()
    await page.getByRole('button', { name: /^Copiar: https:\/\/kds\.exemplo\.com\.br\/1\// }).click()
    await page.getByText('Copiado.').first().waitFor()
    expect(await copied()).toMatch(/^https:\/\/kds\.exemplo\.com\.br\/1\/00000000-0000-4000-8000-000000000001\/[0-9a-f-]{36}$/)
    await page.goto('/kds')
    const publish = async (name: string): Promise<void> => {
      await page.getByRole('row', { name }).getByRole('button', { name: /ações/i }).click()
      await page.getByRole('menuitem', { name: 'Publicar' }).click()
    }
    await publish('Forno')
    await page.getByText('Adicione ao menos um grupo antes de publicar o KDS').first().waitFor()
    await publish('Cozinha')
    await page.getByText('KDS publicado com sucesso!').first().waitFor()
    app.behaviour = 'failing'
    await publish('Cozinha')
    await page
      .getByText(/Ocorreu um erro ao publicar o KDS/)
      .first()
      .waitFor()
    app.behaviour = 'normal'
    await fetch(`${app.address}/kds/1/00000000-0000-4000-8000-000000000001/pedidos.json`, {
      method: 'PUT',
      body: '{"a":{"mesa":"4"}}',
    })
    await page.getByRole('button', { name: 'Limpar', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Limpar' }).click()
    await page.getByText('KDS limpado com sucesso!').first().waitFor()
    expect(await held('kds/1/00000000-0000-4000-8000-000000000001/pedidos')).toEqual({ a: { mesa: '4' } })
    await page.getByRole('button', { name: 'Limpar tudo' }).click()
    await page.getByRole('alertdialog').getByText('Confirma a exclusão de todos os pedidos do KDS?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Limpar tudo' }).click()
    await page.getByText('Dados do KDS excluídos com sucesso!').first().waitFor()
    expect(await held('kds/1/00000000-0000-4000-8000-000000000001/pedidos')).toBeNull()
  })

  it('has a loyalty programme, told to be on or off, and the points of its customers', async () => {
    const { page } = me
    await page.goto('/AppFidelidades')
    await page.getByText('Programa ativado: os pedidos do app contam para o desconto.').waitFor()
    const person = page.getByRole('table').getByRole('link').first()
    const name = await person.innerText()
    expect(await violations(page)).toEqual([])
    await person.click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: 'Pontos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedidos válidos para a fidelidade' })
    await dialog.getByRole('table').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto('/AppFidelidades')
    // Enter in the search of its customers looks for them, and saves nothing of what is typed above.
    await page.getByRole('textbox', { name: 'Descrição' }).fill('A cada 10 pedidos, um desconto')
    const search = page.getByRole('textbox', { name: /^Buscar em/ })
    await search.fill('ninguém assim')
    await search.press('Enter')
    await page.getByText('Nada encontrado para "ninguém assim".').waitFor()
    expect(await page.getByRole('button', { name: 'Salvar programa de fidelidade' }).isEnabled()).toBe(true)
    await page.getByRole('switch', { name: 'Ativo' }).click()
    await page.getByText('Programa desativado: os pedidos do app não contam e ninguém ganha o desconto.').waitFor()
    await page.getByRole('button', { name: 'Salvar programa de fidelidade' }).click()
    await page.getByText('Salvo').first().waitFor()
    // The last customer may be on any page of the list.
    await page.goto(`/AppUsers?q=${encodeURIComponent(name)}`)
    await page.getByRole('row', { name }).getByRole('button', { name: /ações/i }).click()
    await page.getByRole('menuitem', { name: 'Pontos' }).click()
    await page.getByText('Esta loja não tem um programa de fidelidade ativado').waitFor()
  })
})
