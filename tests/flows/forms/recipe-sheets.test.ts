import { expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { openOneOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const desk = openOneOwnerSession()

interface Product {
  readonly id: number
  readonly cod_prod: string
  readonly desc_prod: string
}

it('a recipe sheet is written, its cost analysed, and the prices follow both ways', async () => {
  const { page } = desk.me
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const fields = ['id', 'cod_prod', 'desc_prod']
  const filter = JSON.stringify({ where: { lojaId: 1, combo: false }, limit: 2, fields })
  const found = await page.request.get(`/api/produtos/list?filter=${encodeURIComponent(filter)}`, { headers })
  const [dish, first] = (await found.json()) as Product[]
  if (!dish || !first) throw new Error('the demo has too few products')
  for (const [{ id }, preco_cst_prod] of [[dish, 5] as const, [first, 4] as const])
    await page.request.patch(`/api/produtos/${id}`, {
      headers,
      data: { lojaId: 1, preco_cst_prod, preco_vnd_prod: 20, tam_emb_prod: '2' },
    })

  await page.goto('/ficha_tecnicas/create')
  await page.getByText('Nenhum ingrediente na ficha técnica').waitFor()
  const made = page.getByRole('combobox', { name: 'Produto' }).first()
  await made.fill(dish.desc_prod)
  await page
    .getByRole('option', { name: new RegExp(RegExp.escape(dish.desc_prod)) })
    .first()
    .click()
  const bar = page.getByRole('group', { name: 'Adicionar em Ingredientes' })
  const product = bar.getByRole('combobox', { name: 'Produto' })
  await product.fill(dish.cod_prod)
  await product.press('Enter')
  const quantity = bar.getByRole('textbox', { name: 'Quantidade' })
  await expect.poll(() => quantity.evaluate(box => box === document.activeElement)).toBe(true)
  await quantity.fill('0')
  await quantity.press('Enter')
  await bar.getByText('Preencha a quantidade positiva!').waitFor()
  await quantity.fill('5')
  await quantity.press('Enter')
  await bar.getByText(`${dish.desc_prod} já contém este produto`).waitFor()
  await product.fill(first.cod_prod)
  await product.press('Enter')
  await bar.getByRole('button', { name: 'Adicionar' }).click()
  const grid = page.getByRole('grid', { name: 'Ingredientes' })
  // 5 of a pack of 2: two and a half of R$ 4,00.
  await grid.getByText('2,5000').waitFor()
  await grid.getByText('100').first().waitFor()
  expect(await violations(page)).toEqual([])
  // A calculation while the save is under way keeps the record open.
  await untilSteady(page)
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/ficha_tecnicas')

  await page.getByRole('button', { name: 'Análise de Custo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Análise de Custo' })
  const row = dialog.getByRole('row', { name: new RegExp(RegExp.escape(dish.desc_prod)) })
  await row.getByText('R$ 10,00').waitFor()
  const cell = (at: number) => row.getByRole('gridcell').nth(at)
  await cell(7).dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await row.getByText('R$ 25,00').waitFor()
  await cell(8).dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await row.getByText('200%').waitFor()
  expect(await row.getByRole('checkbox').isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Salvar 1 linha' }).click()
  await page.getByText('1 produto com novo custo e preço.').waitFor()
  const prices = async () => {
    const read = await page.request.get(`/api/produtos/${dish.id}?lojaId=1`, { headers })
    const { preco_cst_prod, preco_vnd_prod } = (await read.json()) as Record<string, number>
    return [preco_cst_prod, preco_vnd_prod]
  }
  expect(await prices()).toEqual([10, 30])
  const undo = page.getByRole('button', { name: 'Desfazer' })
  const toast = page.locator('div').filter({ hasText: '1 produto com novo custo e preço.' }).filter({ has: undo }).last()
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(prices).toEqual([5, 20])
  expect(desk.me.errors).toEqual([])
})
