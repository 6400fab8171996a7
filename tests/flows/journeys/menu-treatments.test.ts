import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the menu for 2027', () => {
  const desk = useOwnerSession()

  it('exceptions come first with their reason; all that is sure is taken over and back in one step, and a key decides a line', async () => {
    const { page } = desk.me
    await page.goto('/preparar-cardapio')
    const summary = page.getByText(/^\d+ de \d+ produtos à venda sem tratamento/)
    await summary.waitFor()
    const left = async (): Promise<number> => Number(/^\d+/.exec(await summary.innerText())?.[0])
    const before = await left()
    const rows = page.getByRole('grid').getByRole('row')
    await rows.nth(1).getByText('Olhe esta').waitFor()
    await rows
      .nth(1)
      .getByText(/mas está no grupo/)
      .waitFor()
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Aceitar as certas' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aceitar propostas' }).click()
    await page.getByText(/\d+ produtos classificados\. Faltam \d+ produtos\./).waitFor()
    await expect.poll(left).toBeLessThan(before)
    await page.getByRole('button', { name: 'Desfazer' }).first().click()
    await expect.poll(left).toBe(before)

    // A key takes the first proposal over: the row leaves the list of what is to be decided.
    const name = await rows.nth(1).getByRole('gridcell').nth(2).innerText()
    await rows.nth(1).getByRole('gridcell').nth(2).click()
    await page.keyboard.press('c')
    await page.getByText('1 produto classificado.').waitFor()
    await expect.poll(left).toBe(before - 1)
    await expect.poll(() => page.getByRole('grid').getByText(name, { exact: true }).count()).toBe(0)
  })
})
