import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPagarmeStub } from '../../../src/plugins/cardProviders/pagarme/stubServer.ts'
import { stubPagbankAnswer } from '../../../src/plugins/cardProviders/pagbank/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('providers of card payments', () => {
  const account = createPagarmeStub()
  let stone: StubServer
  let bank: StubServer
  let fixture: RunningApp
  let me: BrowserUser
  beforeAll(async () => {
    stone = await startStubServer(account.answer)
    bank = await startStubServer(stubPagbankAnswer)
    fixture = await openApp({ PAGARME_URL: stone.address, PAGBANK_URL: bank.address })
  })
  afterAll(async () => {
    await fixture?.close()
    await Promise.all([stone?.close(), bank?.close()])
  })
  beforeEach(async () => {
    me = await openBrowser(fixture.address, { permissions: ['clipboard-read', 'clipboard-write'] })
    await signIn(me.page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    stone.behaviour = 'normal'
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })
  const button = (name: string) => me.page.getByRole('button', { name, exact: true })
  const confirm = async (name: string): Promise<void> => me.page.locator('dialog[open]').getByRole('button', { name }).click()
  const told = (text: string) => me.page.getByText(text).first().waitFor()

  it('installs Stone by account and key, which are what they must be, and tests it', async () => {
    const { page } = me
    await page.goto('/integracoes')
    const card = page.getByRole('listitem').filter({ hasText: 'Stone (Pagar.me)' })
    await card.getByText('Não instalado').waitFor()
    await card.getByRole('link', { name: /^Detalhes/ }).click()
    const [id, key] = [page.getByLabel(/ID da conta/), page.getByLabel(/Chave secreta/)]
    await id.fill('conta_jZkdN857')
    await key.fill('pk_segredo_da_stone')
    await button('Salvar').click()
    await told('Conteúdo inválido')
    expect(await page.getByText('Conteúdo inválido').count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await id.fill('acc_jZkdN857et650oNv')
    await key.fill('sk_segredo_da_stone')
    await button('Salvar').click()
    await told('Configurações da Stone salvas. Teste a integração.')
    await button('Testar').click()
    await told('Integração com Stone funcionando!')
    await page.getByText('Guardada, nunca mostrada').waitFor()
    expect(await page.content()).not.toContain('sk_segredo_da_stone')
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/integracoes')
    await card.getByText('Instalado', { exact: true }).waitFor()
  })

  it('takes notifications once their password is kept, and shows the payment without being asked', async () => {
    const { page } = me
    await page.goto('/integracoes/stone-pagarme-config')
    await page.getByLabel(/Senha das notificações/).fill('uma-senha-bem-comprida')
    await button('Guardar senha').click()
    await told('Senha guardada: as notificações da Stone estão ligadas.')
    const address = await page
      .getByText(/\/api\/notificacoes\/pagarme\//)
      .first()
      .innerText()
    await button('Pagamentos Connect Stone').click()
    await page.waitForURL(/ConnectStone/)
    await told('Nenhum pagamento do Stone Connect')
    const user = Buffer.from('acc_jZkdN857et650oNv:uma-senha-bem-comprida').toString('base64')
    const reply = await page.request.post(new URL(address).pathname, {
      headers: { authorization: `Basic ${user}` },
      data: { id: 'hook_1', account: { id: 'acc_jZkdN857et650oNv' }, type: 'order.paid', data: { id: 'or_demo1' } },
    })
    expect(reply.status()).toBe(200)
    await page.getByText('Mesa 1').first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('shows paid payments first, brings the others, and cancels one after a question', async () => {
    const { page } = me
    await page.goto('/ConnectStone')
    await button('Atualizar').click()
    await told('Pagamentos atualizados.')
    const row = (text: string) => page.getByRole('row').filter({ hasText: text })
    await row('Mesa 2').waitFor()
    expect(await row('Mesa 3').count()).toBe(0)
    await row('Mesa 2')
      .getByRole('button', { name: /Mais ações|Ações/ })
      .click()
    await page.getByRole('menuitem', { name: 'Cancelar o pagamento' }).click()
    stone.behaviour = 'failing'
    await confirm('Cancelar o pagamento')
    await told('Erro cancelar pagamento do Stone Connect')
    stone.behaviour = 'normal'
    await row('Mesa 2')
      .getByRole('button', { name: /Mais ações|Ações/ })
      .click()
    await page.getByRole('menuitem', { name: 'Cancelar o pagamento' }).click()
    await confirm('Cancelar o pagamento')
    await told('Pagamento cancelado.')
    await row('Mesa 2').waitFor({ state: 'detached' })
    expect(account.orders.find(({ code }) => code === 'Mesa 2')?.status).toBe('canceled')
  })

  it('tells in words that Stone is away or refuses the key, and forgets it when uninstalled', async () => {
    const { page } = me
    await page.goto('/integracoes/stone-pagarme-config')
    for (const [mood, words] of [
      ['missing', 'Stone: not found'],
      ['throttled', 'Stone recebe chamadas demais agora.'],
      ['unauthorised', 'Stone: Token inválido'],
      ['malformed', 'Stone respondeu algo que não se entende.'],
      ['unreachable', 'Stone não respondeu.'],
    ] as const) {
      stone.behaviour = mood
      await button('Testar').click()
      await told(`Erro com a Integração com Stone. ${words}`)
    }
    await page.getByText('Com falha').waitFor()
    await told('A chave não é aceita. Confira a chave na conta e troque-a aqui.')
    expect(await violations(page)).toEqual([])
    stone.behaviour = 'normal'
    await button('Desinstalar').click()
    await confirm('Desinstalar')
    await told('Stone desinstalada com sucesso')
    await page.getByText('Não instalado').waitFor()
  })

  it('installs PagBank by its token, tests it, and leads to its transactions', async () => {
    const { page } = me
    await page.goto('/pagbank-config')
    await page.getByLabel(/Token/).fill('token-errado-mesmo')
    await button('Salvar').click()
    await told('Token do PagBank salvo. Teste a integração.')
    await button('Testar').click()
    await told('Erro com a Integração com PagBank')
    await page.getByText('Com falha').waitFor()
    await page.getByLabel(/Token/).fill('token-do-pagbank')
    await button('Salvar').click()
    await page.getByText('Instalado', { exact: true }).waitFor()
    await button('Testar').click()
    await told('Integração com PagBank funcionando!')
    expect(await page.content()).not.toContain('token-do-pagbank')
    expect(await violations(page)).toEqual([])
    await button('Transações do PagBank').click()
    await page.waitForURL(/Transaction_pos.*PagBank/)
    await page.goto('/pagbank-config')
    await button('Desinstalar').click()
    await confirm('Desinstalar')
    await told('PagBank desinstalado com sucesso')
  })

  it('is closed to an employee', async () => {
    const other = await openBrowser(fixture.address)
    await signIn(other.page, 'funcionario@demo.com.br')
    for (const address of ['/integracoes/stone-pagarme-config', '/pagbank-config', '/integracoes']) {
      await other.page.goto(address)
      await other.page.getByRole('button', { name: 'Voltar' }).waitFor()
      expect(await other.page.getByRole('button', { name: /Salvar|Testar/ }).count()).toBe(0)
    }
    await other.leave()
  })
})
