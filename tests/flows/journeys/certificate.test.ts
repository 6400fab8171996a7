import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestAuthority, type TestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** CNPJ of the demo company's first store. */
const store = { name: 'Cantina de Teste', cnpj: '25897133000133' }

describe('the digital certificate of a store', () => {
  let house: RunningApp
  let authority: TestAuthority
  let me: BrowserUser

  beforeAll(async () => {
    house = await openApp()
    authority = openTestAuthority(join(house.folder, 'data', 'sefaz', 'authority'))
  })
  afterAll(() => house?.close())
  beforeEach(async () => {
    me = await openBrowser(house.address)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-pkcs12', buffer })

  it('is installed, asked about at the authority, replaced and uninstalled', async () => {
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/integracoes/certificado-digital-config')
    await page.getByText('Nenhum certificado digital instalado').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Instalar certificado' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Escolher arquivo').waitFor()
    await choose(page, 'certificado.txt', Buffer.from('x'))
    await dialog.getByText('Escolha um arquivo .pfx', { exact: true }).waitFor()
    await choose(page, 'empresa.pfx', authority.issueFile(store, '1234'))
    await dialog.getByText('empresa.pfx').waitFor()
    await dialog.getByLabel('Senha do certificado').fill('4321')
    await dialog.getByRole('button', { name: 'Instalar', exact: true }).click()
    await dialog.getByText('A senha não abre este certificado').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Senha do certificado').fill('1234')
    await page.keyboard.press('Enter')
    await page.getByText('Certificado digital salvo com sucesso!').first().waitFor()
    await page.getByText('Válido', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Consultar SEFAZ' }).click()
    await page.getByText('SEFAZ: 107 Serviço em Operação').first().waitFor()
    await page.locator('dd', { hasText: 'Serviço em Operação' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Desinstalar' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('Nenhum certificado digital instalado').waitFor()
    expect(new URL(page.url()).pathname).toBe('/integracoes/certificado-digital-config')
  })

  it('is nothing for an employee', async () => {
    const { page } = me
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto('/integracoes/certificado-digital-config')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
  })
})
