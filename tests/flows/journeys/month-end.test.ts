import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the end of a month', () => {
  const desk = useOwnerSession()

  it('is looked through on one page, where each line leads to its records, and closed from its record', async () => {
    const { page } = desk.me
    await page.goto('/fechamento-do-mes')
    const told = page.getByRole('link', { name: /: [\d.]+$/ })
    await told.first().waitFor()
    const lines = await told.allInnerTexts()
    // The demo always has sales without a note, sessions to check, cancelled notes.
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) {
      const count = /([\d.]+)$/.exec(line)?.[1]
      await page.getByRole('link', { name: line }).click()
      await page
        .getByRole('heading', { level: 1 })
        .getByText(String(count), { exact: true })
        .or(page.getByText(new RegExp(`de ${count}$`)))
        .first()
        .waitFor()
      await page.goBack()
      await page.getByRole('link', { name: line }).waitFor()
    }
    expect(await violations(page)).toEqual([])
    // Several stores at once lack no less than one of them, and nothing leads to the list of a single one.
    await page.goto('/fechamento-do-mes?lojas=1,2,3')
    const missing = page.getByRole('list', { name: 'O que falta no mês' }).getByRole('listitem')
    await missing.first().waitFor()
    const subjects = (texts: readonly string[]) => texts.map(text => text.replace(/: [\d.]+.*$/, ''))
    expect(subjects(await missing.allInnerTexts())).toEqual(expect.arrayContaining(subjects(lines)))
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /: [\d.]+$|^ver / })
        .count(),
    ).toBe(0)
    for (const elsewhere of await page.getByRole('row', { name: /Lanches da Praça|Empório Serra Azul/ }).all())
      expect(await elsewhere.getByRole('link').count()).toBe(0)
    await page.goto('/fechamento-do-mes')
    await page.getByRole('link', { name: 'Arquivo, SPED e envio ao contador' }).click()
    // Last month is proposed.
    await page.getByRole('button', { name: 'Gerar arquivo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Gerar arquivo' }).click()
    await page.getByRole('link', { name: /^Ver/ }).first().click()
    await page.getByText('O que falta no mês').waitFor()
    await page.getByRole('button', { name: 'Fechar o mês' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Fechar o mês' }).click()
    await page.getByText('Mês fechado.').waitFor()
    await page.getByRole('button', { name: 'Reabrir o mês' }).waitFor()
  })
})
