import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { statementOf } from '../../fixtures/bankStatements.ts'
import { violations } from '../fixtures/axe.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the bank at the month’s end', () => {
  const desk = useOwnerSession()

  /** Makes a call as whoever is signed in. */
  const call = (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>[]> =>
    page.evaluate(
      async ([how, where, sent]) => {
        const reply = await fetch(`/api/${where}`, {
          method: String(how),
          headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
          ...(sent ? { body: JSON.stringify(sent) } : {}),
        })
        return reply.json()
      },
      [method, path, body] as const,
    )

  it('a statement is imported and each of its lines settled by a key; undo takes the payment back', async () => {
    const { page } = desk.me
    await page.goto('/conciliacao')
    await page.getByRole('button', { name: 'Importar extrato' }).waitFor()
    const [classification] = await call(page, 'GET', 'Conta_classificacoes?lojaId=1')
    const [centre] = await call(page, 'GET', 'Conta_centros_custos?lojaId=1')
    const bill = (descricao: string, valor: number) =>
      call(page, 'POST', 'Conta/save', {
        lojaId: 1,
        tipo: 'PAGAR',
        descricao,
        valor,
        vencimento: '2025-03-10',
        classificacaoId: classification?.id,
        centroCustoId: centre?.id,
      })
    await bill('Reforma do telhado', 1234.01)
    await bill('Gelo da festa', 432.02)
    await bill('Copos da festa', 432.02)
    const lines = [
      { day: '2025-03-10', value: -1234.01, memo: 'PAGTO REFORMA', fitid: '1' },
      { day: '2025-03-11', value: -432.02, memo: 'PIX ENVIADO', fitid: '2' },
      { day: '2025-03-12', value: 0.37, memo: 'RENDIMENTO POUPANCA', fitid: '3' },
      { day: '2025-03-13', value: -19.9, memo: 'TARIFA MENSAL', fitid: '4' },
    ]
    await page.getByRole('button', { name: 'Importar extrato' }).click()
    const upload = page.getByRole('dialog')
    await upload.locator('input[type=file]').setInputFiles({
      name: 'marco.ofx',
      mimeType: 'application/x-ofx',
      buffer: Buffer.from(statementOf(lines, { account: '4321' })),
    })
    await upload.getByRole('button', { name: 'Importar extrato' }).click()
    await page.getByText('4 lançamentos importados: Itaú 4321.').waitFor()
    // The whole of the month, as the closing page leads to it.
    // Its rows come late: the keyboard waits for them, in no heading.
    const rows = await holdReplies(page, '**/api/Conta_extratos?*')
    await page.goto('/conciliacao?situacao=CONCILIAR&data=2025-03-01..2025-03-31')
    await page.locator('[role=grid][aria-busy=true]').first().waitFor()
    rows.release()
    const row = (memo: string) => page.getByRole('row', { name: new RegExp(memo) })
    await row('PAGTO REFORMA').getByText('Conta achada').waitFor()
    await page.getByText('Aceitar a proposta').waitFor()
    expect(await violations(page)).toEqual([])
    let keys = 0
    const press = async (key: string): Promise<void> => {
      keys += 1
      await page.keyboard.press(key)
    }
    const rowWithKeyboard = () => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? '')
    // The first row has the keyboard as soon as the list stands.
    await expect.poll(rowWithKeyboard).not.toBe('')
    await press('c')
    await row('PAGTO REFORMA').waitFor({ state: 'detached' })
    // Of two bills of one value one is chosen: the likelier stands there, and what is sent before it is known waits for it.
    const choices = await holdReplies(page, '**/api/Conta_extratos/candidatas*')
    await press('Enter')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Conta' }).waitFor()
    await press('Enter')
    choices.release()
    await row('PIX ENVIADO').waitFor({ state: 'detached' })
    // The dialog gives the keyboard back to the row that took the place.
    await expect.poll(rowWithKeyboard).not.toBe('')
    await press('i')
    await row('RENDIMENTO').waitFor({ state: 'detached' })
    expect(keys).toBe(4)
    await page.keyboard.press('n')
    const noting = page.getByRole('dialog')
    await noting.getByRole('combobox', { name: 'Classificação' }).waitFor()
    await page.keyboard.press('Escape')
    await noting.waitFor({ state: 'detached' })
    // Back in one step each: what was set aside, then what was chosen, with its payment.
    for (const memo of ['RENDIMENTO', 'PIX ENVIADO']) {
      await row('TARIFA').getByRole('gridcell').nth(2).click()
      await page.keyboard.press('Control+z')
      await row(memo).waitFor()
    }
    const paid = async (): Promise<unknown> => {
      const bills = await call(
        page,
        'GET',
        `Conta?filter=${encodeURIComponent('{"where":{"vencimento":"2025-03-10"}}')}&lojaId=1`,
      )
      return bills.filter(({ pago }) => pago).map(({ descricao, pagamento }) => [descricao, pagamento])
    }
    expect(await paid()).toEqual([['Reforma do telhado', '2025-03-10']])
  })
})
