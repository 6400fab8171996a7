import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** Work on many products at once: prices of branches, links of a question, a mass change, the scale's file. */
describe('the catalogue, many at once', () => {
  const desk = useOwnerSession()

  /** Marks the first rows of the list. */
  const mark = async (count: number): Promise<void> => {
    const { page } = desk.me
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    for (let row = 1; row <= count; row += 1) await page.getByRole('row').nth(row).getByRole('checkbox').first().click()
  }

  it('sends prices to branches: a new one, a higher, a lower, one taken out, and only those', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await mark(3)
    const open = async () => {
      await page.getByRole('button', { name: 'Envio para filiais' }).click()
      await page.getByRole('grid', { name: 'Envio de produtos para filiais' }).getByRole('row').nth(1).waitFor()
    }
    const dialog = page.getByRole('dialog', { name: 'Envio de produtos para filiais' })
    const cell = (row: number, column: number) => dialog.getByRole('row').nth(row).getByRole('gridcell').nth(column)
    const type = async (row: number, text: string): Promise<void> => {
      // Enter leads to the cell below, as in every grid: it may be the current one by now.
      await cell(row, 2).dblclick()
      await page.keyboard.press('Control+a')
      if (text === '') await page.keyboard.press('Delete')
      else await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await open()
    // The store's own price is not typed.
    await cell(1, 1).dblclick()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true)
    await type(1, '10')
    await type(2, '20,5')
    await type(3, '30')
    expect(await dialog.getByText('Novo', { exact: true }).count()).toBe(3)
    // The last edit is taken back and done again.
    await page.keyboard.press('Control+z')
    await expect.poll(() => dialog.getByText('Novo', { exact: true }).count()).toBe(2)
    await page.keyboard.press('Control+y')
    const first = page.waitForRequest(request => request.url().includes('filiaisClonaProdutos'))
    await dialog.getByRole('button', { name: 'Enviar 3 alterações' }).click()
    expect((await first).postDataJSON().produtosData).toHaveLength(3)
    await page.getByText('Preços enviados para as filiais: 3').waitFor()

    await mark(3)
    await open()
    await type(1, '12')
    await type(2, '18,99')
    await type(3, '')
    await dialog.getByText('Subiu R$ 10,00').waitFor()
    await dialog.getByText('Baixou R$ 20,50').waitFor()
    await dialog.getByText('Excluir R$ 30,00').waitFor()
    expect(await violations(page)).toEqual([])
    await type(1, '10')
    expect(await dialog.getByText('Subiu R$ 10,00').count()).toBe(0)
    const second = page.waitForRequest(request => request.url().includes('filiaisClonaProdutos'))
    await dialog.getByRole('button', { name: 'Enviar 2 alterações' }).click()
    const sent = (await second).postDataJSON().produtosData as { preco_vnd_prod: number | null }[]
    expect(sent.map(({ preco_vnd_prod }) => preco_vnd_prod)).toEqual([18.99, null])
    await page.getByText('Preços enviados para as filiais: 2').waitFor()

    // One step takes it back in the branch.
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await page
      .getByText(/desfeit/i)
      .first()
      .waitFor()
    await mark(3)
    await open()
    await expect.poll(() => cell(2, 2).textContent()).toContain('20,50')
    // The other side is named, too.
    const [code = '', name = ''] = ((await cell(1, 0).textContent()) ?? '').split(' · ')
    expect(await cell(1, 2).textContent()).toContain(`${code} · ${name}`)
  })

  it('takes a block of prices from a spreadsheet, keeps what cannot be a price in its cell, and asks before losing it', async () => {
    const { page, context } = desk.me
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/produtos')
    await mark(2)
    await page.getByRole('button', { name: 'Envio para filiais' }).click()
    const dialog = page.getByRole('dialog', { name: 'Envio de produtos para filiais' })
    const cell = (row: number, column: number) => dialog.getByRole('row').nth(row).getByRole('gridcell').nth(column)
    await cell(1, 2).click()
    await page.evaluate(() => navigator.clipboard.writeText('1.234,56\t7\nabc\t8'))
    await page.keyboard.press('Control+v')
    await expect.poll(() => cell(1, 2).textContent()).toContain('1.234,56')
    expect(await cell(2, 2).getAttribute('aria-invalid')).toBe('true')
    // The first leaves the block that was pasted, the second the table.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
    await dialog.getByRole('button', { name: 'Voltar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair sem salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('links products to a question by group, and says when it cannot', async () => {
    const { page } = desk.me
    await page.goto('/pergunta')
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /Mais ações/ })
      .click()
    await page.getByRole('menuitem', { name: 'Vincular produtos' }).click()
    const dialog = page.getByRole('dialog', { name: /Produtos da pergunta/ })
    const status = dialog.getByRole('status')
    await status.getByText(/escolhidos/).waitFor()
    const before = Number((await status.textContent())?.split(' ')[0])
    await dialog.getByRole('navigation', { name: 'Grupos' }).getByRole('button').nth(1).click()
    const boxes = dialog.getByRole('list').getByRole('checkbox')
    await boxes.first().waitFor()
    expect(await violations(page)).toEqual([])
    const ticked = await boxes.evaluateAll(all => all.map(one => (one as HTMLInputElement).checked))
    const free = ticked.indexOf(false)
    const [add, remove] = free >= 0 ? [free, -1] : [-1, 0]
    await boxes.nth(Math.max(add, remove)).click()
    await status.getByText(add >= 0 ? '1 a incluir, 0 a retirar' : '0 a incluir, 1 a retirar').waitFor()
    await page.route('**/api/pergunta/*', route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { error: { message: 'Recusado.', code: 'x', statusCode: 422, details: [] } } })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Ops, algo de errado aconteceu.').waitFor()
    await page.unroute('**/api/pergunta/*')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Vínculos salvos.').waitFor()
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /Mais ações/ })
      .click()
    await page.getByRole('menuitem', { name: 'Vincular produtos' }).click()
    await status.getByText(`${before + (add >= 0 ? 1 : -1)} escolhidos`).waitFor()
  })

  it('changes many products at once in the advanced mode, with exactly the fields that are meant for it', async () => {
    const { page } = desk.me
    await page.goto('/produtos?q=pizza&page=2')
    await page.getByRole('button', { name: 'Alteração em massa' }).click()
    // The search goes along, the page does not; what is meant shows its price.
    await page.waitForURL('**/produtosAlteracao?q=pizza')
    await page.getByRole('columnheader', { name: 'Preço de venda' }).waitFor()
    const change = page.getByRole('button', { name: 'Alterar selecionados' })
    await expect.poll(() => change.isDisabled()).toBe(true)
    await mark(2)
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
    const field = dialog.getByLabel('Campo')
    await field.waitFor()
    const offered = await field.locator('option').allTextContents()
    expect(offered.slice(1)).toEqual(
      `Grupo, Unidade, Impressora, Imposto, NCM, CEST, Ativo, Delivery, Balcão, Na mesa, Destaque, PDV Mobile, Envia para balança,
Paga serviço do garçom, Adicional, Matéria prima, Alcoólico, Validade, Comissão, Desconto máximo, Estoque mínimo, Ordem`.split(
        /,\s+/,
      ),
    )
    await field.selectOption({ label: 'Grupo' })
    expect(await dialog.getByRole('checkbox', { name: 'Nenhum' }).count()).toBe(0)
    await field.selectOption({ label: 'Impressora' })
    await dialog.getByRole('checkbox', { name: 'Nenhum' }).waitFor()
    await field.selectOption({ label: 'Ordem' })
    expect(await dialog.getByRole('button', { name: /^Alterar/ }).isDisabled()).toBe(true)
    await dialog.getByLabel('Novo valor').fill('77')
    await dialog.getByRole('button', { name: 'Alterar 2' }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    await page.getByRole('button', { name: 'Voltar à lista' }).click()
    await page.waitForURL('**/produtos?q=pizza')
  })

  it('downloads the scale’s file, and says why there is none', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    const refused = page.route('**/toledoMGVTXT*', route =>
      route.fulfill({ status: 422, json: { error: { message: 'Sem produtos.', code: 'x', statusCode: 422, details: [] } } }),
    )
    await refused
    await page.getByRole('button', { name: 'TXT Balança' }).click()
    await page.getByText('Ocorreu um erro ao baixar o TXT da Balança. Sem produtos.').waitFor()
    await page.unroute('**/toledoMGVTXT*')
    await mark(1)
    await page.getByRole('button', { name: 'Alterar selecionados' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
    await dialog.getByLabel('Campo').selectOption({ label: 'Envia para balança' })
    await dialog.getByRole('button', { name: 'Alterar 1' }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'TXT Balança' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('balanca.txt')
    const stream = await file.createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    expect(Buffer.concat(parts).toString('latin1')).toMatch(/^01[01][0-9]{6}[0-9]{6}[0-9]{3}.{230}\r\n$/)
  })
})
