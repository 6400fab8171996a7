import { describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { chooseReference } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('lines that fold', () => {
  const desk = useOwnerSession()

  it('what a store fills in for new products folds away, and opens where it is wrong', async () => {
    const { page } = desk.me
    const taxes = page.locator('summary', { hasText: 'Impostos e impressão' })
    const tax = page.getByRole('combobox', { name: 'Imposto' })

    // Nothing is chosen for the store: what has to be filled in is in sight, what has not is not.
    await page.goto('/produtos/create')
    await tax.waitFor()
    const alcohol = page.getByRole('switch', { name: 'Alcoólico' })
    expect(await alcohol.count()).toBe(0)
    await page.locator('summary', { hasText: 'Como é vendido' }).press('Enter')
    await alcohol.waitFor()
    expect(await violations(page)).toEqual([])

    await page.goto('/loja_perfil')
    await page.getByRole('tab', { name: 'Modo de operação' }).click()
    await chooseReference(page, 'Unidade de produtos novos', 'KG', /^KG$/)
    await chooseReference(page, 'Imposto de produtos novos', 'Refei', /^Refeições/)
    await chooseReference(page, 'NCM de produtos novos', '2106', /21069090/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Salvar', exact: false }).last().click()
    // The page loads itself anew two seconds after it told so.
    await page.waitForEvent('load')

    await page.goto('/produtos/create')
    await expect.poll(() => page.getByRole('combobox', { name: 'Unidade' }).inputValue()).toBe('KG')
    await taxes.waitFor()
    expect(await tax.isVisible()).toBe(false)
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Torta dobrada')
    await page.getByRole('textbox', { name: 'Preço de venda', exact: true }).fill('10')
    await expect.poll(() => page.getByRole('textbox', { name: 'Código', exact: true }).inputValue()).toMatch(/^\d+$/)
    await chooseReference(page, 'Grupo', 'Sobrem', /^Sobremesas/)
    await page.getByRole('tab', { name: /App delivery/ }).click()
    await page.getByRole('textbox', { name: 'Preço no app', exact: true }).fill('10')
    await page.getByRole('tab', { name: /Dados do produto/ }).click()

    // Emptied and folded again: the save leads there.
    await taxes.click()
    await tax.press('Control+a')
    await tax.press('Delete')
    await tax.press('Tab')
    await taxes.click()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await tax.waitFor()
    await expect.poll(() => tax.getAttribute('aria-invalid')).toBe('true')
    await chooseReference(page, 'Imposto', 'Refei', /^Refeições/)
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    const [made] = (await callApi(page, 'produtos?q=torta+dobrada')) as Record<string, unknown>[]
    const store = (await callApi(page, 'loja_perfil/1')) as Record<string, unknown>
    expect([made?.unidadeId, made?.impostoId, made?.ncmId]).toEqual([
      store.unidadePadraoId,
      store.impostoPadraoId,
      store.ncmPadraoId,
    ])
  })
})
