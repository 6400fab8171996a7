import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stubCnpj } from '../../../src/plugins/cnpj/stubServer.ts'
import { linkInMail, mailText } from '../../mailCatcher.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture?.close())
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

/** The link in the newest mail to somebody. */
async function linkFor(email: string, text: string): Promise<string> {
  const folder = join(fixture.folder, 'data', 'mail')
  const found = (): string | undefined =>
    readdirSync(folder)
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .findLast(raw => raw.includes(`To: ${email}`) && mailText(raw).includes(text))
  await expect.poll(found).toBeDefined()
  const { pathname, search } = linkInMail(mailText(found() ?? ''))
  return pathname + search
}

describe('people who have no password', () => {
  it('an invited employee makes one by the link in the mail, and enters', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/user_lojas/create')
    await page.getByLabel('E-mail').fill('cozinha@exemplo.com.br')
    await page.getByLabel('Ver', { exact: false }).first().check()
    await page
      .getByRole('button', { name: /^Salvar/ })
      .first()
      .click()
    await page.getByText('Um convite foi enviado por e-mail.').waitFor()
    const link = await linkFor('cozinha@exemplo.com.br', 'Crie a sua senha')
    await me.leave()

    me = await openBrowser(fixture.address)
    const visitor = me.page
    await visitor.goto(link)
    await visitor.getByRole('heading', { name: 'Criar senha' }).waitFor()
    await visitor.getByRole('button', { name: 'Criar senha' }).click()
    await expect.poll(() => visitor.getByText('Obrigatório').count()).toBe(2)
    await visitor.getByLabel(/^Senha/).fill('segredo1')
    await visitor.getByLabel('Confirmar senha').fill('segredo2')
    await visitor.getByRole('button', { name: 'Criar senha' }).click()
    await visitor.getByText('As senhas não são iguais').waitFor()
    await visitor.getByLabel('Confirmar senha').fill('segredo1')
    await visitor.getByRole('button', { name: 'Criar senha' }).click()
    await visitor.getByText('Senha criada com sucesso!').waitFor()
    await visitor.getByText('Para realizar o login clique no botão abaixo').waitFor()
    expect(await violations(visitor)).toEqual([])
    await visitor.getByRole('button', { name: 'Login' }).click()
    await visitor.waitForURL('**/login')
    await logIn(visitor, 'cozinha@exemplo.com.br', 'segredo1')

    await visitor.evaluate(() => localStorage.clear())
    await visitor.goto(link)
    await visitor.getByLabel(/^Senha/).fill('outra-senha')
    await visitor.getByLabel('Confirmar senha').fill('outra-senha')
    await visitor.getByRole('button', { name: 'Criar senha' }).click()
    await visitor.getByText('Error ao definir senha. Por favor, tente novamente.').waitFor()
    await visitor.getByText('Este link já foi usado ou venceu.').waitFor()
    expect(await visitor.getByRole('button', { name: 'Criar senha' }).isEnabled()).toBe(true)
  })

  it('somebody who forgot it gets a link from the login page', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await page.goto('/login')
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await page.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor()
    await page.getByRole('button', { name: 'Redefinir senha' }).click()
    await page.getByText('Obrigatório').waitFor()
    await page.getByLabel('E-mail').fill('funcionario@demo.com.br')
    await page.getByRole('button', { name: 'Redefinir senha' }).click()
    await page.getByText('Email enviado com sucesso.').waitFor()
    await page.getByRole('button', { name: 'Voltar' }).click()
    await page.waitForURL('**/login')
    // A session that ended long ago stands in nobody's way.
    await page.evaluate(() => localStorage.setItem('token', 'de-ontem'))
    await page.goto(await linkFor('funcionario@demo.com.br', 'Recebemos um pedido'))
    await page.getByRole('heading', { name: 'Redefinir senha' }).waitFor()
    await page.getByLabel(/^Nova senha/).fill('novissima')
    await page.getByLabel('Confirmar nova senha').fill('novissima')
    await page.getByRole('button', { name: 'Redefinir senha' }).click()
    await page.getByText('Senha redefinida com sucesso!').waitFor()
    await page.getByRole('button', { name: 'Login' }).click()
    await logIn(page, 'funcionario@demo.com.br', 'novissima')
  })

  it.each([
    { name: 'a desk, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' as const },
    { name: 'a phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const },
  ])('$name: nothing is cut off, axe is silent', async ({ viewport, colorScheme }) => {
    me = await openBrowser(fixture.address, { viewport, colorScheme })
    for (const address of ['/recuperarSenha', '/confirmacao?t=x', '/confirmacao?t=x&reset=true']) {
      await me.page.goto(address)
      await me.page.getByRole('heading').first().waitFor()
      expect(await violations(me.page)).toEqual([])
      expect(await me.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
})

describe('lookups', () => {
  it('a partner is filled by CNPJ, its address by CEP, and what was typed stays', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/parceiros/create')
    await page.getByLabel('Nome fantasia').fill('Meu fornecedor')
    await page.getByLabel('CPF ou CNPJ').fill(stubCnpj)
    await page.getByRole('button', { name: 'Buscar dados do CNPJ' }).click()
    await expect.poll(() => page.getByLabel('Razão social').inputValue()).toMatch(/\w{5}/)
    expect(await page.getByLabel('Nome fantasia').inputValue()).toBe('Meu fornecedor')
    expect(await page.getByLabel('E-mail 1').inputValue()).toMatch(/@/)
    await page.getByRole('tab', { name: /Endereços/ }).click()
    await page.getByRole('gridcell', { name: /DO COMERCIO/ }).waitFor()
    await page.getByRole('button', { name: 'Adicionar linha' }).click()
    const cells = (column: string) => page.locator(`[role=gridcell][data-column=${column}]`)
    await cells('cep').last().click()
    await page.keyboard.type('30110025')
    await page.keyboard.press('Enter')
    await expect.poll(() => cells('cep').last().textContent()).toBe('30110-025')
    await expect.poll(() => cells('logradouro').last().textContent()).toMatch(/\w{4}/)

    await page.goto('/Contador/create')
    const street = page.getByLabel('Logradouro')
    await page.getByLabel('CEP').fill('80010-010')
    await expect.poll(() => page.getByLabel('Cidade').inputValue()).toBe('Curitiba')
    const first = await street.inputValue()
    await page.getByLabel('Bairro').fill('Batel')
    await page.getByLabel('CEP').fill('30110-025')
    await expect.poll(() => page.getByLabel('Cidade').inputValue()).toBe('Belo Horizonte')
    expect(await street.inputValue()).not.toBe(first)
    expect(await page.getByLabel('Bairro').inputValue()).toBe('Batel')
    await page.getByLabel('CEP').fill('99999-999')
    await page.getByText('CEP 99999999 não encontrado').waitFor()
    page.once('dialog', dialog => void dialog.accept())
  })

  it('a product is filled by its bar code', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos/create')
    await page
      .getByLabel(/^Código/)
      .first()
      .fill('7891234500014')
    await expect.poll(() => page.getByLabel(/^Nome/).first().inputValue()).toBe('REFRIGERANTE COLA SERRA ALTA LATA 350ML')
    await expect.poll(() => page.getByRole('combobox', { name: 'NCM' }).inputValue()).toMatch(/Refrigerantes/)
    page.once('dialog', dialog => void dialog.accept())
  })
})
