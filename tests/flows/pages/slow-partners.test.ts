import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagarmeStub } from '../../../src/plugins/cardProviders/pagarme/stubServer.ts'
import { stubPagbankAnswer } from '../../../src/plugins/cardProviders/pagbank/stubServer.ts'
import { createChatbotStub } from '../../../src/plugins/chatbot/stubServer.ts'
import { stubCourierAnswer } from '../../../src/plugins/couriers/stubServer.ts'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { stubDirectionsAnswer } from '../../../src/plugins/distance/stubServer.ts'
import { createIFoodStub } from '../../../src/plugins/ifood/stubServer.ts'
import { createMercadoPagoStub } from '../../../src/plugins/mercadoPago/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** Pages whose partner takes a call and does not answer: their words, and the steps that they allow. */

/** A partner's page, from the press that asks the partner to what is told; another partner is a row more. */
interface Partner {
  /** The variable of its address. */
  readonly site: string
  readonly path: string
  /** The values to fill in, by label. */
  readonly fill?: Readonly<Record<string, string>>
  /** Steps before, while the partner answers. */
  before?(page: Page): Promise<void>
  /** The button that asks the partner. */
  readonly presses: string
  /** Told when the partner did not answer in time. */
  readonly says: string
  /** Told, once it answers again, by the same button. */
  readonly done: string
}

const silent = (partner: string): string => `${partner} não respondeu. Tente de novo em instantes.`
const main = (page: Page): Locator => page.getByRole('main')
const press = (page: Page, name: string): Promise<void> => main(page).getByRole('button', { name, exact: true }).first().click()

const courier = (site: string, path: string, partner: string, fill: Readonly<Record<string, string>>): Partner => ({
  site,
  path,
  fill,
  presses: 'Testar',
  says: `Erro ao testar. Por favor, verifique se as configurações estão corretas. ${silent(partner)}`,
  done: 'Configurações válidas',
})
const cardProvider = (site: string, path: string, partner: string, fill: Readonly<Record<string, string>>): Partner => ({
  site,
  path,
  async before(page) {
    for (const [label, text] of Object.entries(fill)) await page.getByLabel(label).fill(text)
    await press(page, 'Salvar')
    await main(page).getByRole('button', { name: 'Testar' }).waitFor()
  },
  presses: 'Testar',
  says: `Erro com a Integração com ${partner}. ${silent(partner)}`,
  done: `Integração com ${partner} funcionando!`,
})

const partners: readonly Partner[] = [
  {
    site: 'IFOOD_URL',
    path: '/integracoes/ifood',
    presses: 'Instalar',
    says: `Erro ao instalar o iFood. ${silent('iFood')}`,
    done: 'iFood instalado com sucesso',
  },
  courier('PICKNGO_URL', '/pickNGo', 'Pick N Go', { app_id: 'loja-7', app_key: 'chave-7' }),
  courier('BEEDELIVERY_URL', '/beeDelivery', 'Bee Delivery', { app_key: 'chave-7', external_id: 'empresa-7' }),
  cardProvider('PAGARME_URL', '/integracoes/stone-pagarme-config', 'Stone', {
    'ID da conta': 'acc_jZkdN857et650oNv',
    'Chave secreta': 'sk_segredo_da_stone',
  }),
  cardProvider('PAGBANK_URL', '/pagbank-config', 'PagBank', { Token: 'token-do-pagbank' }),
  {
    site: 'MERCADOPAGO_URL',
    path: '/integracoes/mercadoPago',
    async before(page) {
      await press(page, 'Instalar')
      await page.getByRole('link', { name: 'Autorizar' }).click()
      await page.getByText('Mercado Pago instalado com sucesso').first().waitFor()
      await main(page).getByRole('button', { name: 'Ativar modo PDV', exact: true }).waitFor()
    },
    presses: 'Ativar modo PDV',
    says: `Erro ao mudar operação da point. ${silent('Mercado Pago')}`,
    done: 'Desativar modo PDV',
  },
  {
    site: 'CHATBOT_URL',
    path: '/integracoes/whatsapp-config',
    presses: 'Instalar',
    says: `Erro ao instalar o WhatsApp. ${silent('WhatsApp')}`,
    done: 'WhatsApp instalado com sucesso',
  },
  {
    site: 'MAPS_URL',
    path: '/integracoes/maps',
    fill: { Logradouro: 'Avenida Paulista' },
    presses: 'Testar',
    says: silent('Serviço de mapas'),
    done: 'Distância recuperada com sucesso',
  },
]

