import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

describe('the bar of selected rows', () => {
  const desk = useOwnerSession()

  /** Selects the row at an index, and waits for the bar. */
  const choose = async (at: number) => {
    const { page } = desk.me
    const box = page.getByRole('checkbox', { name: /^Selecionar (?!todas)/ }).nth(at)
    await box.waitFor()
    await untilSteady(page)
    const top = async () => (await box.boundingBox())?.y
    const before = await top()
    await box.check()
    const bar = page.getByRole('region', { name: '1 selecionado' })
    await bar.waitFor()
    return { bar, top, before }
  }

  it('moves no row as it comes and goes, offers the same in one line at every width, and leaves the search as it was', async () => {
    const { page } = desk.me
    const offered: string[][] = []
    for (const width of [1440, 1180, 1024, 820]) {
      await page.setViewportSize({ width, height: 900 })
      // Its filters take lines of their own where the window is narrow.
      await page.goto('/produtos?q=água&ativo=true&preco_vnd_prod=1..500&columns=desc_prod,preco_vnd_prod')
      const { bar, top, before } = await choose(1)
      expect(await top()).toBe(before)
      const buttons = bar.locator('[data-fits]')
      const lines = new Set(await bar.getByRole('button').evaluateAll(all => all.map(one => one.getBoundingClientRect().top)))
      expect(lines.size).toBe(1)
      const { right = 0, inner = 0 } = await bar.evaluate(element => ({
        right: element.getBoundingClientRect().right,
        inner: element.lastElementChild?.getBoundingClientRect().right,
      }))
      expect(inner).toBeLessThanOrEqual(right)
      expect(await violations(page)).toEqual([])
      const shown = await buttons.allInnerTexts()
      expect(shown.length).toBeGreaterThan(0)
      await bar.getByRole('button', { name: 'Mais ações' }).click()
      const rest = page.getByRole('menu').getByRole('menuitem')
      await rest.first().waitFor()
      offered.push([...shown, ...(await rest.allInnerTexts())].map(text => text.trim()))
      await page.keyboard.press('Escape')
      expect(await bar.getByRole('button', { name: 'Mais ações' }).evaluate(one => one === document.activeElement)).toBe(true)
      await bar.getByRole('button', { name: 'Limpar seleção' }).click()
      await bar.waitFor({ state: 'detached' })
      expect(await top()).toBe(before)
      expect(await page.getByRole('textbox', { name: 'Buscar em produtos' }).inputValue()).toBe('água')
    }
    expect(new Set(offered.map(titles => titles.join())).size).toBe(1)
    expect(offered[0]?.at(-1)).toBe('Excluir')
  })

  it('keeps in one line when the window gets narrower', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/produtos')
    const { bar, top, before } = await choose(1)
    const fits = bar.locator('[data-fits]')
    const wide = await fits.count()
    await page.setViewportSize({ width: 1000, height: 900 })
    await expect.poll(() => fits.count()).toBeLessThan(wide)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => fits.count()).toBe(wide)
    expect(await top()).toBe(before)
  })

  it('stays in sight on a phone, where the row that is selected stands far below it', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/produtos')
    const { bar } = await choose(7)
    const { y = 0 } = (await bar.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(50)
    expect(y).toBeLessThan(150)
    await bar.getByRole('button', { name: 'Ações' }).click()
    await page.getByRole('menuitem', { name: 'Inativar' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Limpar seleção' }).click()
    await bar.waitFor({ state: 'detached' })
  })
})
