import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type HeldReplies, holdReplies } from '../fixtures/heldReplies.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilDraftKept } from '../fixtures/untilKept.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** Searches do not answer before they are released: who types has gone on by then. */
const holdSearches = (page: Page): Promise<HeldReplies> => holdReplies(page, /\/api\/(grupos|produtos)\b.*filter=/)

describe('a record that is named and left before its search has answered', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(() => {
    page = desk.me.page
  })

  const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
  const openProduct = async (q: string): Promise<string> => {
    await page.goto(`/produtos?q=${q}`)
    await page
      .getByRole('grid', { name: 'Produtos' })
      .getByRole('link', { name: /Editar/ })
      .first()
      .click()
    await box('Preço de venda').waitFor()
    return page.url()
  }
  const name = async (field: Locator, text: string): Promise<void> => {
    await field.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }

  it('is chosen when the answer comes, also when the form is saved meanwhile', async () => {
    const address = await openProduct('affogato')
    const searches = await holdSearches(page)
    const group = page.getByRole('combobox', { name: 'Grupo', exact: true })
    await name(group, 'bebidas da')
    expect(await group.inputValue()).toBe('bebidas da')
    await page.keyboard.press('Control+s')
    searches.release()
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto(address)
    await expect.poll(() => group.inputValue()).toBe('Bebidas da cantina')
  })

  it('stays as it was typed when nobody is called so: it stops the save, says why, and is there after a reload', async () => {
    const address = await openProduct('antepasto')
    const searches = await holdSearches(page)
    const sent: string[] = []
    page.on('request', request => void (request.method() === 'POST' && sent.push(request.url())))
    const group = page.getByRole('combobox', { name: 'Grupo', exact: true })
    await name(group, 'grupo que falta')
    await page.keyboard.press('Control+s')
    searches.release()
    await page.getByText('“grupo que falta” não encontrado em Grupos.').waitFor()
    expect(await group.inputValue()).toBe('grupo que falta')
    expect(await group.getAttribute('aria-invalid')).toBe('true')
    expect(sent.filter(one => /\/produtos/.test(one))).toEqual([])
    await untilDraftKept(page, 'grupo que falta')
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => group.inputValue()).toBe('grupo que falta')
    await page.getByText('“grupo que falta” não encontrado em Grupos.').waitFor()
    // Several are called something like it: none is guessed.
    const several = await holdSearches(page)
    await name(group, 'da')
    several.release()
    await page.getByText('Há mais de um “da” em Grupos: escolha um.').waitFor()
    // An emptied field is empty.
    await group.fill('')
    await page.keyboard.press('Tab')
    expect(await group.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Descartar', exact: true }).click()
    await expect.poll(() => group.inputValue()).not.toBe('')
  })

  it('is taken from a cell of a form, or stops its save', async () => {
    await page.goto('/grupos')
    await page
      .getByRole('grid', { name: 'Grupos' })
      .getByRole('link', { name: /Editar/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const tab = page.getByRole('tab', { name: /adicionais/ })
    await tab.click()
    await page.getByRole('button', { name: 'Adicionar linha' }).first().click()
    const cell = page.locator('[role=gridcell][data-column=grupoAddId]').last()
    const searches = await holdSearches(page)
    await cell.focus()
    await page.keyboard.type('grupo que falta')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+s')
    searches.release()
    await expect.poll(() => cell.getAttribute('aria-invalid')).toBe('true')
    expect(await cell.innerText()).toContain('grupo que falta')
    // The search has told how the record is called: nothing else is waited for, and no key stands in the cell.
    await page.route(/\/api\/grupos\/\d+/, () => undefined)
    const found = await holdSearches(page)
    await cell.focus()
    await page.keyboard.type('bebidas da')
    await page.keyboard.press('Tab')
    // The next cell has the keyboard, and not what stands behind the list.
    expect(await page.evaluate(() => document.activeElement?.closest('[data-column]') !== null)).toBe(true)
    found.release()
    await expect.poll(() => cell.innerText()).toContain('Bebidas da cantina')
  })

  it('is saved by nobody who types something else while the search of before still runs', async () => {
    await openProduct('affogato')
    const searches = await holdSearches(page)
    const saves: string[] = []
    page.on(
      'request',
      request =>
        void (/^(POST|PATCH|PUT)$/.test(request.method()) && /\/produtos/.test(request.url()) && saves.push(request.url())),
    )
    const group = page.getByRole('combobox', { name: 'Grupo', exact: true })
    await name(group, 'bebidas da')
    await page.keyboard.press('Control+s')
    await name(group, 'sobremesas da')
    searches.release()
    await expect.poll(() => group.inputValue()).toBe('Sobremesas da cantina')
    await untilSteady(page)
    expect(saves).toEqual([])
    // The next one who saves means what stands there, and is the only one.
    await page.keyboard.press('Control+s')
    await page.getByText('Salvo com sucesso.').waitFor()
    expect(saves).toHaveLength(1)
  })

  it('narrows a list by the one that is meant; a name that nobody has is marked in the filter', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    await page
      .getByRole('button', { name: /^Filtr/ })
      .first()
      .click()
    const group = page.getByRole('dialog').getByRole('combobox', { name: 'Grupo', exact: true })
    const missing = await holdSearches(page)
    await name(group, 'grupo que falta')
    missing.release()
    await expect.poll(() => group.getAttribute('aria-invalid')).toBe('true')
    expect(await group.inputValue()).toBe('grupo que falta')
    const found = await holdSearches(page)
    await name(group, 'bebidas da')
    found.release()
    await expect.poll(() => group.inputValue()).toBe('Bebidas da cantina')
    expect(await group.getAttribute('aria-invalid')).not.toBe('true')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Aplicar|Filtrar|Ver)/ })
      .first()
      .click()
    await page.waitForURL(/grupoId/)
  })
})

describe('suggestions that have no room on a small screen', () => {
  const desk = useOwnerSession()

  it('are scrolled by the keys of their box, for everybody, and stay there when the screen is turned', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto('/produtos?q=affogato')
    await page
      .getByRole('link', { name: /affogato/i })
      .first()
      .click()
    const group = page.getByRole('combobox', { name: 'Grupo', exact: true })
    await group.fill('')
    await page.getByRole('option').nth(8).waitFor()
    await page.keyboard.press('ArrowUp')
    const list = page.getByRole('listbox')
    const far = () => list.evaluate(box => box.scrollTop > 0 && box.scrollHeight > box.clientHeight)
    await expect.poll(far).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 400, height: 280 })
    await expect.poll(far).toBe(true)
    expect(
      await page
        .getByRole('option')
        .last()
        .evaluate(last => {
          const { bottom } = last.getBoundingClientRect()
          return bottom <= innerHeight
        }),
    ).toBe(true)
  })
})
