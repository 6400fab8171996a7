import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/base/number.ts'
import { stubCepAnswer } from '../../../src/plugins/cep/stubServer.ts'
import { stubCourierAnswer } from '../../../src/plugins/couriers/stubServer.ts'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, chooseReference, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** A shop from its first minute to its last: signed up on a phone, filled, connected, published, closed and opened, and taken apart again. */

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

/** A partner that a shop connects with; another one is a row more. */
interface Partner {
  readonly name: string
  readonly path: string
  /** Where its installations are kept. */
  readonly table: string
  /** Its secret, which nothing may tell. */
  readonly secret?: string
  /** From 'not installed' to installed. */
  connect(page: Page): Promise<void>
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const shown = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor()

const partners: readonly Partner[] = [
  {
    name: 'iFood',
    path: '/integracoes/ifood',
    table: 'IFood_oauth',
    async connect(page) {
      await press(page, 'Instalar')
      const portal = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'Abrir o portal do iFood' }).click()
      const code = await (await portal).locator('code').innerText()
      await (await portal).close()
      await page.getByLabel('Código de autorização').fill(code)
      await press(page, 'Salvar autorização')
      await shown(page, 'Autorização realizada com sucesso!')
    },
  },
  {
    name: 'Pick N Go',
    path: '/pickNGo',
    table: 'PickNGo',
    secret: 'chave-do-pick',
    async connect(page) {
      await page.getByLabel(/app_id/).fill('loja-7')
      await page.getByLabel(/app_key/).fill('chave-do-pick')
      await press(page, 'Testar')
      await shown(page, 'Configurações válidas')
      await press(page, 'Instalar')
      await page.getByLabel('Estado').selectOption('SP')
      await page.getByLabel('Cidade').selectOption('Campinas')
      await press(page, 'Salvar')
      await shown(page, 'Localização salva com sucesso!')
    },
  },
  {
    name: 'Bee Delivery',
    path: '/beeDelivery',
    table: 'BeeDelivery',
    secret: 'chave-da-bee',
    async connect(page) {
      await page.getByLabel(/app_key/).fill('chave-da-bee')
      await page.getByLabel(/external_id/).fill('empresa-7')
      await press(page, 'Instalar')
      await shown(page, 'instalado com sucesso!')
    },
  },
  {
    name: 'Stone (Pagar.me)',
    path: '/integracoes/stone-pagarme-config',
    table: 'Pagarme_auth',
    secret: 'sk_segredo_da_stone',
    async connect(page) {
      await page.getByLabel('ID da conta').fill('acc_jZkdN857et650oNv')
      await page.getByLabel('Chave secreta').fill('sk_segredo_da_stone')
      await press(page, 'Salvar')
    },
  },
  {
    name: 'PagBank',
    path: '/pagbank-config',
    table: 'Pagbank_auth',
    secret: 'token-do-pagbank',
    async connect(page) {
      await page.getByLabel('Token').fill('token-do-pagbank')
      await press(page, 'Salvar')
    },
  },
  {
    name: 'Mercado Pago',
    path: '/integracoes/mercadoPago',
    table: 'Mercado_Pago_oauth',
    async connect(page) {
      await press(page, 'Instalar')
      await page.getByRole('link', { name: 'Autorizar' }).click()
      await shown(page, 'Mercado Pago instalado com sucesso')
    },
  },
  {
    name: 'Chatbot do WhatsApp',
    path: '/integracoes/whatsapp-config',
    table: 'Whatsapp',
    async connect(page) {
      await press(page, 'Instalar')
      const opened = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'Abrir o endereço do código' }).click()
      const telephone = await opened
      await telephone.getByRole('button', { name: 'Conectar este WhatsApp' }).click()
      await telephone.getByText('WhatsApp conectado').waitFor()
      await telephone.close()
      await shown(page, 'Conectado')
    },
  },
]

