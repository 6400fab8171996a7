import { describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('what the documents name', () => {
  const session = useOwnerSession()

  it('is named so: groups of the menu, ways in which equipment works, roles', async () => {
    const { page } = session.me
    await page.goto('/equipamentos/create')
    const menu = page.getByRole('navigation').first()
    for (const group of ['Cardápio', 'Cadastros', 'Cardápio Digital', 'Caixas', 'Relatórios PDV', 'Estoque', 'Contas'])
      await menu.getByRole('button', { name: group, exact: true }).first().waitFor()
    expect(await menu.getByRole('button', { name: 'Admin', exact: true }).count()).toBe(0)
    const ways = page.getByLabel('Modo de operação')
    await ways.waitFor()
    expect((await ways.locator('option').allInnerTexts()).filter(text => text !== '')).toEqual([
      'PDV Mobile',
      'Smart TEF Caixa',
      'Smart TEF Autoatendimento',
      'Mercado Autônomo',
      'Food Cardápio Digital',
      'Food Número do Pedido',
      'Autoatendimento Tablet',
      'Link',
    ])
    await page.goto('/user_lojas')
    for (const role of ['Proprietário', 'Funcionário']) await page.getByText(role, { exact: true }).first().waitFor()
    await page.goto('/integracoes/matriz-filial-config')
    await page.getByRole('heading', { level: 1, name: 'Matriz-filial' }).waitFor()
  })
})
