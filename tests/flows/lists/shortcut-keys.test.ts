import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { editingKeys } from '../../../src/browser/grid/keyboard/editingKeys.ts'
import { clipboardKeys, gridKeys, rowKeys } from '../../../src/browser/grid/keyboard/gridKeys.ts'
import { chordLabels, type KeyBinding } from '../../../src/browser/ui/keyboard/chord.ts'
import { pageKeyBindings } from '../../../src/browser/ui/keyboard/pageKeys.ts'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const chordsOf = (lines: readonly KeyBinding<unknown>[]): string[] => lines.flatMap(({ keys }) => Object.keys(keys))

/** A chord as Playwright presses it. */
const toPress = (chord: string): string => chord.replace('Ctrl', 'Control')

/** Whether somebody took the last key: its default was prevented. */
async function taken(page: Page, chord: string): Promise<boolean> {
  await page.evaluate(() => {
    const kept = window as unknown as { lastKey?: KeyboardEvent }
    delete kept.lastKey
    addEventListener(
      'keydown',
      event => {
        if (!/^(Control|Shift|Alt|Meta)$/.test(event.key)) kept.lastKey = event
      },
      { capture: true, once: false },
    )
  })
  await page.keyboard.press(toPress(chord))
  return page.evaluate(() => (window as unknown as { lastKey?: KeyboardEvent }).lastKey?.defaultPrevented === true)
}

describe('keys', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(async () => {
    page = desk.me.page
  })

  it('are all in the help, as the tables have them', async () => {
    await page.goto('/produtos')
    await page.locator('main h1').click()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
    await help.waitFor()
    const shown = await help.locator('kbd').allInnerTexts()
    const tables = [...Object.values(pageKeyBindings).flat(), ...gridKeys, ...clipboardKeys, ...editingKeys, ...rowKeys]
    expect(shown).toHaveLength(tables.flatMap(({ keys }) => chordLabels(Object.keys(keys))).length)
    for (const text of [
      'Ctrl+Shift+D',
      'Ctrl+Delete',
      'Alt+↑ ↓',
      'Alt+Shift+← →',
      'Ctrl+Shift+← ↑ → ↓ Home End',
      'Ctrl+Y',
      'Ctrl+K',
    ])
      expect(shown).toContain(text)
    expect(await help.locator('dt').allInnerTexts()).not.toContainEqual(expect.stringMatching(/^work\./))
    expect(await violations(page)).toEqual([])
  })

  /** Back to a resting cell, whatever the last key left behind. */
  const rest = async (cell: Locator): Promise<void> => {
    if (await page.locator('.grid-editor').count()) await page.keyboard.press('Escape')
    await cell.focus()
  }

  it('of every grid are taken by the list', async () => {
    await page.goto('/produtos?order=cod_prod%20ASC')
    const grid = page.getByRole('grid', { name: 'Produtos' })
    const cell = grid.locator('[role=row][aria-rowindex="5"] > [data-column=desc_prod]')
    await cell.waitFor()
    await cell.focus()
    await page.keyboard.type('Nome trocado')
    await page.keyboard.press('Enter')
    await page.getByText('Nome salvo.').waitFor()
    const before: Readonly<Record<string, () => Promise<unknown>>> = {
      Escape: () => page.keyboard.press('Shift+ArrowDown'),
      'Ctrl+y': () => undo(),
      'Ctrl+Shift+z': () => undo(),
    }
    const undo = async (): Promise<void> => {
      const reply = page.waitForResponse(/desfazer/)
      await page.keyboard.press('Control+z')
      await (await reply).finished()
      // The list is read again before what was undone can be done again.
      await untilSteady(page)
    }
    const calls: Readonly<Record<string, RegExp>> = {
      'Ctrl+d': /alterarVarios/,
      'Ctrl+z': /desfazer/,
      'Ctrl+y': /desfazer/,
      'Ctrl+Shift+z': /desfazer/,
    }
    // Keys that lead away come last; emptying opens the editor and leaves the key to it.
    const chords = chordsOf(gridKeys).filter(chord => !['Ctrl+Enter', 'Delete', 'Backspace'].includes(chord))
    const missed: string[] = []
    for (const chord of chords) {
      await rest(cell)
      await before[chord]?.()
      // The call that a key sets off is over before the next one.
      const asked = calls[chord] && page.waitForResponse(calls[chord])
      if (!(await taken(page, chord))) missed.push(chord)
      if (asked) await (await asked).finished()
      if (asked) await untilSteady(page)
      // Marked rows would be copied and cleared in place of the cell.
      if (chord.includes('Space') || chord === 'Ctrl+a') await page.keyboard.press('Escape')
    }
    expect(missed).toEqual([])
    for (const chord of ['Delete', 'Backspace']) {
      await rest(cell)
      await page.keyboard.press(chord)
      await page.locator('.grid-editor').waitFor()
      await page.keyboard.press('Escape')
    }
    await rest(cell)
    expect(await taken(page, 'Ctrl+Enter')).toBe(true)
    await page.waitForURL(/\/produtos\/\d+/)
  })

  it('of rows are taken by a child list', async () => {
    await page.goto('/pergunta/create')
    const group = page.getByRole('group', { name: 'Respostas' })
    for (let n = 0; n < 3; n++) await group.getByRole('button', { name: 'Adicionar linha' }).click()
    const cell = page.getByRole('grid', { name: 'Respostas' }).locator('[role=row][aria-rowindex="3"] > [data-column=nome]')
    const missed: string[] = []
    for (const chord of chordsOf(rowKeys)) {
      await rest(cell)
      if (!(await taken(page, chord))) missed.push(chord)
    }
    expect(missed).toEqual([])
  })

  it('of a menu are each acted on, however fast they follow one another', async () => {
    await page.goto('/produtos')
    await page.getByRole('button', { name: 'Colunas', exact: true }).click()
    await page.locator('[role=menuitemcheckbox]:focus').waitFor()
    const checked = (): Promise<(string | null)[]> =>
      page.getByRole('menuitemcheckbox').evaluateAll(all => all.map(each => each.getAttribute('aria-checked')))
    const before = await checked()
    // Keys that a page too busy to idle between them gets in one go.
    await page.evaluate(async () => {
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      }
    })
    await expect.poll(checked).toEqual(before.map((was, at) => (at === 2 ? String(was !== 'true') : was)))
  })

  it('of a page reach their places', async () => {
    await page.goto('/produtos')
    await page.getByText(/1–10 de/).waitFor()
    await page.locator('main h1').click()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')).toMatch(/Buscar/)
    await page.keyboard.press('Alt+PageDown')
    await page.getByText(/11–20 de/).waitFor()
    await page.keyboard.press('Alt+PageUp')
    await page.getByText(/1–10 de/).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/unidades/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('CX9')
    await page.keyboard.press('Control+s')
    await page.getByText('Criado com sucesso.').waitFor()
  })
})
