import { expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { openOneOwnerSession } from '../fixtures/ownerSession.ts'

const desk = openOneOwnerSession()

it('a draft of an NF-e is typed by keyboard, and comes back numbered and worked out', async () => {
  const { page } = desk.me
  await page.goto('/NFe_emissaos/create')
  await page.getByRole('tab', { name: 'Destinatário' }).click()
  await page.getByRole('combobox', { name: 'Destinatário', exact: true }).pressSequentially('a')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('tab', { name: 'Produtos' }).click()
  const bar = page.getByRole('group', { name: 'Adicionar em Produtos' })
  const price = bar.getByRole('textbox', { name: 'Valor unitário' })
  await bar.getByRole('combobox', { name: 'Produto' }).fill('106')
  await page.keyboard.press('Enter')
  await expect.poll(() => price.evaluate(box => box === document.activeElement)).toBe(true)
  // The product's own price is proposed.
  await expect.poll(() => price.inputValue()).toMatch(/^\d+,\d+$/)
  await price.fill('')
  await price.press('Enter')
  await bar.getByText('Preencha o valor unitário positivo!').waitFor()
  await price.fill('12,345678')
  await price.press('Enter')
  await page.getByRole('grid', { name: 'Produtos' }).getByText('Pizza de Frango com Catupiry').first().waitFor()
  expect(await violations(page)).toEqual([])
  // A note has a payment: the save leads to where it is missing, and says so below the empty list, too.
  await page.getByRole('button', { name: 'Salvar NF-e' }).click()
  await page.getByText('Adicione ao menos um pagamentos').nth(1).waitFor()
  await page.getByRole('tab', { name: 'Pagamentos' }).click()
  const payment = page.getByRole('group', { name: 'Adicionar em Pagamentos' })
  await payment.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: '17 - Pix' })
  await payment.getByRole('textbox', { name: 'Valor' }).press('Enter')
  await page.getByRole('grid', { name: 'Pagamentos' }).getByText('17 - Pix').first().waitFor()
  const saved = page.waitForResponse(reply => reply.url().includes('NFe_emissaos') && reply.request().method() === 'POST')
  await page.getByRole('button', { name: 'Salvar NF-e' }).click()
  const { id } = await (await saved).json()
  await page.goto(`/NFe_emissaos/${id}`)
  await page.getByRole('tab', { name: 'Totais' }).click()
  await expect.poll(() => page.getByLabel('Produtos', { exact: true }).last().inputValue()).toContain('12,35')
  expect(await violations(page)).toEqual([])
})

it('an issued NF-e is read and not written', async () => {
  const { page } = desk.me
  await page.goto('/NFe_emissaos')
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1, situacao: 'AUTORIZADA' }, limit: 1 }))
  const [{ id }] = await (await page.request.get(`/api/NFe_emissaos/list?filter=${filter}`, { headers })).json()
  await page.goto(`/NFe_emissaos/${id}`)
  await page.getByText('Somente leitura').first().waitFor()
  await page.getByText('Uma nota emitida ou cancelada não pode ser alterada.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Salvar NF-e' }).count()).toBe(0)
})
