import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the cash of a shop', () => {
  const desk = useOwnerSession()

  const act = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  const answer = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name, exact: true }).last().click()

  it('a session shows its closing details, is corrected and checked in one go, and opened again', async () => {
    const { page } = desk.me
    await page.goto('/caixas?status=1&sincronizacao=COMPLETO')
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'ver', exact: true }).click()
    const table = page.getByRole('table', { name: 'Recebimentos' })
    await table.getByRole('cell', { name: 'Total' }).waitFor()
    await table.scrollIntoViewIfNeeded()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Observação' }).fill('Faltou troco')
    await act(page, 'Conferir')
    await page.getByText('Caixa conferido.').waitFor()
    await page.getByText('Este caixa já foi conferido. Só o proprietário pode reabri-lo.').waitFor()
    await page.getByText('Faltou troco').waitFor()
    await act(page, 'Reabrir')
    await answer(page, 'Reabrir')
    await page.getByText('Caixa reaberto.').waitFor()
    await page.getByRole('textbox', { name: 'Observação' }).waitFor()
  })

  it('a sale is cancelled after a question, and says so since', async () => {
    const { page } = desk.me
    // Sales of this channel have no invoice that would have to be cancelled first.
    await page.goto('/Movimentos?canal_venda=IFOOD')
    const paid = page.getByRole('row').filter({ hasText: 'Pago' }).first()
    await paid.getByRole('link', { name: /^Ver/ }).click()
    await act(page, 'Cancelar a venda')
    await answer(page, 'Cancelar a venda')
    await page.getByText('Movimento cancelado.').waitFor()
    await page.getByText('Cancelamento via nuvem').waitFor()
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    expect(await page.getByRole('menuitem', { name: 'Cancelar a venda', exact: true }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Ver caixa' }).click()
    await page.waitForURL(/\/caixas\/\d+/)
  })

  it('open tabs stand on cards and are found by what was ordered', async () => {
    const { page } = desk.me
    await page.goto('/pdv-vendas-abertas')
    const cards = page.getByRole('heading', { name: /^Comanda \d+/ })
    await cards.first().waitFor()
    const all = await cards.count()
    expect(all).toBeGreaterThan(5)
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Filtrar' }).fill('beatriz')
    await expect.poll(() => cards.count()).toBeLessThan(all)
  })

  it('a transaction that waits at its terminal is cancelled', async () => {
    const { page } = desk.me
    await page.goto('/equipamento_transacaos')
    await page.getByRole('gridcell', { name: 'Aguardando' }).first().waitFor()
    await page.getByRole('link', { name: /^Ver/ }).first().click()
    await act(page, 'Cancelar a transação')
    await answer(page, 'Cancelar a transação')
    await page.getByText('Transação cancelada.').waitFor()
  })
})
