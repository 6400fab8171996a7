import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestAuthority, type TestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** CNPJ of the demo company's first store. */
const store = { name: 'Cantina de Teste', cnpj: '25897133000133' }

describe('the digital certificate of a store', () => {
  let fixture: RunningApp
  let authority: TestAuthority
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
    authority = openTestAuthority(join(fixture.folder, 'data', 'sefaz', 'authority'))
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-pkcs12', buffer })

  /** Calls of an address fail until that is mended. */
  const breakCall = async (page: Page, address: RegExp): Promise<{ mend(): Promise<void> }> => {
    await page.route(address, route =>
      route.fulfill({ status: 500, json: { error: { message: 'x', code: 'x', statusCode: 500 } } }),
    )
    return { mend: () => page.unroute(address) }
  }

  it('is installed, asked about at the authority, replaced and uninstalled', async () => {
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    const broken = await breakCall(page, /\/api\/Loja_certificados/)
    await page.goto('/integracoes/certificado-digital-config')
    await page.getByText('Erro ao recuperar o certificado digital').waitFor()
    await broken.mend()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
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
    const silent = await breakCall(page, /consultaStatusNFe/)
    await page.getByRole('button', { name: 'Consultar SEFAZ' }).click()
    await page.getByText('Ocorreu um erro ao consultar o status da SEFAZ').first().waitFor()
    await silent.mend()
    await page.getByRole('button', { name: 'Consultar SEFAZ' }).click()
    await page.getByText('SEFAZ: 107 Serviço em Operação').first().waitFor()
    await page.locator('dd', { hasText: 'Serviço em Operação' }).waitFor()
    expect(await violations(page)).toEqual([])
    // Nothing is hidden, and nothing offers to install what is installed.
    await page.getByRole('button', { name: 'Trocar certificado' }).waitFor()
    expect(await page.getByRole('button', { name: 'Instalar certificado' }).count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('Certificado digital desinstalado com sucesso!').first().waitFor()
    await page.getByText('Nenhum certificado digital instalado').waitFor()
    expect(new URL(page.url()).pathname).toBe('/integracoes/certificado-digital-config')
  })

  it('goes to production after a question, and stays where it was for who says no', async () => {
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/loja_perfil')
    await page.getByRole('tab', { name: 'Fiscal', exact: true }).click()
    await page.getByRole('combobox', { name: 'Ambiente fiscal' }).selectOption({ label: 'Produção' })
    await page.getByText('Em produção as notas têm valor fiscal.').waitFor()
    const question = page.getByRole('alertdialog', { name: 'Ambiente fiscal' })
    const environment = async (): Promise<unknown> => {
      const [store] = (await callApi(page, 'loja_perfil')) as { ambiente_fiscal: number }[]
      return store?.ambiente_fiscal
    }
    await page.getByRole('button', { name: /Salvar/ }).click()
    await question.getByText('Passar a loja para produção?').waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Voltar' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await environment()).toBe(2)
    await page.getByRole('button', { name: /Salvar/ }).click()
    await question.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Perfil da loja atualizado com sucesso!').first().waitFor()
    expect(await environment()).toBe(1)
  })

  it('is nothing for an employee', async () => {
    const { page } = me
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto('/integracoes/certificado-digital-config')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
  })
})
