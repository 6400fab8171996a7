import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stubCepAnswer } from '../../../src/plugins/cep/stubServer.ts'
import { mailText } from '../../mailCatcher.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, chooseReference, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

let fixture: RunningApp
let me: BrowserUser
let postOffice: Server
/** Whether the service of addresses answers at all. */
let answers = true

beforeAll(async () => {
  postOffice = createServer(({ method = '', url = '' }, response) => {
    if (!answers) return
    const { status, body } = stubCepAnswer({ method, steps: url.split('/').slice(1) })
    response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(done => postOffice.listen(0, '127.0.0.1', done))
  fixture = await openApp({ CEP_URL: `http://127.0.0.1:${(postOffice.address() as AddressInfo).port}` })
})
afterAll(async () => {
  await fixture?.close()
  postOffice?.closeAllConnections()
  postOffice?.close()
})
afterEach(async () => {
  answers = true
  expect(me.errors).toEqual([])
  await me.leave()
})

const part = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()
const next = (page: Page) => page.getByRole('button', { name: 'Próximo' })

async function sayWho(page: Page, email: string): Promise<void> {
  await part(page, 'Conte-nos sobre você')
  await page.getByLabel('Seu nome').fill('Ana Souza')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Telefone').fill('11987654321')
  await next(page).click()
}

async function sayWhat(page: Page): Promise<void> {
  await part(page, 'Conte-nos sobre seu negócio')
  await page.getByLabel('Nome do negócio').fill('Cantina da Ana')
  await page.getByLabel('CNPJ *', { exact: true }).fill('12.ABC.345/01DE-35')
  await chooseReference(page, 'Segmento', 'Pizz', /Pizzaria/)
  await next(page).click()
}

async function sayWhere(page: Page): Promise<void> {
  await part(page, 'Qual o endereço do seu negócio')
  await page.getByLabel('CEP').fill('01310-100')
  await page.getByLabel('Número').fill('100')
  await next(page).click()
}

describe('a visitor on a phone', () => {
  it('signs up in four steps, is in, and sees what to do next', async () => {
    me = await openBrowser(fixture.address, phone)
    const { page } = me
    await page.goto('/cadastro?resale_pallas_code=42&login_on_success=true')
    await part(page, 'Conte-nos sobre você')
    expect(await page.getByRole('button', { name: 'Voltar' }).count()).toBe(0)
    expect(await next(page).isDisabled()).toBe(true)
    await page.getByText('+55').waitFor()
    expect(await violations(page)).toEqual([])
    await sayWho(page, 'ana@exemplo.com.br')

    await part(page, 'Conte-nos sobre seu negócio')
    expect(await next(page).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Segmento' }).click()
    await page.getByRole('option', { name: 'Restaurante' }).waitFor()
    const segments = await page.getByRole('option').allInnerTexts()
    expect(segments).toEqual(segments.toSorted((a, b) => a.localeCompare(b, 'pt-BR')))
    await page.getByLabel('Nome do negócio').click()
    // A problem told as its field is left moves nothing away from under the finger.
    await page.getByLabel('Nome do negócio').fill('Cantina '.repeat(13))
    await page.getByLabel('CPF', { exact: true }).check()
    await page.getByText('Máximo de 100 caracteres').waitFor()
    await page.getByLabel('CPF *', { exact: true }).fill('529.982.247-26')
    await page.getByLabel('Nome do negócio').focus()
    await page.getByText('CPF inválido').waitFor()
    await page.getByLabel('CNPJ', { exact: true }).check()
    expect(await violations(page)).toEqual([])
    await sayWhat(page)

    await page.getByText('Após preencher o CEP, seu endereço aparece aqui').waitFor()
    expect(await page.getByLabel('Número').count()).toBe(0)
    expect(await next(page).isDisabled()).toBe(true)
    await page.getByLabel('CEP').fill('01310-100')
    await page.getByLabel('Número').fill('100')
    expect(await page.getByLabel('Cidade').inputValue()).toBe('São Paulo')
    expect(await page.getByText('Após preencher o CEP').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await next(page).click()

    await part(page, 'Defina uma senha')
    const finish = page.getByRole('button', { name: 'Finalizar cadastro' })
    await page.getByLabel(/^Senha/).fill('12345')
    await page.getByLabel('Li e aceito os termos').check()
    await page.getByText('Mínimo de 6 caracteres').waitFor()
    expect(await finish.isDisabled()).toBe(true)
    await page.getByLabel(/^Senha/).fill('segredo-1')
    await page.getByRole('button', { name: 'Mostrar senha' }).click()
    expect(await page.getByLabel(/^Senha/).getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Ocultar senha' }).click()
    expect(await page.getByLabel(/^Senha/).getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Ler os termos' }).click()
    await page.getByRole('dialog').getByText('Política de privacidade', { exact: false }).first().waitFor()
    await page.getByRole('dialog').getByText('Versão de 2026-11-24').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await finish.click()

    await page.getByText('Cadastro efetuado com sucesso.').waitFor()
    await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === '/')
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    for (const name of ['Complete o perfil da loja', 'Cadastre os produtos', 'Convide a equipe', 'Publique o cardápio'])
      await steps.getByRole('link', { name }).waitFor()
    await steps.getByText('Confira as moedas').waitFor()
    expect(await steps.getByRole('link', { name: 'Confira as moedas' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it('walks the parts by the buttons of the browser, and a reload keeps all but the password', async () => {
    me = await openBrowser(fixture.address, phone)
    const { page } = me
    await page.goto('/cadastro')
    await sayWho(page, 'bia@exemplo.com.br')
    await sayWhat(page)
    await sayWhere(page)
    await part(page, 'Defina uma senha')
    await page.getByLabel(/^Senha/).fill('segredo-1')
    await page.getByLabel('Li e aceito os termos').check()
    await page.goBack()
    await part(page, 'Qual o endereço do seu negócio')
    await page.goBack()
    await part(page, 'Conte-nos sobre seu negócio')
    await page.goForward()
    await part(page, 'Qual o endereço do seu negócio')
    await page.getByRole('button', { name: 'Voltar' }).click()
    await part(page, 'Conte-nos sobre seu negócio')
    await page.goForward()
    await page.goForward()
    await part(page, 'Defina uma senha')
    await page.reload()
    await part(page, 'Defina uma senha')
    expect(await page.getByLabel(/^Senha/).inputValue()).toBe('')
    expect(await page.getByLabel('Li e aceito os termos').isChecked()).toBe(false)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('segredo-1')
    await page.getByRole('button', { name: 'Voltar' }).click()
    await part(page, 'Qual o endereço do seu negócio')
    expect(await page.getByLabel('Número').inputValue()).toBe('100')
    await page.getByRole('button', { name: 'Voltar' }).click()
    await part(page, 'Conte-nos sobre seu negócio')
    await expect.poll(() => page.getByRole('combobox', { name: 'Segmento' }).inputValue()).toBe('Pizzaria')
    // A part that nobody typed yet cannot be skipped.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/cadastro?etapa=4')
    await part(page, 'Conte-nos sobre você')
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('the address', () => {
  it('that no CEP has is typed by hand, and so it is while the service is away', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await page.goto('/cadastroPublico')
    await sayWho(page, 'caio@exemplo.com.br')
    await sayWhat(page)
    await part(page, 'Qual o endereço do seu negócio')
    await page.getByLabel('CEP').fill('01310-100')
    await page.getByLabel('Logradouro').waitFor()
    await page.getByLabel('CEP').fill('00000-000')
    await page.getByText('CEP 00000000 não encontrado').waitFor()
    // The values that the first one filled went with it.
    expect(await page.getByLabel('Logradouro').count()).toBe(0)
    answers = false
    await page.getByLabel('CEP').fill('01310-200')
    await page.getByText('Serviço de pesquisa de CEP indisponível no momento.').waitFor()
    expect(await next(page).isDisabled()).toBe(true)
    await page.getByLabel('Digitar o endereço').check()
    await page.getByLabel('Logradouro').fill('Avenida Paulista')
    await page.getByLabel('Número').fill('1')
    await page.getByLabel('Cidade').fill('São Paulo')
    expect(await next(page).isDisabled()).toBe(true)
    await page.getByLabel('UF').selectOption('SP')
    expect(await layoutFlaws(page)).toEqual([])
    await next(page).click()
    await part(page, 'Defina uma senha')
    await page.getByLabel(/^Senha/).fill('segredo-1')
    await page.getByLabel('Li e aceito os termos').check()
    await page.getByRole('button', { name: 'Finalizar cadastro' }).click()
    // Nobody asked for a login: it is the page that follows.
    await page.waitForURL('**/login')
    await page.getByText('Cadastro efetuado com sucesso.').waitFor()
  })
})

describe('who is known', () => {
  it('is told no more than anybody: the e-mail says how to enter', async () => {
    me = await openBrowser(fixture.address, { colorScheme: 'dark' })
    const { page } = me
    await page.goto('/cadastro')
    await sayWho(page, 'dono@demo.com.br')
    await sayWhat(page)
    await sayWhere(page)
    await page.getByLabel(/^Senha/).fill('segredo-1')
    await page.getByLabel('Li e aceito os termos').check()
    await page.getByText('Se ele já tiver cadastro, o e-mail diz como entrar.').waitFor()
    expect(await violations(page)).toEqual([])
    await me.context.setOffline(true)
    await page.getByRole('button', { name: 'Finalizar cadastro' }).click()
    await page.getByText('Sem conexão com o servidor. Tente de novo.').waitFor()
    await me.context.setOffline(false)
    await page.getByRole('button', { name: 'Finalizar cadastro' }).click()
    await page.waitForURL('**/login')
    await page.getByText('Cadastro efetuado com sucesso.').waitFor()
    const folder = join(fixture.folder, 'data', 'mail')
    const letter = (): string | undefined =>
      readdirSync(folder)
        .map(file => readFileSync(join(folder, file), 'utf8'))
        .find(raw => raw.includes('To: dono@demo.com.br'))
    await expect.poll(letter).toBeDefined()
    expect(mailText(letter() ?? '')).toContain('Alguém tentou criar uma conta')
  })
})
