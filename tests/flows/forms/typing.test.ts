import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page): Locator => page.getByText('Salvo com sucesso.')

/** Types into a field and does something else in the same instant, before the letter is even painted. */
const typeAnd = (page: Page, name: string, text: string, act: 'save' | 'reload' | 'nothing'): Promise<void> =>
  page.evaluate(
    ([field, typed, then]) => {
      const input = document.querySelector<HTMLInputElement>(`[name=${field}]`)
      if (!input) throw new Error('no field')
      input.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      if (then === 'save') input.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))
      if (then === 'reload') location.reload()
    },
    [name, text, act] as const,
  )

describe('a letter is painted first, and what follows from it is never late', () => {
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page
  let address: string

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    page = me.page
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos?q=aperol')
    const link = page
      .getByRole('grid', { name: 'Produtos' })
      .getByRole('link', { name: /Editar/ })
      .first()
    await link.click()
    await box(page, 'Preço de venda').waitFor()
    address = page.url()
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const price = (): Promise<string> => box(page, 'Preço de venda').inputValue()

  it('a save takes along what was typed in the same instant; a button pressed at once too', async () => {
    await typeAnd(page, 'preco_vnd_prod', '41,5', 'save')
    await saved(page).waitFor()
    await page.goto(address)
    await expect.poll(price).toBe('41,50')

    await box(page, 'Preço de venda').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('42,5')
    await page.getByRole('button', { name: 'Salvar', exact: false }).last().click()
    await saved(page).waitFor()
    await page.goto(address)
    await expect.poll(price).toBe('42,50')
  })

  it('what is computed from it is there when the field is left, and nothing from outside lands in what is typed', async () => {
    await box(page, 'Preço de custo').fill('20')
    await box(page, 'Preço de venda').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('30,0')
    await page.keyboard.press('Tab')
    expect(await price()).toBe('30,00')
    expect(await page.locator('[name=margem]').inputValue()).toBe('50,00')
    await page.locator('[name=margem]').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('33,333')
    await expect.poll(price).toBe('26,67')
    // The margin of that price is 33,35: it waits until the field is left.
    expect(await page.locator('[name=margem]').inputValue()).toBe('33,333')
  })

  it('a reload in the same instant offers it back, and leaving asks', async () => {
    const accept = (dialog: { accept(): Promise<void> }): void => void dialog.accept()
    page.on('dialog', accept)
    const again = page.waitForEvent('load')
    await typeAnd(page, 'preco_vnd_prod', '51,25', 'reload').catch(() => undefined)
    await again
    await page.getByText(/Há alterações não salvas de/).waitFor()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(price).toBe('51,25')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect.poll(price).not.toBe('51,25')

    await box(page, 'Preço de venda').focus()
    await page.keyboard.type('9')
    await page.getByRole('link', { name: 'Produtos', exact: true }).first().click()
    await page.getByRole('button', { name: 'Continuar editando' }).click()
    expect(page.url()).toBe(address)
  })

  it('an input method composes in peace, and the browser takes typing back', async () => {
    const name = page.locator('[name=desc_prod]')
    const before = await name.inputValue()
    await name.focus()
    await page.keyboard.press('End')
    const session = await page.context().newCDPSession(page)
    for (const text of ['´', 'é']) await session.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
    expect(await name.inputValue()).toBe(`${before}é`)
    await page.getByText('Alterações não salvas').waitFor()
    await session.send('Input.insertText', { text: 'é' })
    expect(await name.inputValue()).toBe(`${before}é`)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => name.inputValue()).toBe(before)
    await page.getByText('Alterações não salvas').waitFor({ state: 'detached' })
    await page.keyboard.type('xyz')
    await page.keyboard.press('Escape')
    expect(await name.inputValue()).toBe(before)
    await page.getByText('Alterações não salvas').waitFor({ state: 'detached' })
  })
})
