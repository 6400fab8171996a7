import { beforeEach, describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('found, kept and printed', () => {
  const desk = useOwnerSession()
  let page: (typeof desk.me)['page']

  beforeEach(() => {
    page = desk.me.page
  })

  it('a screen is found by what people call it, once, and the logo leads home', async () => {
    await page.goto('/unidades')
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
    await page.keyboard.press('Control+k')
    const finder = page.getByRole('combobox', { name: /^Buscar/ })
    await finder.fill('lucro')
    await page.getByRole('option', { name: /^DRE/ }).waitFor()
    await page.getByRole('option', { name: /^Resultado/ }).waitFor()
    // Entries of both menus stood twice, and stayed under any text.
    await finder.fill('nfc-e')
    await expect.poll(() => page.getByRole('option', { name: /^NFC-e/ }).count()).toBe(1)
    await finder.fill('qqqqqq')
    await expect.poll(() => page.getByRole('dialog').getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Ir para o início' }).click()
    await page.getByRole('heading', { name: 'Início', level: 1 }).waitFor()
  })

  it('a list keeps the rows a page that somebody chose, and goes to paper as a table under the store’s head', async () => {
    await page.goto('/parceiros')
    await page.getByRole('grid', { name: 'Parceiros' }).getByRole('row').nth(2).waitFor()
    await page.getByLabel('Linhas por página').selectOption('25')
    await page.goto('/parceiros')
    await expect.poll(() => page.getByLabel('Linhas por página').inputValue()).toBe('25')

    await page.goto('/produtos')
    const grid = page.getByRole('grid', { name: 'Produtos' })
    await grid.getByText('Affogato').waitFor()
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('table')
    await sheet.getByRole('cell', { name: 'Affogato' }).waitFor()
    expect(await sheet.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Código', 'Nome', 'Preço de venda']),
    )
    expect(await sheet.getByRole('row').count()).toBe(11)
    const head = page.locator('.report-paper')
    await head.getByText('Cantina Bella Massa').waitFor()
    await head.getByText(/^Linhas 1 a 10 de /).waitFor()
    expect(await grid.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await grid.waitFor()
  })

  it('a list goes to paper although printing began just before it listened', async () => {
    await page.addInitScript(() => {
      const real = window.matchMedia.bind(window)
      window.matchMedia = query => {
        const media = real(query)
        if (query !== 'print') return media
        let printing = false
        Object.defineProperty(media, 'matches', { get: () => printing })
        media.addEventListener = () => {
          printing = true
        }
        return media
      }
    })
    await page.goto('/produtos')
    await page.locator('.list-paper').getByText('Affogato').waitFor({ state: 'attached' })
  })

  it('a record goes to paper as a document, and what was typed stays in its form', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).getByRole('link', { name: 'Editar Affogato' }).click()
    const name = page.getByRole('textbox', { name: 'Nome', exact: true })
    await name.fill('Affogato da casa')
    await page.emulateMedia({ media: 'print' })
    await page.locator('.is-document dd').getByText('Affogato', { exact: true }).waitFor()
    expect(await name.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await name.inputValue()).toBe('Affogato da casa')
    // Defaults that say nothing of the product are not shown: 01/02/2000, -1.
    await page.getByRole('tab', { name: 'Mais informações' }).click()
    for (const label of ['Validade', 'Comissão'])
      expect([label, await page.getByLabel(label, { exact: true }).inputValue()]).toEqual([label, ''])
  })
})
