import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { postAs } from '../fixtures/consumerSales.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/**
 * Notes from now on, also over the pages that follow, which controls are pressed, by name, and how many keys. The driver presses again
 * where a control was drawn anew under its pointer: that is one press.
 */
async function watchHands(page: Page): Promise<() => Promise<{ readonly pressed: readonly string[]; readonly keys: number }>> {
  await page.evaluate(() => {
    const hands = { pressed: [] as string[], keys: 0 }
    const keep = (): void => sessionStorage.setItem('hands', JSON.stringify(hands))
    keep()
    const press = ({ target }: Event): void => {
      const control = target instanceof Element && target.closest('a, button, [role=gridcell], input')
      const name = control && (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
      if (name && name !== hands.pressed.at(-1)) hands.pressed.push(name)
      keep()
    }
    const type = (): void => {
      hands.keys += 1
      keep()
    }
    addEventListener('pointerdown', press, true)
    addEventListener('keydown', type, true)
  })
  return async () => JSON.parse(await page.evaluate(() => sessionStorage.getItem('hands') ?? ''))
}

describe('the cash of a shop', () => {
  const desk = useOwnerSession()

  const act = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  const answer = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name, exact: true }).last().click()

  it('a sale is cancelled after a question, and says so since', async () => {
    const { page } = desk.me
    // Sales of this channel have no invoice that would have to be cancelled first; their session is checked by the tests below.
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

  it('Monday: from the first page to the first session, corrected and checked, the next one opens', async () => {
    const { page } = desk.me
    await page.goto('/')
    const hands = await watchHands(page)
    await page.getByRole('link', { name: /Caixas fechados sem conferência/ }).click()
    // The oldest waits for a sale, not these.
    await page
      .getByRole('link', { name: /^Editar/ })
      .nth(1)
      .click()
    // The comparison with the sales is there without asking for it.
    await page.getByRole('table', { name: 'Contabilizado pelo PDV e apurado nos movimentos' }).waitFor()
    const here = page.url()
    const cell = page.getByRole('grid', { name: 'Valores por moeda' }).getByRole('row').nth(1).getByRole('gridcell').nth(3)
    await cell.click()
    await page.keyboard.type('100,00')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Conferir', exact: true }).click()
    await page.getByText('Caixa conferido.').waitFor()
    await page.waitForURL(url => url.href !== here && /\/caixas\/\d+/.test(url.pathname))
    await page.getByRole('button', { name: 'Conferir', exact: true }).waitFor()
    // 9 and 50 before.
    const { pressed, keys } = await hands()
    expect(pressed).toEqual([
      expect.stringContaining('Caixas fechados'),
      expect.stringMatching(/^Editar/),
      expect.anything(),
      'Conferir',
    ])
    expect(keys).toBeLessThanOrEqual(8)
  })

  it('several are checked at once from the list', async () => {
    const { page } = desk.me
    await page.goto('/caixas?status=1&sincronizacao=COMPLETO')
    for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Conferir', exact: true }).click()
    await answer(page, 'Conferir')
    await page.getByText(/^2 caixas conferidos\./).waitFor()
  })

  it('a session shows its closing details, is corrected and checked in one go, and opened again', async () => {
    const { page } = desk.me
    await page.goto('/caixas?status=1&sincronizacao=COMPLETO')
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Ver detalhes', exact: true }).click()
    const table = page.getByRole('table', { name: 'Recebimentos' })
    await table.getByRole('cell', { name: 'Total' }).waitFor()
    await table.scrollIntoViewIfNeeded()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Observação' }).fill('Faltou troco')
    const here = page.url()
    await page.getByRole('button', { name: 'Conferir', exact: true }).click()
    await page.getByText('Caixa conferido.').waitFor()
    await page.waitForURL(url => url.href !== here)
    await page.goto(here)
    await page.getByText('Este caixa já foi conferido. Só o proprietário pode reabri-lo.').waitFor()
    await page.getByText('Faltou troco').waitFor()
    await act(page, 'Reabrir')
    await answer(page, 'Reabrir')
    await page.getByText('Caixa reaberto.').waitFor()
    await page.getByRole('textbox', { name: 'Observação' }).waitFor()
  })

  it('who corrects what somebody else just did is told which currency it was, and a second press checks nothing twice', async () => {
    const { page } = desk.me
    await page.goto('/caixas?status=1&sincronizacao=COMPLETO')
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    const row = page.getByRole('grid', { name: 'Valores por moeda' }).getByRole('row').nth(1)
    const currency = await row.getByRole('gridcell').first().innerText()
    await row.getByRole('gridcell').nth(3).click()
    await page.keyboard.type('123,00')
    await page.keyboard.press('Enter')
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { version, valores } = (await callApi(page, `caixas/${id}`)) as { version: number; valores: { id: number }[] }
    await postAs(page, 'caixas/save', {
      id,
      version,
      valores: valores.map(({ id: line }) => ({ id: line, valor_corrigido: 124 })),
    })
    const dialog = page.getByRole('dialog', { name: 'Outra pessoa alterou este registro' })
    await dialog.getByText(`${currency} › Corrigido: R$ 123,00`).waitFor()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('button', { name: 'Salvar caixa' }).click()
    await page.getByText('Salvo com sucesso.').waitFor()
    const calls: string[] = []
    page.on('request', request => request.url().endsWith('/caixas/conferir') && calls.push(request.method()))
    const held = await holdReplies(page, '**/api/caixas/conferir')
    await page.getByRole('button', { name: 'Conferir', exact: true }).dblclick()
    await held.asked
    held.release()
    await page.getByText('Caixa conferido.').waitFor()
    expect(calls).toEqual(['POST'])
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
