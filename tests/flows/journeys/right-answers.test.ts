import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, findProduct } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilDraftKept } from '../fixtures/untilKept.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Returns the notes under a control. */
const notes = (page: Page, name: string) =>
  box(page, name).evaluate(control =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

describe('what is shown is what is so', () => {
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    page = me.page
    await logIn(page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    const { errors } = me
    page.on('dialog', dialog => void dialog.accept())
    await me.leave()
    expect(errors).toEqual([])
  })

  const switchTo = async (store: RegExp): Promise<void> => {
    await page.getByRole('button', { name: /Escolher loja/ }).click()
    await page.getByRole('option', { name: store }).click()
    await page.getByRole('button', { name: store }).waitFor()
  }

  it('a page stays when the store is switched', async () => {
    const stores = [/Lanches da Praça/, /Cantina Bella Massa/]
    for (const [at, address] of [
      '/relatorio/ticket-medio?startDate=2026-11-01&endDate=2026-11-07',
      '/Conta/contas-por-parceiro',
      '/produtos?q=a&stt_prod=true',
      '/importarProdutos',
    ].entries()) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      const title = await page.locator('main h1').textContent()
      await switchTo(stores[at % 2] ?? /./)
      await expect.poll(() => page.locator('main h1').textContent()).toBe(title)
      // A report fills in the period that it answers.
      const [now, before] = [new URL(page.url()), new URL(address, fixture.address)]
      expect(now.pathname).toBe(before.pathname)
      expect(Object.fromEntries(now.searchParams)).toMatchObject(Object.fromEntries(before.searchParams))
    }
  })

  it('a word typed in a cell of choices is the choice that it begins', async () => {
    const [sheet] = (await callApi(page, `ficha_tecnicas?filter=${encodeURIComponent('{"limit":1}')}`)) as { id: number }[]
    await page.goto(`/ficha_tecnicas/${sheet?.id}`)
    const cell = page.locator('[role=gridcell][data-column=unidade]').last()
    for (const [typed, unit] of [
      ['k', 'kg'],
      ['m', 'ml'],
      ['l', 'l'],
    ] as const) {
      await page.keyboard.press('Escape')
      await cell.click()
      await page.keyboard.press('Escape')
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
      await expect.poll(() => cell.textContent()).toBe(unit)
    }
    // Delete empties it by itself, as in any spreadsheet.
    await cell.click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await expect.poll(() => cell.textContent()).toBe('')
  })

  it('a refused removal tells why', async () => {
    await page.goto('/unidades')
    const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: 'UN', exact: true }) })
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText(/Erro ao excluir\. Não é possível excluir: está em uso em Produtos/).waitFor()
  })

  it('a code says what is wrong with it, and a bar code that nobody knows is told', async () => {
    await page.goto('/produtos/create')
    for (const [typed, told] of [
      ['12a', 'Apenas números'],
      ['1234567890123456789', 'Máximo de 18 caracteres'],
      ['0', 'O valor mínimo é 1'],
    ] as const) {
      await box(page, 'Código').fill(typed)
      await box(page, 'Código').blur()
      await expect.poll(() => notes(page, 'Código')).toContain(told)
    }
    await box(page, 'Código').fill('7891234567895')
    await page.getByText('Nenhum produto encontrado para este código de barras.').waitFor()
    await page.getByRole('tab', { name: /Promoção/ }).click()
    expect(await box(page, 'Até').inputValue()).toMatch(/^\d\d\/\d\d\/\d{4} 23:59:59$/)
  })

  it('a new CEP of a saved address brings its town, and the registration is read in any case', async () => {
    const [partner] = (await callApi(page, 'parceiros/list?filter={"limit":1}')) as { id: number }[]
    await page.goto(`/parceiros/${partner?.id}`)
    await box(page, 'Inscrição estadual').fill('isento')
    await box(page, 'Inscrição estadual').blur()
    expect(await box(page, 'Inscrição estadual').inputValue()).toBe('ISENTO')
    await page.getByRole('tab', { name: /Endereços/ }).click()
    const cell = (column: string) => page.locator(`[role=gridcell][data-column=${column}]`).last()
    const put = async (cep: string, town: string): Promise<void> => {
      await cell('cep').click()
      await page.keyboard.press('Escape')
      await page.keyboard.type(cep)
      await page.keyboard.press('Enter')
      await expect.poll(() => cell('cidade').textContent()).toBe(town)
      await page.getByRole('button', { name: 'Salvar parceiro' }).click()
      await page.getByText('Salvo com sucesso.').waitFor()
      await page.goto(`/parceiros/${partner?.id}`)
      await page.getByRole('tab', { name: /Endereços/ }).click()
      await cell('cep').waitFor()
    }
    await page.getByRole('button', { name: 'Adicionar linha' }).click()
    await put('80010010', 'Curitiba')
    const code = await cell('codigo_municipio').textContent()
    await put('30110025', 'Belo Horizonte')
    expect(await cell('codigo_municipio').textContent()).not.toBe(code)
  })

  it('what is asked of several fields is said once, and an empty price has no margin', async () => {
    await page.goto('/parceiros/create')
    await box(page, 'Nome fantasia').fill('Sem papel')
    await page.getByRole('button', { name: 'Salvar parceiro' }).click()
    await page.getByText('Escolha ao menos uma das opções').first().waitFor()
    expect(await page.getByText('Escolha ao menos uma das opções').count()).toBe(1)
    const staff = page.getByRole('switch', { name: 'Funcionário' })
    expect(await staff.evaluate(one => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent)).toMatch(
      /^Escolha ao menos uma/,
    )
    await page.goto('/produtos/create')
    page.on('dialog', dialog => void dialog.accept())
    await box(page, 'Preço de custo').fill('10')
    await page.getByRole('tab').nth(1).click()
    const margin = page.getByRole('textbox', { name: /^Margem na tabela \d/ })
    await margin.waitFor()
    expect(await margin.inputValue()).toBe('')
    await margin.fill('50')
    await margin.blur()
    await expect
      .poll(() =>
        page
          .getByRole('textbox', { name: /^Preço .*2|Preço/ })
          .last()
          .inputValue(),
      )
      .toBe('15,00')
  })

  it('a second scan takes the place of the first, which is not answered yet', async () => {
    await page.goto('/produtos')
    const search = page.getByRole('search').getByRole('textbox')
    await search.click()
    let answer = (): void => undefined
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/produtos/list*', async route => {
      if (route.request().url().includes('99911')) await held
      await route.continue()
    })
    await page.keyboard.type('99911')
    await page.keyboard.press('Enter')
    await page.keyboard.type('99922')
    await page.keyboard.press('Enter')
    expect(await search.inputValue()).toBe('99922')
    answer()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('99922')
    await page.keyboard.type('99933')
    expect(await search.inputValue()).toBe('99933')
  })

  it('a price below zero is refused in its cell', async () => {
    await page.goto('/produtoCombos/create')
    const group = page.getByRole('group', { name: /Itens/ })
    await group.getByRole('button', { name: 'Adicionar linha' }).click()
    await page.keyboard.press('Escape')
    await group.locator('[role=gridcell][data-column=preco_item]').last().click()
    await page.keyboard.type('-5')
    await group.getByText('O valor mínimo é 0').waitFor()
    await page.keyboard.press('Escape')
  })

  it('the Delete key takes a price out of a branch, and making all equal says what it left', async () => {
    await page.goto('/produtos')
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').first().click()
    const open = async () => {
      await page.getByRole('button', { name: 'Envio para filiais' }).click()
      await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
    }
    await open()
    const dialog = page.getByRole('dialog')
    const cell = dialog.getByRole('row').nth(1).getByRole('gridcell').nth(2)
    await dialog.getByRole('button', { name: 'Igualar todos à matriz' }).click()
    await page.getByText(/células vazias ficaram como estão/).waitFor()
    expect(await cell.textContent()).toBe('Digite o valor')
    await cell.click()
    await page.keyboard.type('10')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Enviar 1 alteração' }).click()
    await page.getByText('Preços enviados para as filiais: 1').waitFor()
    for (const row of [1]) await page.getByRole('row').nth(row).getByRole('checkbox').first().click()
    await open()
    await cell.click()
    await page.keyboard.press('Delete')
    await dialog.getByText('Excluir R$ 10,00').waitFor()
    await dialog.getByRole('button', { name: 'Enviar 1 alteração' }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => dialog.getByText('Excluir R$ 10,00').count()).toBe(0)
  })

  it('Esc after a cell has saved itself says that it is as before', async () => {
    await page.goto('/produtos?q=affogato')
    const cell = page.locator('[role=gridcell][data-column=preco_vnd_prod]').first()
    await cell.waitFor()
    const before = await cell.textContent()
    await cell.click()
    await page.keyboard.press('Enter')
    await page.keyboard.type('77')
    await page.getByText('Preço de venda salvo.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Preço de venda voltou a ser como antes.').waitFor()
    // One word of one record at a time.
    await expect.poll(() => page.getByText('Preço de venda salvo.').count()).toBe(0)
    expect(await cell.textContent()).toBe(before)
  })

  it('what was typed beside an unanswered offer comes back with it', async () => {
    const { id } = await findProduct(page, 'affogato')
    const leave = async (text: string): Promise<void> => {
      await box(page, 'Nome').fill(text)
      await box(page, 'Nome').blur()
      await untilDraftKept(page, text)
      await page.reload()
      await page.getByText(/Há alterações não salvas de/).waitFor()
    }
    page.on('dialog', dialog => void dialog.accept())
    await page.goto(`/produtos/${id}`)
    await leave('Affogato antigo')
    await leave('Affogato novo')
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Nome').inputValue()).toBe('Affogato novo')
    await page.getByRole('button', { name: 'Descartar' }).last().click()
  })

  it('a day that is none and a span that ends before it begins are told, and nothing moves', async () => {
    await page.goto('/relatorio/ticket-medio')
    const from = box(page, 'De').first()
    const at = async () => (await from.boundingBox())?.y
    await untilSteady(page)
    const before = await at()
    await from.fill('31/02/2026')
    await from.blur()
    await page.getByText('Data inválida. Use DD/MM/AAAA').waitFor()
    expect(await at()).toBe(before)
    await from.fill('30/12/2099')
    await from.blur()
    await page.getByText('O fim vem antes do começo.').waitFor()
    expect(await at()).toBe(before)
  })
})
