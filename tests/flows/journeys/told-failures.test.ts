import type { Page } from 'playwright'
import { describe, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('what fails, and what is missing, is said in the words of the specification', () => {
  const desk = useOwnerSession()

  const act = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const answer = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name, exact: true }).last().click()

  /** The call fails without words of the server while something is done. */
  const failing = async (page: Page, path: string, text: string, done: () => Promise<void>): Promise<void> => {
    await page.route(`**/api/${path}*`, route => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }))
    await done()
    await page.getByText(text).first().waitFor()
    await page.unroute(`**/api/${path}*`)
  }

  it('cancelling a sale and a transaction, finalising a count, new prices', async () => {
    const { page } = desk.me
    await page.goto('/Movimentos?canal_venda=IFOOD')
    const paid = page.getByRole('row').filter({ hasText: 'Pago' }).first()
    await paid.getByRole('link', { name: /^Ver/ }).click()
    await failing(page, 'Movimentos/cancela', 'Ocorreu um erro ao cancelar o movimento', async () => {
      await act(page, 'Cancelar')
      await answer(page, 'Cancelar')
    })
    await page.goto('/equipamento_transacaos')
    await page.getByRole('gridcell', { name: 'Aguardando' }).first().waitFor()
    await page.getByRole('link', { name: /^Ver/ }).first().click()
    await failing(page, 'Transaction_pos/cancelar', 'Ocorreu um erro ao cancelar a transacao', async () => {
      await act(page, 'Cancelar')
      await answer(page, 'Cancelar')
    })
    const counts = (await callApi(page, 'inventarios')) as { id: number; contagem_em: string | null }[]
    await page.goto(`/inventarios/${counts.find(one => one.contagem_em === null)?.id}`)
    await failing(page, 'inventarios/finaliza', 'Erro ao finalizar inventário', async () => {
      await page.getByRole('button', { name: 'Finalizar' }).click()
      await answer(page, 'Finalizar')
    })
  })

  it('the bars above the rows of an order', async () => {
    const { page } = desk.me
    await page.goto('/pedidos/create')
    await page.getByLabel('Tipo').selectOption({ label: 'Compra' })
    const products = page.getByRole('group', { name: 'Adicionar em Produtos' })
    const product = products.getByRole('combobox', { name: 'Produto' })
    const box = (name: string) => products.getByRole('textbox', { name })
    await product.fill('Coca')
    await page.getByRole('option', { name: /Coca/ }).first().click()
    await box('Código').waitFor()
    const refused = async (typed: Readonly<Record<string, string>>, text: string): Promise<void> => {
      for (const [name, value] of Object.entries(typed)) await box(name).fill(value)
      await products.getByRole('button', { name: 'Adicionar' }).click()
      await products.getByText(text).waitFor()
    }
    await refused({ Código: '' }, 'Preencha o codigo!')
    await refused({ Código: '1', Descrição: '' }, 'Preencha a descrição!')
    await refused({ Descrição: 'Lata', Quantidade: '0', 'Valor unitário': '0' }, 'Preencha a quantidade e valor unitário!')
    await refused({ 'Valor unitário': '3' }, 'Preencha a quantidade positiva!')
    await refused({ Quantidade: '2', 'Valor unitário': '0' }, 'Preencha o valor unitário positivo!')
    const payments = page.getByRole('group', { name: 'Adicionar em Pagamentos' })
    await payments.getByRole('button', { name: 'Adicionar' }).click()
    await payments.getByText('Preencha o vencimento!').waitFor()
    await payments.getByRole('textbox', { name: 'Vencimento' }).fill('10/12/2030')
    await payments.getByRole('button', { name: 'Adicionar' }).click()
    await payments.getByText('Preencha o valor!').waitFor()
  })
})
