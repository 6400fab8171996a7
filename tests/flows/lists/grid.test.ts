import type { CDPSession, Locator, Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { logIn, openBrowser } from '../fixtures/browserUser.ts'
import { changeElsewhere } from '../fixtures/changeElsewhere.ts'
import { goOffline } from '../fixtures/offlineReady.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** Puts text where a spreadsheet would have put it, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** Cell of a row by its place in the grid (the first under the header is 0) and of a column by its title. */
const cellOf = async (grid: Locator, row: number, title: string): Promise<Locator> => {
  const at = await grid.getByRole('columnheader', { name: title, exact: true }).getAttribute('aria-colindex')
  return grid.locator(`[role=row][aria-rowindex="${row + 2}"] > [role=gridcell][aria-colindex="${at}"]`)
}

/** Returns the text of a cell; a price beside the price is left out. */
const textOf = async (cell: Locator): Promise<string> =>
  (await cell.innerText())
    .replace(/^App\s+R\$\s[\d.,]+\s*/, '')
    .replace(/\u00a0/g, ' ')
    .trim()

const list = '/produtos?order=cod_prod%20ASC&columns=cod_prod,desc_prod,preco_vnd_prod,stt_prod,grupo.nome'

interface Spoken {
  readonly ignored: boolean
  readonly role?: { readonly value?: string }
  readonly name?: { readonly value?: string }
  readonly description?: { readonly value?: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

/** Names that the browser itself gives to screen readers. */
async function named(tree: CDPSession, role: string): Promise<(string | undefined)[]> {
  const { nodes } = (await tree.send('Accessibility.getFullAXTree')) as { nodes: readonly Spoken[] }
  return nodes.filter(node => !node.ignored && node.role?.value === role).map(node => node.name?.value)
}

/** Returns the browser's words to screen readers about the focused element. */
async function read(tree: CDPSession): Promise<{ role: unknown; description: unknown; invalid: unknown }> {
  const { nodes } = (await tree.send('Accessibility.getFullAXTree')) as { nodes: readonly Spoken[] }
  const focused = nodes.filter(node => node.properties?.some(each => each.name === 'focused' && each.value.value)).at(-1)
  const invalid = focused?.properties?.find(each => each.name === 'invalid')?.value.value
  return { role: focused?.role?.value, description: focused?.description?.value ?? '', invalid }
}

describe('the grid as a spreadsheet', () => {
  const desk = useOwnerSession()
  let page: Page
  let grid: Locator

  beforeEach(async () => {
    page = desk.me.page
    await page.goto(list)
    grid = page.getByRole('grid', { name: 'Produtos' })
    await grid.getByRole('row').nth(6).waitFor()
  })

  const texts = async (title: string, rows: number): Promise<string[]> =>
    Promise.all(Array.from({ length: rows }, async (_, row) => textOf(await cellOf(grid, row, title))))

  it('draws a block by keys and mouse, and copies it with plain numbers', async () => {
    const first = await cellOf(grid, 0, 'Nome')
    await first.click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => grid.locator('[role=gridcell][aria-selected=true]').count()).toBe(3)
    await page.keyboard.press('Control+c')
    expect((await copied(page)).split('\r\n')).toEqual(await texts('Nome', 3))
    await page.keyboard.press('Escape')
    await expect.poll(() => grid.locator('[role=gridcell][aria-selected=true]').count()).toBe(0)
    const from = await (await cellOf(grid, 1, 'Preço de venda')).boundingBox()
    const to = await (await cellOf(grid, 3, 'Preço de venda')).boundingBox()
    if (!from || !to) throw new Error('no cells')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.press('Control+c')
    expect(await copied(page)).toMatch(/^\d+,\d\d\r\n\d+,\d\d\r\n\d+,\d\d$/)
    expect(await violations(page)).toEqual([])
  })

  it('pastes five rows of which one is wrong: nothing is saved, then the valid ones, then all of it is taken back', async () => {
    const before = await texts('Preço de venda', 5)
    await (await cellOf(grid, 0, 'Nome')).click()
    const names = await texts('Nome', 5)
    const lines = names.map((name, at) => `${name} X\t${at === 2 ? 'caro' : `1${at},5${at}`}`)
    const columns = await grid.getByRole('columnheader').allInnerTexts()
    expect(columns.indexOf('Preço de venda')).toBe(columns.indexOf('Nome') + 1)
    await paste(page, `${lines.join('\r\n')}\r\n`)
    const bar = page.getByText('Não foi salvo: 1 célula com problema')
    await bar.waitFor()
    const bad = await cellOf(grid, 2, 'Preço de venda')
    expect(await bad.getAttribute('aria-invalid')).toBe('true')
    expect(await bad.innerText()).toContain('caro')
    expect(await violations(page)).toEqual([])
    const other = await desk.me.context.newPage()
    await other.goto(list)
    const fresh = other.getByRole('grid', { name: 'Produtos' })
    await expect.poll(async () => textOf(await cellOf(fresh, 0, 'Preço de venda'))).toBe(before[0])
    await page.reload()
    await bar.waitFor()
    expect(await (await cellOf(grid, 2, 'Preço de venda')).innerText()).toContain('caro')
    expect(await (await cellOf(grid, 0, 'Preço de venda')).innerText()).toContain('10,50')
    await page.getByRole('button', { name: 'Salvar as válidas' }).click()
    const told = page.getByText('8 células salvas.')
    await told.waitFor()
    // Toasts cover neither the bar nor its buttons.
    const [toast, foot] = [await told.boundingBox(), await page.locator('.grid-pending').boundingBox()]
    expect(toast && toast.y + toast.height).toBeLessThan(foot?.y ?? 0)
    await expect.poll(async () => textOf(await cellOf(fresh, 0, 'Preço de venda'))).toBe('R$ 10,50')
    expect(await (await cellOf(fresh, 2, 'Nome')).innerText()).toBe(names[2])
    await page.getByRole('button', { name: 'Descartar' }).click()
    await bar.waitFor({ state: 'hidden' })
    await (await cellOf(grid, 0, 'Preço de venda')).click()
    await page.keyboard.press('Control+z')
    await page.getByText('Desfeito.').waitFor()
    await expect.poll(() => texts('Preço de venda', 5)).toEqual(before)
    await expect.poll(() => texts('Nome', 5)).toEqual(names)
  })

  it('fills down, and takes it back from the toast', async () => {
    const before = await texts('Preço de venda', 4)
    await (await cellOf(grid, 0, 'Preço de venda')).click()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect.poll(() => texts('Preço de venda', 4)).toEqual(Array.from({ length: 4 }, () => before[0]))
    await page.getByText(/células? salvas?\./).waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => texts('Preço de venda', 4)).toEqual(before)
  })

  it('tells of a row that somebody else changed meanwhile', async () => {
    const other = await openBrowser(desk.fixture.address)
    await logIn(other.page, 'dono@demo.com.br')
    // The other browser hears of nothing: its rows are old when it saves.
    await other.page.route('**/api/events*', route => route.abort())
    await other.page.goto(list)
    const theirs = other.page.getByRole('grid', { name: 'Produtos' })
    await (await cellOf(theirs, 5, 'Preço de venda')).waitFor()
    await (await cellOf(grid, 5, 'Preço de venda')).click()
    await page.keyboard.type('7,77')
    await page.keyboard.press('Enter')
    await expect.poll(async () => textOf(await cellOf(grid, 5, 'Preço de venda'))).toBe('R$ 7,77')
    await page.getByText('salvo.').first().waitFor()
    await (await cellOf(theirs, 4, 'Preço de venda')).click()
    await other.page.keyboard.press('Shift+ArrowDown')
    await other.page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', '8,01\n8,02')
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await other.page.getByText(/Não foi salvo: 1 célula com problema/).waitFor()
    expect(await (await cellOf(theirs, 5, 'Preço de venda')).getAttribute('aria-invalid')).toBe('true')
    expect(await textOf(await cellOf(grid, 5, 'Preço de venda'))).toBe('R$ 7,77')
    await other.leave()
  })

  it('keeps what somebody else wrote into the very cell that is typed in, until asked again', async () => {
    const price = await cellOf(grid, 6, 'Preço de venda')
    const name = await textOf(await cellOf(grid, 6, 'Nome'))
    await price.click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    const fresh = page.waitForResponse(
      async reply =>
        reply.request().method() === 'GET' && reply.url().includes('/api/produtos') && (await reply.text()).includes('9.99'),
    )
    await changeElsewhere(desk.fixture.address, name, { preco_vnd_prod: 9.99 })
    await fresh
    await page.keyboard.type('8,88')
    await page.keyboard.press('Enter')
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
    await price.click()
    await page.getByText('Outra pessoa mudou este valor enquanto você digitava.', { exact: true }).waitFor()
    expect(await textOf(price)).toContain('R$ 9,99')
    await price.getByText('Digitado: 8,88').waitFor()
    await price.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.poll(() => textOf(price)).toBe('R$ 8,88')
    await page.reload()
    await expect.poll(async () => textOf(await cellOf(grid, 6, 'Preço de venda'))).toBe('R$ 8,88')
  })

  it('changes one field of many records, with a preview, and takes it back', async () => {
    for (const row of [1, 2, 3])
      await grid
        .getByRole('row')
        .nth(row)
        .getByRole('checkbox', { name: /Selecionar linha/ })
        .check()
    await page.getByRole('button', { name: 'Alterar selecionados' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
    await dialog.getByLabel('Campo').selectOption({ label: 'Grupo' })
    await dialog.getByText('Valores atuais').waitFor()
    const before = await texts('Grupo', 3)
    await dialog.getByRole('combobox', { name: 'Novo valor' }).fill('be')
    await dialog.getByRole('listbox').getByRole('option').first().click()
    await dialog.getByText(/registros? ser(á|ão) alterados?|Todos já têm/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Alterar \d/ }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    await expect.poll(async () => new Set(await texts('Grupo', 3)).size).toBe(1)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => texts('Grupo', 3)).toEqual(before)
  })

  it('changes all that the filter finds, names who is refused, saves the others when asked, and takes that back', async () => {
    await page.goto(`${list}&q=pizza`)
    const total = Number(
      await page
        .locator('h1 + span', { hasText: /\d/ })
        .innerText()
        .then(text => text.match(/\d+/)?.[0]),
    )
    expect(total).toBeGreaterThan(3)
    await grid
      .getByRole('row')
      .nth(1)
      .getByRole('checkbox', { name: /Selecionar linha/ })
      .check()
    await page.getByRole('button', { name: 'Alterar selecionados' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
    await dialog.getByRole('radio', { name: `Todos os ${total} do filtro` }).check()
    await dialog.getByLabel('Campo').selectOption({ label: 'Desconto máximo' })
    await dialog.getByLabel('Novo valor').fill('7,5')
    await dialog.getByText(`${total} de ${total} registros serão alterados.`).waitFor()
    const name = await textOf(await cellOf(grid, 0, 'Nome'))
    await changeElsewhere(desk.fixture.address, name)
    await dialog.getByRole('button', { name: `Alterar ${total}` }).click()
    await dialog.getByRole('alert').getByText(`${name}: Alterado depois da prévia.`).waitFor()
    await dialog.getByText(/Nada foi salvo: 1 registro recusado/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: `Salvar as ${total - 1} válidas` }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText(/desfeit/i).waitFor()
  })

  it('exports the list as it is narrowed, and keeps it as a view', async () => {
    await page.getByRole('textbox', { name: /Buscar/ }).fill('suco')
    await page.waitForURL(/q=suco/)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await page.getByText(/linhas? exportadas?/).waitFor()
    await page.getByRole('button', { name: 'Visualizações' }).click()
    await page.getByRole('menuitem', { name: /Salvar esta visualização/ }).click()
    await page.getByLabel('Nome da visualização').fill('Sucos')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('Visualização salva.').waitFor()
    await page.goto('/produtos')
    await page.getByRole('button', { name: 'Visualizações' }).click()
    await page.getByRole('menuitem', { name: 'Sucos' }).click()
    await page.waitForURL(/q=suco/)
    // Under the name that it has already, the list of now takes its place; the one that is open gets another name.
    const search = page.getByRole('textbox', { name: /Buscar/ })
    await expect.poll(() => search.inputValue()).toBe('suco')
    await search.fill('suco de')
    await page.waitForURL(/q=suco\+de/)
    const choose = async (item: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Visualizações' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose(/Salvar esta visualização/)
    await page.getByLabel('Nome da visualização').fill('Sucos')
    await page.getByText('Você já tem a visualização “Sucos”.').waitFor()
    await page.getByRole('button', { name: 'Substituir visualização' }).click()
    await page.getByText('Visualização “Sucos” substituída.').waitFor()
    await choose(/Renomear/)
    await page.getByLabel('Nome da visualização').fill('Sucos da casa')
    await page.getByLabel('Quem pode ver').selectOption({ label: 'Funcionários' })
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('Visualização “Sucos da casa” alterada.').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await page.getByText('Desfeito.').waitFor()
    await page.goto('/produtos')
    await choose(/^Sucos$/)
    await page.waitForURL(/q=suco\+de/)
  })

  it('opens a view that is older than the definition: by what is left of it', async () => {
    await page.goto('/produtos?q=suco&order=campo_antigo+ASC&columns=campo_antigo,desc_prod')
    await grid.getByRole('row').nth(1).waitFor()
    expect(await page.getByText('Não foi possível carregar.').count()).toBe(0)
  })

  it('says in words that an export was not answered, and makes it once the server is there', async () => {
    const ask = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('menuitem', { name: /XLSX/ }).click()
    }
    const made = async (): Promise<void> => {
      const coming = page.waitForEvent('download')
      await ask()
      expect((await coming).suggestedFilename()).toMatch(/\.xlsx$/)
    }
    await made()
    await goOffline(page)
    await ask()
    await page.getByText('Não foi possível exportar. Sem conexão com o servidor. Tente de novo.').waitFor()
    await page.context().setOffline(false)
    await made()
  })

  it('is read aloud as it is seen: headers, what is wrong with a cell, what became of it', async () => {
    const tree = await page.context().newCDPSession(page)
    const headers = () => named(tree, 'columnheader')
    expect(await headers()).toEqual(expect.arrayContaining(['Código', 'Nome', 'Preço de venda', 'Ativo', 'Grupo', 'Ações']))
    const said = grid.locator('xpath=..').getByRole('status')

    const price = await cellOf(grid, 1, 'Preço de venda')
    await price.click()
    await page.keyboard.type('abc')
    await page.keyboard.press('Enter')
    await expect.poll(() => said.textContent()).toMatch(/^Preço de venda: Não foi salvo\. Número inválido/)
    await page.keyboard.press('ArrowUp')
    expect(await read(tree)).toMatchObject({
      role: 'gridcell',
      invalid: 'true',
      description: expect.stringMatching(/^Número inválido/),
    })
    await page.keyboard.press('Escape')
    expect(await said.textContent()).toBe('Descartado')
    expect(await read(tree)).toMatchObject({ invalid: undefined, description: '' })

    for (const _time of [1, 2]) {
      await page.keyboard.press('Control+c')
      expect(await said.textContent()).toBe('Copiado')
      await page.keyboard.press('ArrowUp')
      expect(await said.textContent()).toBe('')
    }

    await page.goto('/produtoCombos/create')
    await page.getByRole('button', { name: 'Adicionar linha' }).click()
    const items = page.getByRole('grid', { name: 'Itens do combo' })
    expect(await items.getAttribute('aria-multiselectable')).toBe('true')
    expect(await headers()).toEqual(['Mover linha', 'Produto (obrigatório)', 'Preço no combo (obrigatório)', 'Ações'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    expect(await items.locator('xpath=..').getByRole('status').textContent()).toBe('1 linha e 4 colunas selecionadas')
  })

  it('leads from a scanned code to the record', async () => {
    const code = (await texts('Código', 1))[0] ?? ''
    await page.getByRole('textbox', { name: /Buscar/ }).focus()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/produtos\/\d+/)
  })

  it('leads from a scanned bar code to the record, which has it as its auxiliary code', async () => {
    const code = '7897258258474'
    await page.getByRole('textbox', { name: /Buscar/ }).focus()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/produtos\/\d+/)
    await expect.poll(() => page.getByRole('textbox', { name: 'Código auxiliar' }).inputValue()).toBe(code)
  })

  it('pastes into a child list more rows than it has, moves, duplicates and removes them, and takes that back', async () => {
    await page.goto('/pergunta/create')
    await page.getByRole('textbox', { name: 'Pergunta', exact: true }).fill('Qual o ponto da carne?')
    await page.getByRole('group', { name: 'Respostas' }).getByRole('button', { name: 'Adicionar linha' }).click()
    const rows = page.getByRole('grid', { name: 'Respostas' })
    const names = (): Promise<string[]> => rows.locator('[role=gridcell][data-column=nome]').allInnerTexts()
    await rows.locator('[role=gridcell][data-column=nome]').click()
    await paste(page, 'Mal passado\t1,50\r\nAo ponto\t2\r\nBem passado\tR$ 2,50\r\n')
    await expect.poll(names).toEqual(['Mal passado', 'Ao ponto', 'Bem passado'])
    await expect.poll(() => rows.locator('[data-column=valor][role=gridcell]').last().innerText()).toContain('2,50')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(names).toEqual(['Ao ponto', 'Mal passado', 'Bem passado'])
    await page.keyboard.press('Control+Shift+d')
    await expect.poll(names).toEqual(['Ao ponto', 'Mal passado', 'Mal passado', 'Bem passado'])
    await page.keyboard.press('Control+z')
    await expect.poll(names).toEqual(['Ao ponto', 'Mal passado', 'Bem passado'])
    await page.keyboard.press('Control+Delete')
    await expect.poll(names).toEqual(['Ao ponto', 'Bem passado'])
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(names).toEqual(['Ao ponto', 'Mal passado', 'Bem passado'])
    const grips = rows.locator('.grid-grip')
    await grips.nth(2).dragTo(rows.locator('[data-column=nome][role=gridcell]').first(), { targetPosition: { x: 10, y: 4 } })
    await expect.poll(names).toEqual(['Bem passado', 'Ao ponto', 'Mal passado'])
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /^Salvar (?!e)/ }).click()
    await page.getByText('Criado com sucesso.').waitFor()
  })
})
