import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { chooseReference, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { postAs } from '../fixtures/consumerSales.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('names of fields and initial values', () => {
  const owner = useOwnerSession()

  it('that an owner gives reach an employee who is at work, and new forms', async () => {
    const { page } = owner.me
    const clerk = await openBrowser(owner.fixture.address)
    await signIn(clerk.page, 'funcionario@demo.com.br')
    await clerk.page.goto('/produtos')
    await clerk.page.getByRole('columnheader', { name: 'Grupo' }).waitFor()

    await page.goto('/nomes-dos-campos')
    await page.getByText('Todos os campos têm os nomes do sistema').waitFor()
    await page
      .getByRole('link', { name: 'Novo campo' })
      .or(page.getByRole('button', { name: 'Novo campo' }))
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Cadastro' }).selectOption({ label: 'Produtos' })
    await page.getByRole('combobox', { name: 'Campo' }).selectOption({ label: 'Grupo' })
    await page.getByRole('textbox', { name: 'Nome nesta loja' }).fill('Seção')
    await chooseReference(page, 'Valor inicial', 'bebidas', /Bebidas da cantina/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Salvar campo' }).click()
    await page.getByRole('gridcell', { name: 'Seção' }).waitFor()

    await clerk.page.getByRole('columnheader', { name: 'Seção' }).waitFor()
    await page.goto('/produtos/create')
    await expect.poll(() => page.getByRole('combobox', { name: 'Seção' }).inputValue()).toBe('Bebidas da cantina')
    expect(clerk.errors).toEqual([])
    await clerk.leave()
  })

  it('whose initial value is gone are found in the list, and a report says the name of the store', async () => {
    const { page } = owner.me
    await page.goto('/')
    const { id } = await postAs(page, 'grupos', { nome: 'Passageiro' })
    await postAs(page, 'Loja_campos', { registro: 'grupos', campo: 'paiId', inicial: String(id) })
    await postAs(page, 'Loja_campos', { registro: 'produtos', campo: 'validade', titulo: 'Consumir até' })
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await page.request.delete(`/api/grupos/${id}?lojaId=1`, { headers: { authorization } })
    await page.goto('/nomes-dos-campos')
    const row = page.getByRole('row', { name: /Passageiro/ })
    await row.getByText('Valor inicial não vale mais').waitFor()
    expect(await page.getByText('Valor inicial não vale mais').count()).toBe(1)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page
      .getByRole('listitem')
      .or(page.getByRole('article'))
      .filter({ hasText: 'Passageiro' })
      .getByText('Valor inicial não vale mais')
      .waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await row.getByRole('link', { name: /^Editar/ }).click()
    await page.getByText('O valor inicial não vale mais').waitFor()
    await page.goto('/estoque')
    await page.getByRole('columnheader', { name: 'Consumir até' }).waitFor()
  })
})
