import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilDraftKept } from '../fixtures/untilKept.ts'

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** The form of the first product that a search finds. */
async function openProduct(page: Page, q: string): Promise<void> {
  await page.goto(`/produtos?q=${q}`)
  await page
    .getByRole('grid', { name: 'Produtos' })
    .getByRole('link', { name: /Editar/ })
    .first()
    .click()
  await box(page, 'Preço de venda').waitFor()
}

describe('forms', () => {
  const desk = useOwnerSession()
  let page: Page

  beforeEach(async () => {
    page = desk.me.page
    page.on('dialog', dialog => void dialog.accept())
  })

  const cell = (grid: string, column: string, row = 2): Locator =>
    page.getByRole('grid', { name: grid }).locator(`[role=row][aria-rowindex="${row}"] > [data-column=${column}]`)

  it('do not save a time that cannot be read: the reason stands under it, its tab counts it, and it is offered back', async () => {
    await openProduct(page, 'aperol')
    const address = page.url()
    await page.getByRole('tab', { name: /App delivery/ }).click()
    const hours = page.getByRole('group', { name: 'Disponibilidade', exact: true })
    await hours.getByRole('button', { name: 'Adicionar horário' }).click()
    await box(page, 'Início').fill('99:99')
    await page.keyboard.press('Tab')
    await expect.poll(() => box(page, 'Início').getAttribute('aria-invalid')).toBe('true')
    for (const day of ['Segunda-feira', 'Sexta-feira']) await hours.getByRole('button', { name: day }).click()
    await box(page, 'Fim').fill('18:00')
    await page
      .getByRole('tab', { name: /App delivery/ })
      .getByText('1', { exact: true })
      .waitFor()
    const sent: string[] = []
    page.on('request', request => void (request.method() === 'POST' && sent.push(request.url())))
    await page.getByRole('tab').first().click()
    await page.keyboard.press('Control+s')
    // The save brings the person back to the time.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('inicio')
    expect(sent.filter(one => one.includes('/produtos'))).toEqual([])
    expect(await violations(page)).toEqual([])

    await page.getByRole('tab').first().click()
    await box(page, 'Preço de venda').fill('31,5,5')
    await untilDraftKept(page, '31,5,5')
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByText(/Há alterações não salvas de/).waitFor()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Preço de venda').inputValue()).toBe('31,5,5')
    expect(await box(page, 'Preço de venda').getAttribute('aria-invalid')).toBe('true')
    await box(page, 'Preço de venda').fill('31,5')
    await page.getByRole('tab', { name: /App delivery/ }).click()
    await expect.poll(() => box(page, 'Início').inputValue()).toBe('99:99')
    await box(page, 'Início').fill('09:30')
    await box(page, 'Fim').fill('18:30')
    // Typed, and not yet confirmed: the save takes it along.
    await page.keyboard.press('Control+s')
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto(address)
    await page.getByRole('tab', { name: /App delivery/ }).click()
    await page.getByRole('group', { name: 'Seg, Sex, 09:30–18:30' }).waitFor()
  })

  it('take a whole pasted block back, texts that cannot be read too, and bring it again', async () => {
    await page.goto('/pergunta/create')
    await box(page, 'Pergunta').fill('Qual o ponto da carne?')
    const list = page.getByRole('grid', { name: 'Respostas' })
    await page.getByRole('group', { name: 'Respostas' }).getByRole('button', { name: 'Adicionar linha' }).click()
    const texts = async (column: string) =>
      (await list.locator(`[role=gridcell][data-column=${column}]`).allInnerTexts()).map(text => text.replace(/\s/g, ' ').trim())
    const answers = async () => [await texts('nome'), await texts('valor')]
    const wrong = () => list.locator('[aria-invalid=true]').count()
    const before = [['Mal passada'], ['R$ 0,00']]
    await cell('Respostas', 'nome').focus()
    await page.keyboard.type('Mal passada')
    await page.keyboard.press('Enter')
    await expect.poll(answers).toEqual(before)
    await cell('Respostas', 'nome').focus()
    await page.evaluate(text => navigator.clipboard.writeText(text), 'Ao ponto\t5,00\r\nBem passada\tcinco')
    await page.keyboard.press('Control+v')
    const pasted = [
      ['Ao ponto', 'Bem passada'],
      ['R$ 5,00', expect.stringMatching(/^cinco/)],
    ]
    await expect.poll(answers).toEqual(pasted)
    expect(await wrong()).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(answers).toEqual(before)
    expect(await wrong()).toBe(0)
    await cell('Respostas', 'nome').focus()
    await page.keyboard.press('Control+y')
    await expect.poll(answers).toEqual(pasted)
    expect(await wrong()).toBe(1)
    // It stops the save again.
    await page.keyboard.press('Control+s')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    // Put right by hand, that is a step of its own: what stood there comes back, and is put right again.
    await cell('Respostas', 'valor', 3).focus()
    await page.keyboard.type('R$ 7')
    await page.keyboard.press('Enter')
    await expect.poll(answers).toEqual([
      ['Ao ponto', 'Bem passada'],
      ['R$ 5,00', 'R$ 7,00'],
    ])
    await page.keyboard.press('Control+z')
    await expect.poll(answers).toEqual(pasted)
    await page.keyboard.press('Control+z')
    await expect.poll(answers).toEqual(before)
  })

  it("take a date from the system's own calendar", async () => {
    await page.goto('/Conta/create')
    await page.getByRole('button', { name: 'Escolher data: Vencimento' }).click()
    // The calendar belongs to the browser: what a person picks there comes as the value of its box.
    await page.locator('input[type=date]').fill('2026-12-24')
    expect(await box(page, 'Vencimento').inputValue()).toBe('24/12/2026')
  })

  it('look up every row of a pasted block, a few at a time, and leave alone what was pasted', async () => {
    await page.goto('/produtos?order=cod_prod%20ASC&columns=cod_prod,desc_prod&perPage=25')
    const list = page.getByRole('grid', { name: 'Produtos' })
    await list.getByRole('row').nth(20).waitFor()
    const codes = (await list.locator('[role=gridcell][data-column=cod_prod]').allInnerTexts()).slice(0, 15)
    const names = (await list.locator('[role=gridcell][data-column=desc_prod]').allInnerTexts()).slice(0, 15)
    await page.goto('/produtoPontes/create')
    await box(page, 'Pergunta').waitFor()
    await page.getByRole('button', { name: 'Adicionar linha' }).click()
    let under = 0
    let most = 0
    const isLookup = (url: string): boolean => url.includes('/produtos/list')
    page.on('request', request => {
      if (isLookup(request.url())) most = Math.max(most, ++under)
    })
    page.on('requestfinished', request => {
      if (isLookup(request.url())) under -= 1
    })
    await page.locator('[role=gridcell][data-column=cod_prod]').first().focus()
    const text = codes.map((code, row) => (row === 1 ? `${code}\tNome meu` : `${code}\t`)).join('\r\n')
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('Control+v')
    const shown = () => page.locator('[role=gridcell][data-column=nome]').allInnerTexts()
    await expect.poll(shown).toEqual(names.map((name, row) => (row === 1 ? 'Nome meu' : name)))
    expect(await page.locator('[role=gridcell][data-column=valor]').allInnerTexts()).not.toContain('R$\u00a00,00')
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })
})
