import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { mailText } from '../../mailCatcher.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, chooseReference, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const
const supplier = 'vendas@fornecedor-que-cota.com.br'

let fixture: RunningApp
const people: BrowserUser[] = []
beforeAll(async () => {
  fixture = await openApp()
})
afterEach(async () => {
  for (const { leave, errors } of people.splice(0)) {
    expect(errors).toEqual([])
    await leave()
  }
})
afterAll(() => fixture?.close())

/** Where the link of the newest letter to the supplier leads, within the site. */
async function letterLink(): Promise<string> {
  const folder = join(fixture.folder, 'data', 'mail')
  const found = (): string | undefined =>
    readdirSync(folder)
      .filter(file => file.endsWith('.eml'))
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .findLast(raw => raw.includes(`To: ${supplier}`))
  await expect.poll(found).toBeDefined()
  const link = /https?:\/\/\S+\/cotacao\?\S+/.exec(mailText(found() ?? ''))?.[0] ?? 'http://none'
  const { pathname, search } = new URL(link)
  return pathname + search
}

it('a shop asks a supplier for prices, who answers on a phone; the shop sees them at the order and takes them over', async () => {
  const shop = await openBrowser(fixture.address)
  const outside = await openBrowser(fixture.address, phone)
  people.push(shop, outside)
  await signIn(shop.page, 'dono@demo.com.br')
  const headers = { authorization: await shop.page.evaluate(() => localStorage.getItem('token') ?? '') }
  const { request } = shop.page
  const products = (await (
    await request.get(`/api/produtos/list?lojaId=1&filter=${encodeURIComponent('{"limit":2}')}`, { headers })
  ).json()) as { readonly id: number; readonly desc_prod: string }[]
  const partners = (await (
    await request.get(`/api/parceiros/list?lojaId=1&filter=${encodeURIComponent('{"where":{"fornecedor":true},"limit":1}')}`, {
      headers,
    })
  ).json()) as { readonly id: number; readonly nome_fantasia: string }[]
  const [flour, yeast] = products
  const [partner] = partners
  if (!flour || !yeast || !partner) throw new Error('the demo has no products or suppliers')
  const made = await request.post('/api/pedidos', {
    headers,
    data: {
      lojaId: 1,
      tipo: 'COMPRA',
      parceiroId: partner.id,
      itens: [
        { produtoId: flour.id, quantidade: 10, valor_unitario: 20 },
        { produtoId: yeast.id, quantidade: 2, valor_unitario: 5 },
      ],
      contas: [],
    },
  })
  const order = (await made.json()) as { readonly id: number }

  // The shop asks, from the order's menu.
  await shop.page.goto(`/pedidos/${order.id}`)
  await shop.page
    .getByRole('button', { name: /Mais ações|Ações/ })
    .first()
    .click()
  await shop.page.getByRole('menuitem', { name: 'Pedir cotação' }).click()
  const dialog = shop.page.getByRole('dialog')
  await chooseReference(shop.page, 'Fornecedor', partner.nome_fantasia.slice(0, 5), new RegExp(partner.nome_fantasia.slice(0, 5)))
  await dialog.getByLabel('E-mail').fill(supplier)
  expect(await violations(shop.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pedir cotação' }).click()
  await shop.page.getByText('Cotação pedida').waitFor()
  await shop.page.getByText('Aguarda resposta').first().waitFor()

  // The supplier answers; the shop's own prices are nowhere.
  const { page } = outside
  await page.goto(await letterLink())
  await page.getByText('Cantina Bella Massa').waitFor()
  const first = page.getByRole('group', { name: flour.desc_prod })
  await first.waitFor()
  expect(await page.content()).not.toContain('20,00')
  expect([await violations(page), await layoutFlaws(page)]).toEqual([[], []])
  await first.getByLabel('Preço').fill('18,5')
  await page.getByRole('button', { name: 'Enviar a cotação' }).click()
  await page
    .getByText(/Obrigatório|Preencha/)
    .first()
    .waitFor()
  expect(await violations(page)).toEqual([])
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  await page.getByRole('textbox', { name: 'Dia da entrega' }).fill(day)
  await page.getByLabel('Observação').fill('Frete incluso')
  await page.getByRole('button', { name: 'Enviar a cotação' }).click()
  await page.getByText('Feito: Enviar a cotação').waitFor()
  await first.getByText('R$ 18,50').waitFor()
  expect(await page.getByRole('button', { name: 'Enviar a cotação' }).count()).toBe(0)
  expect([await violations(page), await layoutFlaws(page)]).toEqual([[], []])

  // A price was wrong: what was sent is filled in, and sent anew.
  await page.getByRole('button', { name: 'Corrigir a resposta' }).click()
  await page.getByRole('status').getByText('envie de novo').waitFor()
  const price = first.getByLabel('Preço')
  expect([await price.inputValue(), await page.getByLabel('Observação').inputValue()]).toEqual(['18,50', 'Frete incluso'])
  await price.fill('18,25')
  await page.getByRole('button', { name: 'Enviar a cotação' }).click()
  await first.getByText('R$ 18,25').waitFor()

  // Live at the order, beside its own price, and behind the bell.
  await shop.page.getByText('R$ 18,25').first().waitFor()
  await shop.page.getByRole('button', { name: /^Avisos: / }).waitFor()
  await shop.page
    .getByRole('button', { name: /Mais ações|Ações/ })
    .first()
    .click()
  await shop.page.getByRole('menuitem', { name: 'Usar preços de uma cotação' }).click()
  await dialog.getByRole('combobox', { name: 'Cotação' }).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Usar estes preços' }).click()
  await shop.page.getByText('Preços da cotação usados no pedido').waitFor()
  const lines = async () => {
    const now = (await (await request.get(`/api/pedidos/${order.id}?lojaId=1`, { headers })).json()) as {
      readonly itens: readonly { readonly valor_unitario: number }[]
    }
    return now.itens.map(({ valor_unitario }) => valor_unitario)
  }
  await expect.poll(lines).toEqual([18.25, 5])
  await shop.page.getByRole('grid', { name: 'Produtos' }).getByText('R$ 182,50').first().waitFor()
  await page.reload()
  await page.getByText('Preços usados no pedido').waitFor()
  expect(await violations(shop.page)).toEqual([])
})