const there: Record<string, StubServer> = {}
let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  const [stone, payments] = [createPagarmeStub(), createMercadoPagoStub()]
  // One that is not in PDV mode.
  payments.devices = payments.devices.filter(one => one.operating_mode === 'STANDALONE')
  const [platform, robots] = [createIFoodStub(), createChatbotStub()]
  const delivery: StubServer = await startStubServer(asked => platform.answer(asked, delivery.address))
  const chat: StubServer = await startStubServer(asked => robots.answer(asked, chat.address))
  Object.assign(there, {
    IFOOD_URL: delivery,
    CHATBOT_URL: chat,
    PICKNGO_URL: await startStubServer(stubCourierAnswer),
    BEEDELIVERY_URL: await startStubServer(stubCourierAnswer),
    PAGARME_URL: await startStubServer(stone.answer),
    PAGBANK_URL: await startStubServer(stubPagbankAnswer),
    MERCADOPAGO_URL: await startStubServer(payments.answer),
    MAPS_URL: await startStubServer(stubDirectionsAnswer),
    DELIVERY_APP_URL: await startStubServer(createStubDatabase()),
  })
  fixture = await openApp({
    ...Object.fromEntries(Object.entries(there).map(([name, { address }]) => [name, address])),
    MERCADOPAGO_AUTH_URL: there.MERCADOPAGO_URL?.address ?? '',
    ...Object.fromEntries(
      ['IFOOD_CLIENT_ID', 'IFOOD_CLIENT_SECRET', 'MERCADOPAGO_CLIENT_ID', 'MERCADOPAGO_CLIENT_SECRET'].map(name => [
        name,
        'da-casa',
      ]),
    ),
  })
  me = await openBrowser(fixture.address)
  await signIn(me.page, 'admin@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
  await Promise.all(Object.values(there).map(one => one.close()))
})

/** The page goes on: what is pressed there is answered, and nothing is told that is not known yet. */
async function staysAlive(page: Page, { says, done }: Partner): Promise<void> {
  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog')
  await finder.waitFor()
  await page.keyboard.press('Escape')
  await finder.waitFor({ state: 'hidden' })
  for (const text of [says, done]) expect(await page.getByText(text, { exact: true }).count()).toBe(0)
}

it('no page freezes, or says what is not so, while its partner does not answer', async () => {
  const opened: { readonly person: BrowserUser; readonly partner: Partner }[] = []
  for (const partner of partners) {
    // A browser of its own: the live events of many tabs would hold all connections of one.
    const person = await openBrowser(fixture.address)
    const { page } = person
    await signIn(page, 'admin@demo.com.br')
    await page.goto(partner.path)
    await main(page).getByRole('heading', { level: 1 }).waitFor()
    await partner.before?.(page)
    for (const [label, text] of Object.entries(partner.fill ?? {})) await page.getByLabel(new RegExp(label)).fill(text)
    opened.push({ person, partner })
  }
  for (const one of Object.values(there)) one.behaviour = 'slow'
  const said: Promise<unknown>[] = []
  for (const { person, partner } of opened) {
    const { page } = person
    await press(page, partner.presses)
    await main(page).locator('button[aria-busy=true]').first().waitFor()
    await staysAlive(page, partner)
    // From now on: a notice goes by itself, and the others take their time.
    said.push(page.getByText(partner.says, { exact: true }).first().waitFor())
    said.at(-1)?.catch(() => undefined)
  }
  await Promise.all(said)
  for (const { person, partner } of opened) {
    const { page } = person
    expect(await page.getByText(partner.done, { exact: true }).count(), partner.path).toBe(0)
    expect(await violations(page)).toEqual([])
  }
  for (const one of Object.values(there)) one.behaviour = 'normal'
  for (const { person, partner } of opened) {
    const { page } = person
    // The typed values are still there.
    await press(page, partner.presses)
    await page.getByText(partner.done, { exact: true }).first().waitFor()
    await person.leave()
    expect(person.errors).toEqual([])
  }
})

it('a menu that is being published says so until the app is known not to answer', async () => {
  const { page } = me
  await page.goto('/publicarMenu')
  const app = there.DELIVERY_APP_URL
  if (app) app.behaviour = 'slow'
  await page.getByRole('button', { name: 'Publicar', exact: true }).first().click()
  expect(await page.getByRole('button', { name: 'Publicando', exact: true }).isDisabled()).toBe(true)
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: 'Erro ao publicar menu' })
  await dialog.waitFor({ timeout: 90_000 })
  expect(await violations(page)).toEqual([])
  if (app) app.behaviour = 'normal'
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('button', { name: 'Publicado', exact: true }).first().waitFor()
})
