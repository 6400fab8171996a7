import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the page of integrations', () => {
  const session = useOwnerSession()

  it('leads from the user menu to settings that are made by their first save, and tells that they are there', async () => {
    const { page } = session.me
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByRole('menuitem', { name: 'Integrações' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Etiqueta da balança' })
    await card.getByText('Não configurado').waitFor()
    expect(await violations(page)).toEqual([])
    await card.getByRole('link', { name: 'Detalhes: Etiqueta da balança' }).click()
    await page.getByText('2 123456 01250 7').waitFor()
    await page.getByLabel('4 dígitos').check()
    await page.getByText('A etiqueta traz o preço').click()
    await page.getByText('2 1234 00 01250').waitFor()
    await page.getByText('Peso: 1,250 kg').waitFor()
    await page.getByRole('button', { name: /^Salvar/ }).click()
    await page.getByText('Configurações salvas.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Salvar e novo' }).count()).toBe(0)
    await page.goto('/integracoes')
    await card.getByText('Configurado', { exact: true }).waitFor()
    await card.getByText(/^desde /).waitFor()
  })

  it('switches branches, and says so when that fails', async () => {
    const { page } = session.me
    await page.goto('/integracoes/matriz-filial-config')
    const branch = page.getByRole('switch', { name: /Lanches da Praça/ })
    await branch.waitFor()
    expect(await violations(page)).toEqual([])
    await branch.click()
    await expect.poll(() => branch.isChecked()).toBe(false)
    await page.reload()
    await branch.waitFor()
    expect(await branch.isChecked()).toBe(false)
    await page.route('**/api/Loja_filials/save*', route =>
      route.fulfill({ status: 422, json: { error: { message: 'Não agora', code: 'x', statusCode: 422, details: [] } } }),
    )
    await branch.click()
    await page.getByText('Erro ao configurar filial. Não agora').first().waitFor()
    await expect.poll(() => branch.isChecked()).toBe(false)
    await page.unroute('**/api/Loja_filials/save*')
    await branch.click()
    await expect.poll(() => branch.isChecked()).toBe(true)
    session.me.errors.length = 0
  })

  it('installs iFood by a code and an authorisation, shows its stores, and uninstalls it', async () => {
    const { page } = session.me
    await page.goto('/integracoes/ifood')
    await page.getByText('Não instalado').waitFor()
    await page.getByRole('button', { name: 'Instalar' }).click()
    await page.getByText('iFood instalado com sucesso').first().waitFor()
    const save = page.getByRole('button', { name: 'Salvar autorização' })
    await save.waitFor()
    expect(await save.isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    const portal = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Abrir o portal do iFood' }).click()
    const authorised = await portal
    const code = await authorised.locator('code').innerText()
    await authorised.close()
    await page.getByLabel('Código de autorização').fill('ERRADO')
    await save.click()
    await page.getByText('Erro ao salvar código de autorização do iFood').first().waitFor()
    await page.getByLabel('Código de autorização').fill(code)
    await save.click()
    await page.getByText('Autorização realizada com sucesso!').first().waitFor()
    await page.getByRole('cell', { name: 'Dentro do horário de funcionamento' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Desinstalar' }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('iFood desinstalado com sucesso').first().waitFor()
    await page.getByText('Não instalado').waitFor()
    session.me.errors.length = 0
  })

  it('installs a courier with both credentials, and chooses its place among those of the courier', async () => {
    const { page } = session.me
    await page.goto('/pickNGo')
    const install = page.getByRole('button', { name: 'Instalar' })
    const test = page.getByRole('button', { name: 'Testar' })
    await page.getByLabel(/app_id/).fill('loja-7')
    expect([await install.isDisabled(), await test.isDisabled()]).toEqual([true, true])
    await page.getByLabel(/app_key/).fill('chave-7')
    await test.click()
    await page.getByText('Configurações válidas').first().waitFor()
    await install.click()
    await page.getByText('instalado com sucesso!').first().waitFor()
    const city = page.getByLabel('Cidade')
    await city.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true)
    await page.getByLabel('Estado').selectOption('RJ')
    await city.selectOption('Rio de Janeiro')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Localização salva com sucesso!').first().waitFor()
    await page.reload()
    await expect.poll(() => city.locator('option:checked').innerText()).toBe('Rio de Janeiro')
    await page.getByRole('button', { name: 'Desinstalar' }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('desinstalado com sucesso!').first().waitFor()
    await install.waitFor()
  })
})
