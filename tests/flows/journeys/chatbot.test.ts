import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const connected = (page: Page) => page.getByText('Conectado', { exact: true })

describe('the chatbot and the test of distances', () => {
  const session = useOwnerSession()

  it('is installed by a scanned code, also from another browser, told what to say, and uninstalled', async () => {
    const { page } = session.me
    await page.goto('/integracoes')
    await page.getByRole('link', { name: 'Detalhes: Chatbot do WhatsApp' }).click()
    // The hub says so of others, too.
    await page.getByRole('heading', { level: 1, name: 'Chatbot do WhatsApp' }).waitFor()
    await page.getByText('Não instalado').waitFor()
    expect(await page.getByRole('button', { name: 'Instalar o chatbot antigo' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Instalar' }).click()
    await page.getByText('WhatsApp instalado com sucesso').first().waitFor()
    await page.getByRole('img', { name: 'Código QR do chatbot' }).waitFor()
    expect(await page.getByLabel('Resposta de boas-vindas').isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])

    // Somebody else goes on where it was left.
    const other = await openBrowser(session.fixture.address, { viewport: { width: 390, height: 800 } })
    await signIn(other.page, 'dono@demo.com.br')
    await other.page.goto('/integracoes/whatsapp-config')
    await other.page.getByRole('img', { name: 'Código QR do chatbot' }).waitFor()
    expect(await violations(other.page)).toEqual([])
    const opened = other.page.context().waitForEvent('page')
    await other.page.getByRole('link', { name: 'Abrir o endereço do código' }).click()
    const telephone = await opened
    await telephone.getByRole('button', { name: 'Conectar este WhatsApp' }).click()
    await telephone.getByText('WhatsApp conectado').waitFor()
    await connected(other.page).waitFor()
    await other.leave()
    expect(other.errors).toEqual([])

    // The first page noticed by itself.
    await connected(page).waitFor()
    const welcome = page.getByLabel('Resposta de boas-vindas')
    await page.getByLabel('Responder automaticamente').check()
    await welcome.fill('Olá! Nosso cardápio está no app.')
    await page.getByLabel('Contatos a ignorar').fill('João')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('"João" não é um número com DDD').first().waitFor()
    expect(await welcome.inputValue()).toBe('Olá! Nosso cardápio está no app.')
    session.me.errors.length = 0
    await page.getByLabel('Contatos a ignorar').fill('(11) 98765-4321')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Respostas salvas com sucesso').first().waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Contatos a ignorar').inputValue()).toBe('11987654321')
    expect(await violations(page)).toEqual([])
    await page.goto('/integracoes')
    const card = page.getByRole('listitem').filter({ hasText: 'Chatbot do WhatsApp' })
    await card.getByText('Conectado').waitFor()
    await card.getByRole('link').click()
    await page.getByRole('button', { name: 'Desinstalar' }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('WhatsApp desinstalado com sucesso').first().waitFor()
    await page.getByText('Não instalado').waitFor()
  })

  it('says in the words of the specification what failed', async () => {
    const { page } = session.me
    const failing = async (path: string, text: string, done: () => Promise<void>): Promise<void> => {
      await page.route(`**/api/${path}*`, route => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }))
      await done()
      await page.getByText(text).first().waitFor()
      await page.unroute(`**/api/${path}*`)
    }
    await page.goto('/integracoes/whatsapp-config')
    const install = page.getByRole('button', { name: 'Instalar' })
    await failing('whatsapp/roboInstala', 'Erro ao instalar o WhatsApp', () => install.click())
    await install.click()
    await page.getByText('WhatsApp instalado com sucesso').first().waitFor()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Abrir o endereço do código' }).click()
    const telephone = await opened
    await telephone.getByRole('button', { name: 'Conectar este WhatsApp' }).click()
    await telephone.getByText('WhatsApp conectado').waitFor()
    await connected(page).waitFor()
    const save = page.getByRole('button', { name: 'Salvar' })
    await failing('whatsapp/roboRespostas', 'Erro ao configurar o WhatsApp', () => save.click())
    const uninstall = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Desinstalar' }).click()
      await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    }
    await failing('whatsapp/roboDesinstalar', 'Erro ao desinstalar o WhatsApp', uninstall)

    // The administrator sees the number among those of all stores.
    const chief = await openBrowser(session.fixture.address)
    await signIn(chief.page, 'admin@demo.com.br')
    await chief.page.goto('/Whatsapp')
    const row = chief.page.getByRole('row').filter({ hasText: 'ready' })
    await row.waitFor()
    expect(await violations(chief.page)).toEqual([])
    const remove = async (): Promise<void> => {
      await row.getByRole('button', { name: /^Mais ações/ }).click()
      await chief.page.getByRole('menuitem', { name: 'Desinstalar' }).click()
      await chief.page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    }
    await chief.page.route('**/api/Whatsapp/roboDesinstalarNumber*', route => route.fulfill({ status: 500, body: '' }))
    await remove()
    await chief.page.getByText('Ocorreu um erro ao desinstalar Whatsapp').first().waitFor()
    await chief.page.unroute('**/api/Whatsapp/roboDesinstalarNumber*')
    await remove()
    await chief.page.getByText('WhatsApp desinstalado com sucesso').first().waitFor()
    await expect.poll(() => row.count()).toBe(0)
    await chief.leave()
    await page.getByText('Não instalado').waitFor()
    session.me.errors.length = 0
  })

  it('tells the administrator how far it is, once an address is typed', async () => {
    const chief = await openBrowser(session.fixture.address)
    const { page } = chief
    await signIn(page, 'admin@demo.com.br')
    await page.goto('/maps')
    const test = page.getByRole('button', { name: 'Testar' })
    await test.waitFor()
    await page.goto('/integracoes/maps')
    await test.waitFor()
    expect(await test.isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Logradouro').fill('Rua Inexistente')
    expect(await test.isDisabled()).toBe(false)
    await page.getByLabel('Cidade').fill('Campinas')
    await page.getByLabel('UF').selectOption('SP')
    await test.click()
    await page.getByText('Erro ao consultar ditância').first().waitFor()
    await page.getByText('não achou um caminho').first().waitFor()
    await page.getByLabel('Logradouro').fill('Rua das Flores')
    await test.click()
    await page.getByText('Distância recuperada com sucesso').first().waitFor()
    const result = page.getByRole('status').filter({ hasText: 'Distância (km)' })
    expect(await result.innerText()).toMatch(/Distância \(km\)\s+\d+,\d{3}/)
    await result.getByText('routes:').waitFor()
    expect(await page.getByLabel('Logradouro').inputValue()).toBe('Rua das Flores')
    expect(await violations(page)).toEqual([])
    await chief.leave()
  })

  it('is the administrator’s alone', async () => {
    const { page } = session.me
    await page.goto('/integracoes')
    await page.getByText('Impressão').first().waitFor()
    expect(await page.getByText('Teste de distância').count()).toBe(0)
    await page.goto('/integracoes/maps')
    await page
      .getByText(/não existe|não encontrada|permissão/i)
      .first()
      .waitFor()
    session.me.errors.length = 0
  })
})
