import { describe, expect, test } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('the stock', () => {
  const session = useOwnerSession({ timezoneId: 'America/Sao_Paulo' })

  test('tells balances of now and of before, by states, with what happened to a product', async () => {
    const { page } = session.me
    await page.goto('/estoque')
    const table = page.getByRole('region', { name: 'Estoque' })
    await table.getByRole('row').nth(10).waitFor()
    expect(await table.getByRole('row').count()).toBe(11)
    const cards = page.getByRole('listitem').filter({ hasText: /estoque|Lucro/i })
    for (const title of [
      'Valor do estoque',
      'Custo do estoque',
      'Lucro esperado',
      'Itens em estoque',
      'Estoque baixo',
      'Sem estoque',
    ])
      expect(await cards.filter({ hasText: title }).count()).toBe(1)
    expect(await violations(page)).toEqual([])

    const count = (await page.getByText(/^1–10 de \d+$/).innerText()).split(' ').at(-1)
    await page.getByRole('button', { name: 'Próxima página' }).click()
    await page.getByText(`11–20 de ${count}`).waitFor()
    expect(page.url()).toContain('pagina')

    // Rows come a page at a time: order and search are the server's, over all of them.
    await table.getByRole('button', { name: 'Produto', exact: true }).click()
    await page.getByText(`1–10 de ${count}`).waitFor()
    await table.getByRole('columnheader', { name: 'Produto' }).and(page.locator('[aria-sort]')).waitFor()
    const search = page.getByRole('textbox', { name: 'Buscar em Estoque' })
    await search.fill('farinha trigo')
    await table
      .getByRole('row', { name: /farinha de trigo/i })
      .first()
      .waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(11)
    await search.fill('nada disso existe')
    await page.getByText('Nada encontrado para "nada disso existe".').waitFor()
    expect(await violations(page)).toEqual([])
    await search.press('Escape')
    await table.getByRole('row').nth(10).waitFor()

    // On paper stand all of them, as those of other reports do.
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', String(document.querySelectorAll('.report-table tbody tr').length))
    })
    for (const print of [() => page.getByRole('button', { name: 'Imprimir' }).click(), () => page.keyboard.press('Control+P')]) {
      await print()
      await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe(count)
      await page.evaluate(() => {
        document.body.removeAttribute('data-printed')
        dispatchEvent(new Event('afterprint'))
      })
      await page.getByText(`1–10 de ${count}`).waitFor()
    }

    await table
      .getByRole('button', { name: /^Movimentação/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: /Inventário/ }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Buscar' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.goto('/estoque?state=VENCIDO')
    await table.getByText('Vencido').first().waitFor()
    expect(await table.getByText('Vencido').count()).toBe((await table.getByRole('row').count()) - 1)

    await page.goto('/estoque?createdBefore=2020-01-01T12:00')
    await page.getByText('O estoque só é contabilizado para os produtos que possuem entradas.').waitFor()
    await page.getByText('Cadastre um pedido de compra, dê entrada em uma nota ou faça um inventário.').waitFor()
  })
})
