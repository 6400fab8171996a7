import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { delayReplies, holdReplies } from '../fixtures/heldReplies.ts'
import { goOffline, untilOfflineReady } from '../fixtures/offlineReady.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilNotBusy } from '../fixtures/untilNotBusy.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const list = '/produtos?order=cod_prod%20ASC&columns=cod_prod,desc_prod,preco_vnd_prod,stt_prod'

/** Saves take their time: what hands do meanwhile is no matter of luck. */
const slowly = (page: Page, wait = 600): Promise<unknown> => delayReplies(page, '**/api/**', wait, /^(?!GET$)/)

describe('hands that are faster than the server', () => {
  const desk = useOwnerSession({ serviceWorkers: 'allow' })
  let page: Page
  let grid: Locator

  beforeEach(async () => {
    page = desk.me.page
    grid = page.getByRole('grid', { name: 'Produtos' })
    await open()
  })

  const open = async (): Promise<void> => {
    await page.goto(list)
    await grid.getByRole('row').nth(6).waitFor()
  }
  const cell = (row: number, column: string): Locator =>
    grid.locator(`[role=row][aria-rowindex="${row + 2}"] > [data-column=${column}]`)
  const price = async (row: number): Promise<string | undefined> =>
    /R\$\s([\d.,]+)$/.exec((await cell(row, 'preco_vnd_prod').innerText()).trim())?.[1]
  const type = async (row: number, column: string, text: string): Promise<void> => {
    await cell(row, column).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const paste = async (...lines: readonly string[]): Promise<void> => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), lines.join('\r\n'))
    await page.keyboard.press('Control+v')
  }
  const refused = () => grid.locator('[role=gridcell][aria-invalid=true]').count()

  it('two pastes, a switch and a name in the same row, before the first is saved, are all saved', async () => {
    await slowly(page)
    await cell(0, 'preco_vnd_prod').click()
    await paste('11,10', '11,20')
    await paste('12,10', '12,20')
    await type(0, 'desc_prod', 'Feito depressa')
    const on = await cell(1, 'stt_prod').getByRole('switch').isChecked()
    await cell(1, 'stt_prod').getByRole('switch').click()
    await page.getByText('Nome salvo.').waitFor()
    await untilNotBusy(grid)
    expect(await refused()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await open()
    expect([await price(0), await price(1)]).toEqual(['12,10', '12,20'])
    expect(await cell(0, 'desc_prod').innerText()).toBe('Feito depressa')
    expect(await cell(1, 'stt_prod').getByRole('switch').isChecked()).toBe(!on)
  })

  it('Ctrl+Z takes back what is being saved, and not what was saved before it', async () => {
    const before = await price(3)
    await type(2, 'preco_vnd_prod', '41,00')
    await page.getByText('Preço de venda salvo.').waitFor()
    await slowly(page)
    await type(3, 'preco_vnd_prod', '42,00')
    await page.keyboard.press('Control+z')
    await page.getByText('Desfeito.').waitFor()
    await expect.poll(() => price(3)).toBe(before)
    expect(await price(2)).toBe('41,00')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+y')
    await expect.poll(() => price(2)).not.toBe('41,00')
    await expect.poll(() => price(2)).toBe('41,00')
  })

  it('Ctrl+Z without a server can be pressed again', async () => {
    const before = await price(4)
    await type(4, 'preco_vnd_prod', '51,00')
    await page.getByText('Preço de venda salvo.').waitFor()
    // Without the code of undoing nothing is said before the server answers.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/undoToast-')))
    await goOffline(page)
    await page.keyboard.press('Control+z')
    await page.getByText('Sem conexão com o servidor. Tente de novo.').waitFor()
    await desk.me.context.setOffline(false)
    await page.keyboard.press('Control+z')
    await expect.poll(() => price(4)).toBe(before)
  })

  it('what a refused paste left waiting stays, whatever is pasted beside it and whatever page is shown; the keyboard stays in the grid', async () => {
    const before = await price(5)
    await cell(5, 'preco_vnd_prod').click()
    await paste('61,00', 'caro')
    await page.getByText('1 célula com problema').first().waitFor()
    await cell(8, 'preco_vnd_prod').click()
    await paste('ruim')
    await page.getByText('2 células com problema, 1 célula aguarda').waitFor()
    await page.keyboard.press('Alt+PageDown')
    await page.waitForURL(/page=2/)
    // A waiting cell has buttons of its own for as long as its page is shown.
    await untilNotBusy(grid)
    await page.getByRole('button', { name: 'Salvar as válidas' }).click()
    await page.getByText('1 célula salva.').waitFor()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.keyboard.press('Alt+PageUp')
    await expect.poll(() => price(5)).toBe('61,00')
    expect(await refused()).toBe(0)
    expect(before).not.toBe('61,00')
  })

  it('Ctrl+Z after a refused paste gives the paste up, and then what was saved before it', async () => {
    const before = await price(2)
    await type(2, 'preco_vnd_prod', '81,00')
    await page.getByText('Preço de venda salvo.').waitFor()
    // Enter has led to the row below.
    await paste('82,00', 'caro')
    await page.getByText('1 célula com problema').first().waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('1 célula com problema').first().waitFor({ state: 'hidden' })
    expect([await refused(), await price(2)]).toEqual([0, '81,00'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => price(2)).toBe(before)
  })

  it('changes of one row without a server outlast the page, and none refuses the next', async () => {
    await untilOfflineReady(page)
    await goOffline(page)
    await type(6, 'preco_vnd_prod', '71,00')
    await type(6, 'desc_prod', 'Sem servidor')
    await cell(6, 'preco_vnd_prod').click()
    await paste('72,00', '73,00')
    await page.getByText(/3 salvamentos pendentes/).waitFor()
    await desk.me.context.setOffline(false)
    await page.close()
    page = await desk.me.context.newPage()
    grid = page.getByRole('grid', { name: 'Produtos' })
    await open()
    await expect.poll(() => price(6)).toBe('72,00')
    await expect.poll(() => price(7)).toBe('73,00')
    expect(await cell(6, 'desc_prod').innerText()).toBe('Sem servidor')
    expect(await page.getByText(/salvamento/).count()).toBe(0)
  })

  it('what is typed behind Ctrl+K goes to the palette, though it is still on its way; Enter waits for the answer, and for its own', async () => {
    const before = await price(0)
    const palette = await holdReplies(page, /\/assets\/CommandPalette-/)
    await page.reload()
    await cell(0, 'preco_vnd_prod').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('affogato')
    await page.keyboard.press('Enter')
    palette.release()
    await page.waitForURL(/\/produtos\/\d+$/)
    await page.getByRole('heading', { name: 'Affogato' }).waitFor()
    await open()
    expect(await price(0)).toBe(before)
    await page.keyboard.press('Control+k')
    const box = page.getByRole('dialog').getByRole('combobox')
    await box.fill('affogato')
    await page.getByRole('option', { name: /Affogato/ }).waitFor()
    await box.fill('zzzz')
    await page.keyboard.press('Enter')
    await page.getByText('Nada encontrado para "zzzz".').waitFor()
    expect(new URL(page.url()).pathname).toBe('/produtos')
  })

  it('keys are free again when the palette does not come, and Ctrl+K asks for it anew', async () => {
    let come = (): void => undefined
    const there = new Promise<void>(resolve => {
      come = resolve
    })
    await page.route(/\/assets\/CommandPalette-/, async route => {
      await there
      await route.continue()
    })
    await page.reload()
    await cell(0, 'desc_prod').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cell(1, 'desc_prod').evaluate(one => one === document.activeElement)).toBe(true)
    const arriving = page.waitForResponse(/CommandPalette-/)
    come()
    await (await arriving).finished()
    await untilSteady(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
  })

  it('a code that is scanned leads to its record once; typing on calls it off', async () => {
    const box = page.getByRole('textbox', { name: 'Buscar em produtos' })
    const code = await cell(0, 'cod_prod').innerText()
    const first = await holdReplies(page, '**/api/produtos?*')
    await box.fill(code)
    await page.keyboard.press('Enter')
    // A second scan takes its place.
    const listed = page.waitForResponse(reply => reply.url().includes('97942'))
    await page.keyboard.type('97942')
    first.release()
    await page.waitForURL(/q=97942(&|$)/)
    await (await listed).finished()
    await untilSteady(page)
    expect(await box.inputValue()).toBe('97942')
    await box.fill(code)
    const steps = await page.evaluate(() => history.length)
    const second = await holdReplies(page, '**/api/produtos?*')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    second.release()
    await page.waitForURL(/\/produtos\/\d+$/)
    expect(await page.evaluate(() => history.length)).toBe(steps + 1)
  })

  it('what is typed into the search in the moment in which the list changes is searched for', async () => {
    await page.goto('/produtos?q=suco')
    await grid.getByRole('row').nth(1).waitFor()
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('nav a[href="/produtos"]')?.click()
      document.querySelector<HTMLInputElement>('[role=search] input')?.select()
      document.execCommand('insertText', false, 'pizza')
    })
    await page.waitForURL(/q=pizza/)
    expect(await page.getByRole('textbox', { name: /Buscar/ }).inputValue()).toBe('pizza')
  })

  it('Enter in a reference takes what its own search finds, and a view is saved once however often', async () => {
    await page.goto('/produtos/create')
    const group = page.getByRole('combobox', { name: 'Grupo' })
    await group.click()
    await page.keyboard.type('bebidas')
    await page.keyboard.press('Enter')
    await expect.poll(() => group.inputValue()).toBe('Bebidas da cantina')
    await page.goto('/unidades')
    await slowly(page)
    await page.getByRole('button', { name: 'Visualizações' }).click()
    await page.getByRole('menuitem', { name: 'Salvar esta visualização…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Uma só')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await untilSteady(page)
    await page.getByRole('button', { name: 'Visualizações' }).click()
    await page.getByRole('menuitem', { name: 'Uma só' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Uma só' }).count()).toBe(1)
    await page.keyboard.press('Escape')
  })

  it('what is typed in a cell right before the page is loaded anew or closed is saved, and what waits behind it', async () => {
    const { context } = desk.me
    await cell(7, 'preco_vnd_prod').click()
    await page.keyboard.type('77,70')
    await page.reload()
    await grid.getByRole('row').nth(9).waitFor()
    await expect.poll(() => price(7)).toBe('77,70')
    // Two changes of a row, the first of them still on its way.
    await slowly(page, 3_000)
    await type(6, 'preco_vnd_prod', '66,60')
    await type(6, 'desc_prod', 'Nome de quem tem pressa')
    await cell(5, 'preco_vnd_prod').click()
    await page.keyboard.type('55,50')
    await page.close()
    page = await context.newPage()
    grid = page.getByRole('grid', { name: 'Produtos' })
    await open()
    await expect.poll(() => price(6)).toBe('66,60')
    await expect.poll(() => cell(6, 'desc_prod').innerText()).toBe('Nome de quem tem pressa')
    await expect.poll(() => price(5)).toBe('55,50')
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('fila:')).length)).toBe(0)
    expect(await page.getByText(/salvamento recusado/).count()).toBe(0)
  })

  it('a text in a cell that cannot be read, or was refused, stands there after the page was loaded anew', async () => {
    await cell(4, 'preco_vnd_prod').click()
    await page.keyboard.type('4,4,4')
    await page.reload()
    await cell(4, 'preco_vnd_prod').getByText('4,4,4').first().waitFor()
    expect(await refused()).toBe(1)
    const taken = await cell(2, 'cod_prod').innerText()
    await type(4, 'cod_prod', taken)
    await expect.poll(() => cell(4, 'cod_prod').getAttribute('aria-invalid')).toBe('true')
    await page.reload()
    await expect.poll(refused).toBe(2)
    await cell(4, 'cod_prod').focus()
    await cell(4, 'cod_prod').getByText('Digitado').waitFor()
    await page.keyboard.press('Escape')
    await type(4, 'preco_vnd_prod', '44,40')
    await page.getByText('Preço de venda salvo.').waitFor()
    await page.reload()
    await expect.poll(() => price(4)).toBe('44,40')
    expect(await refused()).toBe(0)
  })

  it('what is typed in a cell of a form right before the page is loaded anew is offered back', async () => {
    page.on('dialog', dialog => void dialog.accept())
    await page.goto('/pergunta/1')
    const answers = page.getByRole('grid', { name: 'Respostas' })
    await answers.locator('[data-column=nome][role=gridcell]').first().click()
    await page.keyboard.type('Quase perdida')
    await page.reload()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => answers.locator('[data-column=nome][role=gridcell]').first().innerText()).toBe('Quase perdida')
    await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  })

  it('what is taken back in Atividade leaves the keyboard at its line', async () => {
    await type(9, 'preco_vnd_prod', '91,00')
    await page.getByText('Preço de venda salvo.').waitFor()
    await page.goto('/atividade')
    const undo = page.getByRole('button', { name: /^Desfazer: / }).first()
    await undo.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Desfeito.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
    await open()
    expect(await price(9)).not.toBe('91,00')
  })

  it('who leaves while a save is on its way goes there once it is saved, and is asked nothing more', async () => {
    await page.goto('/unidades/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('SAI')
    const save = await holdReplies(page, '**/api/unidades/save')
    await page.keyboard.press('Control+s')
    await save.asked
    await page.getByRole('link', { name: 'Grupos', exact: true }).first().click()
    await page.getByRole('alertdialog').getByText('Há alterações não salvas. Sair sem salvar?').waitFor()
    save.release()
    await page.waitForURL('**/grupos')
    await page.getByText('Criado com sucesso.').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.getByRole('grid', { name: 'Grupos' }).getByRole('gridcell').first().waitFor()
    await untilSteady(page)
    expect(new URL(page.url()).pathname).toBe('/grupos')
  })

  it('a removed row is what its message brings back; a row that was saved meanwhile is no second one', async () => {
    const rows = () => page.getByRole('grid', { name: 'Respostas' }).locator('[data-column=nome][role=gridcell]').allInnerTexts()
    await page.goto('/pergunta/1')
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(3)
    const before = await rows()
    const answers = page.getByRole('grid', { name: 'Respostas' })
    await answers.locator('[data-column=nome][role=gridcell]').first().click()
    await page.keyboard.press('Control+Delete')
    await page.getByText('Linha removida.').waitFor()
    await answers.locator('[data-column=nome][role=gridcell]').last().click()
    await page.keyboard.type('Outra borda')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(rows).toEqual([...before.slice(0, -1), 'Outra borda'])
    await answers.locator('[data-column=nome][role=gridcell]').last().click()
    await page.keyboard.press('Control+Shift+d')
    await answers.locator('[data-column=nome][role=gridcell]').last().click()
    await page.keyboard.type('Dobrada')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page
      .getByText(/com sucesso/)
      .first()
      .waitFor()
    await page.goto('/pergunta/1')
    await expect.poll(rows).toEqual([...before.slice(0, -1), 'Outra borda', 'Dobrada'])
  })
})
