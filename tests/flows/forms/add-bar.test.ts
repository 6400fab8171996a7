import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { openOneOwnerSession } from '../fixtures/ownerSession.ts'

const desk = openOneOwnerSession()

interface Product {
  readonly id: number
  readonly cod_prod: string
  readonly desc_prod: string
}

/** Two products of the store, the second with a barcode that no code begins with. */
async function twoProducts(page: Page): Promise<[Product, Product]> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { Authorization: token }
  const filter = JSON.stringify({ where: { lojaId: 1, combo: false }, limit: 2, fields: ['id', 'cod_prod', 'desc_prod'] })
  const reply = await page.request.get(`/api/produtos/list?filter=${encodeURIComponent(filter)}`, { headers })
  const [first, second] = (await reply.json()) as Product[]
  if (!first || !second) throw new Error('the demo has no products')
  await page.request.patch(`/api/produtos/${second.id}`, { headers, data: { lojaId: 1, cod_aux: '7891234567895' } })
  return [first, second]
}

it('rows are typed, scanned and refused above their list, by keyboard alone', async () => {
  const { page } = desk.me
  const [first, second] = await twoProducts(page)
  await page.goto('/inventarios/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Contagem de sábado')
  const bar = page.getByRole('group', { name: 'Adicionar em Itens' })
  const product = bar.getByRole('combobox', { name: 'Produto' })
  const count = bar.getByRole('textbox', { name: 'Estoque' })
  const grid = page.getByRole('grid', { name: 'Itens' })
  await expect.poll(() => page.getByText('Nenhum registro', { exact: true }).count()).toBe(1)

  await product.press('Enter')
  await bar.getByText('Preencha o produto!').waitFor()
  // The code and Enter, as it is typed or scanned.
  await product.fill(first.cod_prod)
  await product.press('Enter')
  await expect.poll(() => count.evaluate(box => box === document.activeElement)).toBe(true)
  await count.press('Enter')
  await bar.getByText('Preencha a quantidade de estoque entre 0 e 10 mil!').waitFor()
  await count.fill('10000,5')
  await count.press('Enter')
  await bar.getByText('Preencha a quantidade de estoque entre 0 e 10 mil!').waitFor()
  await count.fill('12,5')
  await count.press('Enter')
  await grid.getByText(first.desc_prod).waitFor()
  await bar.getByText(`Incluído: ${first.desc_prod}`).waitFor()
  await expect.poll(() => product.evaluate(box => box === document.activeElement)).toBe(true)

  await page.keyboard.type('7891234567895')
  await page.keyboard.press('Enter')
  await expect.poll(() => count.evaluate(box => box === document.activeElement)).toBe(true)
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await grid.getByText(second.desc_prod).waitFor()

  await product.fill(first.desc_prod)
  await page.getByRole('option', { name: first.desc_prod }).first().click()
  await count.fill('1')
  await count.press('Enter')
  await bar.getByText(`Produto '${first.desc_prod}', código '${first.cod_prod}' já consta no inventário!`).waitFor()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Control+s')
  await page.waitForURL(url => !url.pathname.includes('create'))
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const newestFirst = encodeURIComponent(JSON.stringify({ where: { lojaId: 1 }, order: ['id DESC'], limit: 1 }))
  const rows = await page.request.get(`/api/inventarios/list?filter=${newestFirst}`, { headers })
  const [{ id }] = (await rows.json()) as [{ id: number }]
  const newest: unknown = await (await page.request.get(`/api/inventarios/${id}?lojaId=1`, { headers })).json()
  expect(newest).toMatchObject({
    nome: 'Contagem de sábado',
    itens: [
      { produtoId: first.id, quantidade_estoque: 12.5 },
      { produtoId: second.id, quantidade_estoque: 3 },
    ],
  })
  expect(desk.me.errors).toEqual([])
})