describe('a new shop', () => {
  const there = {} as Record<'app' | 'cep' | 'courier', StubServer>
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page
  let lojaId = 0

  beforeAll(async () => {
    there.app = await startStubServer(createStubDatabase())
    there.cep = await startStubServer(stubCepAnswer)
    there.courier = await startStubServer(stubCourierAnswer)
    fixture = await openApp({
      DELIVERY_APP_URL: there.app.address,
      CEP_URL: there.cep.address,
      PICKNGO_URL: there.courier.address,
      APP_URL: 'https://cardapio.exemplo.com.br',
    })
    me = await openBrowser(fixture.address, phone)
    page = me.page
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
    await Promise.all(Object.values(there).map(one => one.close()))
  })

  const query = async (text: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: fixture.database })
    await client.connect()
    try {
      return (await client.query(text, [...params])).rows
    } finally {
      await client.end()
    }
  }
  const save = async (register: string, record: object): Promise<{ readonly id: number }> => {
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const reply = await page.request.post(`/api/${register}/save`, { data: { lojaId, ...record }, headers: { authorization } })
    if (!reply.ok()) throw new Error(`${register}: ${await reply.text()}`)
    return (await reply.json()) as { readonly id: number }
  }
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  it('signs up by itself on a phone', async () => {
    const next = () => page.getByRole('button', { name: 'Próximo' }).click()
    await page.goto('/cadastro?login_on_success=true')
    await page.getByLabel('Seu nome').fill('Ana Souza')
    await page.getByLabel('E-mail').fill('ana@cantina.com.br')
    await page.getByLabel('Telefone').fill('11987654321')
    await next()
    await page.getByLabel('Nome do negócio').fill('Cantina da Ana')
    await page.getByLabel('CNPJ *', { exact: true }).fill('12.ABC.345/01DE-35')
    await chooseReference(page, 'Segmento', 'Pizz', /Pizzaria/)
    await next()
    await page.getByLabel('CEP').fill('01310-100')
    await page.getByLabel('Número').fill('100')
    await next()
    await page.getByLabel(/^Senha/).fill('segredo-1')
    await page.getByLabel('Li e aceito os termos').check()
    await page.getByRole('button', { name: 'Finalizar cadastro' }).click()
    await page.getByRole('region', { name: 'Primeiros passos' }).waitFor()
    const [store] = await query(`SELECT id FROM lojas WHERE user_email = 'ana@cantina.com.br'`)
    lojaId = Number(store?.id)
    expect(lojaId).toBeGreaterThan(0)
  })

  it('sees how a menu stands by one of its segment, and takes it back in one step', async () => {
    await page.goto('/produtos')
    await page.getByRole('link', { name: /^Novo/ }).first().waitFor()
    expect(await violations(page)).toEqual([])
    await press(page, 'Usar um cardápio de exemplo')
    const told = page.getByRole('region', { name: 'Avisos' })
    await told.getByText(/^\d+ produtos de exemplo em \d+ grupos/).waitFor()
    await page.getByText('Antepasto de Berinjela').first().waitFor()
    const [made] = await query('SELECT count(*)::int AS products FROM produtos WHERE "lojaId" = $1', [lojaId])
    expect(Number(made?.products)).toBeGreaterThan(10)
    await told.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Usar um cardápio de exemplo' }).waitFor()
    expect(await query('SELECT FROM produtos WHERE "lojaId" = $1', [lojaId])).toEqual([])
    expect(await query('SELECT nome FROM grupos WHERE "lojaId" = $1', [lojaId])).toEqual([{ nome: 'Geral' }])
  })

  it('simulates its first sale with that menu, sees it in list, cash and figures, and takes it back in one step', async () => {
    await page.goto('/produtos')
    await press(page, 'Usar um cardápio de exemplo')
    await page.getByText('Antepasto de Berinjela').first().waitFor()
    await page.goto('/')
    await page.getByRole('region', { name: 'Primeiros passos' }).getByRole('link', { name: 'Receba a primeira venda' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Ver equipamentos' }).waitFor()
    expect(await violations(page)).toEqual([])
    await press(page, 'Simular a primeira venda')
    await page.waitForURL(/\/Movimentos\/\d+$/)
    await page.getByText(/^Esta venda é simulada/).waitFor()
    expect(await violations(page)).toEqual([])
    const [sale] = await query('SELECT id, valor_final FROM "Movimentos" WHERE "lojaId" = $1 AND simulada', [lojaId])
    const total = formatMoney(Number(sale?.valor_final)).replace(/\s/g, ' ')
    const lacking = async (words: readonly string[]): Promise<readonly string[]> => {
      const text = (await page.getByRole('main').innerText()).replace(/\s/g, ' ')
      return words.filter(word => !text.includes(word))
    }
    for (const [address, words] of [
      ['/Movimentos', ['Simulado', total]],
      ['/caixas', ['Simulação', 'Sem diferença']],
      ['/', [total, 'Receba a primeira venda']],
    ] as const) {
      await page.goto(address)
      await expect.poll(() => lacking(words), { message: address }).toEqual([])
    }
    await page.goto(`/Movimentos/${sale?.id}`)
    const lost: string[] = []
    page.on('response', reply => reply.status() === 404 && lost.push(reply.url()))
    await press(page, 'Remover a venda simulada')
    await page.getByRole('main').getByRole('button', { name: 'Simular a primeira venda' }).waitFor()
    expect(lost).toEqual([])
    for (const table of ['"Movimentos"', 'caixas', 'equipamentos'])
      expect(await query(`SELECT FROM ${table} WHERE "lojaId" = $1`, [lojaId])).toEqual([])
    const [menu] = await query('SELECT id FROM system.actions WHERE "lojaId" = $1 ORDER BY "createdAt" DESC LIMIT 1', [lojaId])
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await page.request.post(`/api/atividade/${menu?.id}/desfazer`, { data: { lojaId }, headers: { authorization } })
    expect(await query('SELECT FROM produtos WHERE "lojaId" = $1', [lojaId])).toEqual([])
  })

  it('is filled: an address in the app, which the platform gives it, hours around the clock, and a product', async () => {
    await query('UPDATE lojas SET cardapio_digital = true, "appEntrega" = true WHERE id = $1', [lojaId])
    await query(`UPDATE users SET chatbot = true WHERE email = 'ana@cantina.com.br'`)
    await page.goto('/loja_perfil')
    const [store] = await query('SELECT version FROM lojas WHERE id = $1', [lojaId])
    await save('loja_perfil', { id: lojaId, version: Number(store?.version), appDeliveryUri: 'cantina-da-ana' })
    const always = { aberto: true, dia_semana_ini: 0, dia_semana_fim: 6, inicio: '00:00', fim: '00:00' }
    await save('Loja_Horarios', { ...always, entrega: true, retirada: true, mesa: true })
    const [made] = await query(
      `SELECT (SELECT min(id) FROM grupos WHERE "lojaId" = $1) AS "grupoId", (SELECT min(id) FROM unidades WHERE "lojaId" = $1) AS "unidadeId",
         (SELECT min(id) FROM impostos WHERE "lojaId" = $1) AS "impostoId", (SELECT min(id) FROM ncms) AS "ncmId"`,
      [lojaId],
    )
    const keys = Object.fromEntries(Object.entries(made ?? {}).map(([name, id]) => [name, name === 'ncmId' ? id : Number(id)]))
    const prices = { preco_cst_prod: 10, preco_vnd_prod: 39.9, appPreco: 39.9, promocao_desconto: 0 }
    await save('produtos', { ...keys, ...prices, cod_prod: '1', desc_prod: 'Pizza de calabresa' })
    await page.goto('/produtos')
    await page.getByText('Pizza de calabresa').first().waitFor()
  })

  it.each(partners)('connects with $name', async ({ path, connect, table }) => {
    await page.goto(path)
    await shown(page, 'Não instalado')
    expect(await violations(page)).toEqual([])
    await connect(page)
    await page.getByRole('button', { name: 'Desinstalar' }).first().waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await query(`SELECT FROM "${table}" WHERE "lojaId" = $1`, [lojaId])).toHaveLength(1)
  })

  it('publishes its menu', async () => {
    await page.goto('/publicarMenu')
    await page.getByRole('button', { name: 'Publicar', exact: true }).first().click()
    await page.getByRole('button', { name: 'Publicado', exact: true }).first().waitFor()
    const menu = await (await fetch(`${there.app.address}/cardapios/cantina-da-ana.json`)).json()
    expect(menu).toMatchObject({ loja: { nome_fantasia: 'Cantina da Ana' } })
    expect(JSON.stringify(menu)).toContain('Pizza de calabresa')
  })

  it('closes in an emergency, and opens again', async () => {
    await page.goto('/')
    const status = (state: string) => page.getByRole('button', { name: `Status da loja: ${state}`, exact: true })
    const panel = page.getByRole('dialog', { name: 'Status da loja' })
    await status('Loja aberta').click()
    await panel.getByRole('button', { name: 'Fechar a loja' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Fechar a loja' }).click()
    await status('Loja em pausa de emergência').waitFor()
    await page.reload()
    await status('Loja em pausa de emergência').click()
    await panel.getByRole('button', { name: 'Abrir a loja' }).click()
    await status('Loja aberta').waitFor()
  })

  it('loses a partner, and is told so in words', async () => {
    there.courier.behaviour = 'failing'
    await page.goto('/pickNGo')
    const reason =
      'Erro ao testar. Por favor, verifique se as configurações estão corretas. Pick N Go não respondeu. Tente de novo em instantes.'
    for (let turn = 0; turn < 5; turn += 1) {
      // On a phone what was told lies over the button until it is closed.
      const told = page.getByRole('region', { name: 'Avisos' }).getByRole('button')
      await expect
        .poll(async () => {
          const count = await told.count()
          // One that goes by itself meanwhile takes no press.
          if (count > 0)
            await told
              .first()
              .click({ timeout: 1_000 })
              .catch(() => undefined)
          return count
        })
        .toBe(0)
      const answered = page.waitForResponse(/PickNGo\/integrationTest/)
      await press(page, 'Testar')
      await answered
      // A button that is still busy with its answer takes no press.
      await untilSteady(page)
    }
    await shown(page, reason)
    await expect
      .poll(async () => {
        await page.goto('/integracoes')
        await card('Bee Delivery').getByText('Instalado', { exact: true }).waitFor()
        return card('Pick N Go').getByText('Sem resposta', { exact: true }).count()
      })
      .toBe(1)
    expect(await violations(page)).toEqual([])
    there.courier.behaviour = 'normal'
  })

  it.each(partners)('parts from $name', async ({ path, table }) => {
    await page.goto(path)
    await press(page, 'Desinstalar')
    await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    await shown(page, 'Não instalado')
    expect(await query(`SELECT FROM "${table}" WHERE "lojaId" = $1`, [lojaId])).toEqual([])
  })

  it('leaves nothing of them behind', async () => {
    const told = await query(
      `SELECT coalesce((SELECT string_agg(l::text, '') FROM user_logs l WHERE l."lojaId" = $1), '')
         || coalesce((SELECT string_agg(a::text, '') FROM system.actions a WHERE a."lojaId" = $1), '') AS all`,
      [lojaId],
    )
    for (const { secret } of partners) if (secret !== undefined) expect(String(told[0]?.all)).not.toContain(secret)
    expect(await query('SELECT FROM system.removed_secrets')).toEqual([])
    await page.goto('/integracoes')
    for (const { name } of partners) await card(name).getByText('Não instalado', { exact: true }).waitFor()
    // The browser's words about calls that a partner did not answer.
    expect(me.errors.filter(text => !text.includes('424'))).toEqual([])
  })
})
