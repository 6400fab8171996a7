import pg from 'pg'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('Mercado Pago', () => {
  const session = useOwnerSession()

  const sql = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: session.fixture.database })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  /** Saves the store's profile as its own page does. */
  const saveStore = async (page: Page, values: object): Promise<void> => {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const saved = await page.request.patch('/api/loja_perfil/1', {
      headers: { authorization: token },
      data: { lojaId: 1, ...values },
    })
    expect(await saved.json()).toMatchObject(values)
  }
  const address = '/integracoes/mercadoPago'
  const open = async (page: Page, state: string): Promise<void> => {
    await page.goto(address)
    await page.getByText(state, { exact: true }).waitFor()
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  /** Goes to the provider's page and follows one of its ways back; gives the address that it came back to. */
  const visit = async (page: Page, way: 'Autorizar' | 'Recusar'): Promise<string> => {
    await button(page, 'Instalar').click()
    const link = page.getByRole('link', { name: way })
    await link.waitFor()
    const back = (await link.getAttribute('href')) ?? ''
    await link.click()
    return back
  }
  const install = async (page: Page): Promise<string> => {
    await open(page, 'Não instalado')
    const back = await visit(page, 'Autorizar')
    await page.getByText('Mercado Pago instalado com sucesso').first().waitFor()
    await page.getByText('Instalado', { exact: true }).waitFor()
    return back
  }
  const uninstall = async (page: Page): Promise<void> => {
    await button(page, 'Desinstalar').click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('Mercado Pago desinstalado com sucesso').first().waitFor()
    await page.getByText('Não instalado', { exact: true }).waitFor()
  }

  it('asks for what the store must have told, and leads to its profile', async () => {
    const { page } = session.me
    await page.goto('/integracoes')
    const card = page.getByRole('listitem').filter({ hasText: 'Cartão e Pix no cardápio digital' })
    await card.getByText('Não instalado').waitFor()
    await saveStore(page, { telefone: null })
    await open(page, 'Não instalado')
    expect(await violations(page)).toEqual([])
    await button(page, 'Instalar').click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByText(/preencha telefone, CEP, logradouro, número, bairro, cidade e UF/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Preencher dados da loja' }).click()
    await page.waitForURL(/\/loja_perfil\/\d+$/)
    await page.getByLabel('Telefone', { exact: true }).waitFor()
    await saveStore(page, { telefone: '11987654321' })
  })

  it('tells that somebody refused at the page of the provider, or that the way there was not found', async () => {
    const { page } = session.me
    await open(page, 'Não instalado')
    await visit(page, 'Recusar')
    await page.getByText('A autorização foi recusada no Mercado Pago. Nada foi instalado.').first().waitFor()
    await page.getByText('Não instalado', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.route('**/api/MercadoPago/installParams*', route =>
      route.fulfill({ status: 424, json: { error: { message: 'Não agora', code: 'x', statusCode: 424, details: [] } } }),
    )
    await button(page, 'Instalar').click()
    await page.getByText('Erro ao recuperar parametros de instalação. Não agora').first().waitFor()
  })

  it('is installed by the way back from the provider, which is good once', async () => {
    const { page } = session.me
    const back = await install(page)
    expect(new URL(page.url()).search).toBe('')
    expect(await violations(page)).toEqual([])
    await page.goto(back)
    await page.getByText('Erro ao instalar checkout do Mercado Pago. Esta autorização já foi usada').first().waitFor()
    await page.getByText('Instalado', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    // Somebody else's way back, as a link in a message would be.
    for (const forged of ['code=TG-alheio&state=alheio', 'code=TG-alheio']) {
      await page.goto(`${address}?${forged}`)
      await page.getByText('Esta autorização não foi iniciada por você nesta loja.').first().waitFor()
    }
    await page.goto('/integracoes')
    const card = page.getByRole('listitem').filter({ hasText: 'Cartão e Pix no cardápio digital' })
    await card.getByText('Instalado', { exact: true }).waitFor()
    await card.getByText(/^desde /).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('switches at once, by keyboard as well, and says what was not switched', async () => {
    const { page } = session.me
    await open(page, 'Instalado')
    const pro = page.getByRole('switch', { name: 'Checkout Pro' })
    const pix = page.getByRole('switch', { name: /Pix/ })
    await pro.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => pro.isChecked()).toBe(true)
    await page.getByText('O Pix só funciona com uma chave Pix cadastrada').waitFor()
    await pix.click()
    await page.getByText('Erro ao ativar Checkout Transparente. A conta do Mercado Pago não tem chave Pix.').first().waitFor()
    await expect.poll(() => pix.isChecked()).toBe(false)
    await page.reload()
    await pro.waitFor()
    expect([await pro.isChecked(), await pix.isChecked()]).toEqual([true, false])
    await page.route('**/api/MercadoPago/oauth*', route =>
      route.fulfill({ status: 424, json: { error: { message: 'Não agora', code: 'x', statusCode: 424, details: [] } } }),
    )
    await pro.click()
    await page.getByText('Erro ao desativar Checkout PRO. Não agora').first().waitFor()
    await expect.poll(() => pro.isChecked()).toBe(true)
  })

  it('changes card readers in place, and says so when that fails', async () => {
    const { page } = session.me
    await open(page, 'Instalado')
    const row = page.getByRole('row').filter({ hasText: 'GERTEC_MP35P__8701012151238699' })
    await row.getByText('Avulsa').waitFor()
    expect(await violations(page)).toEqual([])
    await row.getByRole('button', { name: 'Ativar modo PDV' }).click()
    await page.getByText('Modo da maquininha alterado').first().waitFor()
    await row.getByText('Integrada ao PDV').waitFor()
    await page.route('**/api/MercadoPago/pointOperation*', route =>
      route.fulfill({ status: 424, json: { error: { message: 'Não agora', code: 'x', statusCode: 424, details: [] } } }),
    )
    await row.getByRole('button', { name: 'Desativar modo PDV' }).click()
    await page.getByText('Erro ao mudar operação da point. Não agora').first().waitFor()
  })

  it('opens its transactions, with a chip for each status', async () => {
    const { page } = session.me
    await open(page, 'Instalado')
    await button(page, 'Ver transações').click()
    await page.waitForURL('**/Mercado_Pago_Preference')
    await page.getByText('Nenhuma transação do Mercado Pago').waitFor()
    expect(await page.getByRole('button', { name: /^Nov[ao] / }).count()).toBe(0)
    await sql(
      `INSERT INTO "Mercado_Pago_Preference" ("lojaId", codigo, external_reference, origin, tipo, status, valor)
       SELECT l.id, 'p-' || n, 1040 + n, 'CHECKOUT', 'credit_card', s, 10 + n FROM (SELECT min(id) AS id FROM lojas) l,
         unnest(ARRAY['paid', 'approved', 'reverted', 'refunded', 'estorno em andamento', 'rejected', 'payment_required', NULL, 'in_process'])
           WITH ORDINALITY AS t (s, n)`,
    )
    await page.reload()
    const chips: readonly (readonly [string, string])[] = [
      ['1041', 'Aprovado'],
      ['1042', 'Aprovado'],
      ['1043', 'Estornado'],
      ['1044', 'Estornado'],
      ['1045', 'Estorno em andamento'],
      ['1046', 'Rejeitado'],
      ['1047', 'Aguardando pagamento'],
      ['1048', 'Aguardando pagamento'],
      ['1049', 'in_process'],
    ]
    for (const [order, chip] of chips)
      await page.getByRole('row').filter({ hasText: order }).getByText(chip, { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await layoutFlaws(page)).toEqual([])
  })

  it('stands at every width, light and dark', async () => {
    const { page } = session.me
    await open(page, 'Instalado')
    await page.getByRole('row').filter({ hasText: 'GERTEC' }).waitFor()
    expect(await layoutFlaws(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).toEqual([])
    await uninstall(page)
    expect(await violations(page)).toEqual([])
  })

  it('tells what an installation came to that was not written, and an authorisation that is not renewed', async () => {
    const { page } = session.me
    await sql(`INSERT INTO "Mercado_Pago_oauth" ("lojaId", tentativa_em) SELECT min(id), now() FROM lojas`)
    await open(page, 'Instalação interrompida')
    await page.getByText(/Se esta página não mudar, instale de novo: nada fica em dobro/).waitFor()
    expect(await violations(page)).toEqual([])
    // A page asks for the terminals once it rests, which renews what is over and takes a failure back: it has before rows are changed behind it.
    const terminals = () => page.waitForResponse('**/api/mercadoPago/points*').then(reply => reply.finished())
    let read = terminals()
    await visit(page, 'Autorizar')
    await page.getByText('Instalado', { exact: true }).waitFor()
    await read
    await sql(`UPDATE "Mercado_Pago_oauth" SET falha = 'A autorização não foi renovada', falha_desde = now()`)
    read = terminals()
    await open(page, 'Com falha')
    await page.getByText(/A autorização não foi renovada\. Uma nova tentativa/).waitFor()
    expect(await violations(page)).toEqual([])
    await read
    await sql(`UPDATE "Mercado_Pago_oauth" SET expira_em = now() - interval '1 hour'`)
    await open(page, 'Vencido')
    await page.route('**/api/mercado_pago_oauth/del*', route =>
      route.fulfill({ status: 409, json: { error: { message: 'Não agora', code: 'x', statusCode: 409, details: [] } } }),
    )
    await button(page, 'Desinstalar').click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await page.getByText('Erro ao desinstalar checkout. Não agora').first().waitFor()
    await page.unroute('**/api/mercado_pago_oauth/del*')
    await uninstall(page)
  })

  it('says so when the page itself cannot be read', async () => {
    const { page } = session.me
    await page.route('**/api/Mercado_Pago_oauth*', route =>
      route.fulfill({ status: 422, json: { error: { message: 'Não agora', code: 'x', statusCode: 422, details: [] } } }),
    )
    await page.goto(address)
    await page.getByText('Erro ao recuperar checkout do Mercado Pago. Não agora').waitFor()
    expect(await violations(page)).toEqual([])
  })
})
