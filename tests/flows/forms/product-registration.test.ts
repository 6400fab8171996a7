import type { Page, Route } from 'playwright'
import { describe, expect, it } from 'vitest'
import { callApi, findProduct } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { chooseReference } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

type Row = Record<string, unknown>

/** Fills what a new product asks for beside its code. */
async function fillProduct(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Preço de venda', exact: true }).fill('10')
  await chooseReference(page, 'Grupo', 'Sobrem', /^Sobremesas/)
  await chooseReference(page, 'Imposto', 'Refei', /^Refeições/)
  await chooseReference(page, 'NCM', '2106', /21069090/)
  await page.getByRole('tab', { name: /App delivery/ }).click()
  await page.getByRole('textbox', { name: 'Preço no app', exact: true }).fill('10')
  await page.getByRole('tab', { name: /Dados do produto/ }).click()
}

describe('a product is registered', () => {
  const desk = useOwnerSession()

  it('with a question and its answers, made in one dialog and saved in one step', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await page.getByRole('grid').waitFor()
    const { id } = await findProduct(page, 'aperol')
    await page.goto(`/produtos/${id}/perguntas`)
    const sent: string[] = []
    page.on('request', request => {
      if (['POST', 'PATCH', 'PUT'].includes(request.method())) sent.push(new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Nova pergunta' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nova pergunta' })
    await dialog.getByRole('textbox', { name: 'Pergunta', exact: true }).fill('Com quanto gelo?')
    const list = dialog.locator('[data-list=respostas]')
    const cell = (row: number, column: string) => list.locator(`[role=row][aria-rowindex="${row}"] > [data-column=${column}]`)
    const answers = [
      ['Pouco gelo', '0'],
      ['Sem gelo', '1,50'],
    ] as const
    for (const [at, [name, price]] of answers.entries()) {
      await list.getByRole('button', { name: 'Adicionar linha' }).click()
      await expect.poll(() => cell(at + 2, 'produtoId').evaluate(one => one === document.activeElement)).toBe(true)
      await page.keyboard.press('Tab')
      await page.keyboard.type(name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(price)
      await page.keyboard.press('Tab')
      await expect.poll(async () => (await cell(at + 2, 'nome').innerText()).trim()).toBe(name)
    }
    await expect.poll(() => cell(3, 'valor').innerText()).toMatch(/1,50/)
    expect(await violations(page)).toEqual([])
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Salvar pergunta' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sent).toEqual(['/api/pergunta/save'])
    await page.locator('[data-list=perguntas]').getByText('Com quanto gelo?').waitFor()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Salvo com sucesso.').waitFor()

    const product = (await callApi(page, `produtos/${id}`)) as Row
    const links = product.perguntas as Row[]
    const question = (await callApi(page, `pergunta/${links.at(-1)?.perguntaId}`)) as Row
    expect(question).toMatchObject({ descricao: 'Com quanto gelo?', qtd_min: 0, qtd_max: 1 })
    expect((question.respostas as Row[]).map(({ nome, valor }) => [nome, valor])).toEqual([
      ['Pouco gelo', 0],
      ['Sem gelo', 1.5],
    ])
  })

  it('with a question refused in its dialog: what is wrong stands there, and nothing typed is lost', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await page.getByRole('grid').waitFor()
    const { id } = await findProduct(page, 'aperol')
    await page.goto(`/produtos/${id}/perguntas`)
    await page.getByRole('button', { name: 'Nova pergunta' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nova pergunta' })
    await dialog.getByRole('textbox', { name: 'Quantidade máxima' }).fill('1')
    await dialog.getByRole('button', { name: 'Adicionar linha' }).click()
    await dialog.getByRole('button', { name: 'Salvar pergunta' }).click()
    const name = dialog.getByRole('textbox', { name: 'Pergunta', exact: true })
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => name.evaluate(one => one === document.activeElement)).toBe(true)
    await name.fill('Com açúcar?')
    await dialog.getByRole('button', { name: 'Salvar pergunta' }).click()
    // The answer without a name keeps the dialog, and has the keyboard.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-column'))).toBe('nome')
    await page.keyboard.type('Sim')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Salvar pergunta' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('[data-list=perguntas]').getByText('Com açúcar?').waitFor()
  })

  it('with hours on days of the week, by keyboard, kept as ranges', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await page.getByRole('grid').waitFor()
    const { id } = await findProduct(page, 'affogato')
    await page.goto(`/produtos/${id}/app`)
    const hours = page.getByRole('group', { name: 'Disponibilidade', exact: true })
    await hours.getByRole('button', { name: 'Adicionar horário' }).press('Enter')
    // The keyboard is at the first day, and arrows lead from one to the next.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Segunda/)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fim de semana')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('18:00')
    await page.getByRole('textbox', { name: 'Fim', exact: true }).fill('23:00')
    await page.keyboard.press('Tab')
    await page.getByRole('group', { name: 'Dom a Ter, 18:00–23:00' }).waitFor()
    await hours.getByRole('button', { name: 'Seg a Sex' }).click()
    await page.getByRole('group', { name: 'Seg a Sex, 18:00–23:00' }).waitFor()
    await hours.getByRole('button', { name: 'Domingo' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Salvo com sucesso.').waitFor()
    const stored = async (): Promise<unknown[][]> => {
      const { disponibilidades } = (await callApi(page, `produtos/${id}`)) as { readonly disponibilidades: Row[] }
      return disponibilidades.map(row => [row.dia_semana_ini, row.dia_semana_fim, row.inicio, row.fim])
    }
    expect(await stored()).toEqual([[0, 5, '18:00', '23:00']])

    // Another line, one of the days less, taken out and back.
    await page.goto(`/produtos/${id}/app`)
    await hours.getByRole('button', { name: 'Quarta-feira' }).click()
    await hours.getByRole('button', { name: 'Remover horário: Dom, Seg, Ter, Qui, Sex, 18:00–23:00' }).click()
    await page.getByText('Horário removido.').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByRole('group', { name: 'Dom, Seg, Ter, Qui, Sex, 18:00–23:00' }).waitFor()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await expect.poll(stored).toEqual([
      [0, 2, '18:00', '23:00'],
      [4, 5, '18:00', '23:00'],
    ])

    // Without days, or without an end, it is not saved, and the keyboard goes there.
    await page.goto(`/produtos/${id}/app`)
    await hours.getByRole('button', { name: 'Adicionar horário' }).click()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Segunda/)
    expect(await hours.getByText('Obrigatório').count()).toBeGreaterThan(0)
  })

  it('with the next free code, offered and not forced; where somebody takes it first the next one is', async () => {
    const { page } = desk.me
    const code = page.getByRole('textbox', { name: 'Código', exact: true })
    await page.goto('/produtos/create')
    await expect.poll(() => code.inputValue()).toMatch(/^\d+$/)
    const offered = await code.inputValue()
    // A code that is only offered is nothing to lose.
    await page.getByRole('link', { name: 'Início' }).first().click()
    await page.waitForURL(url => url.pathname === '/')

    await page.goto('/produtos/create')
    await expect.poll(() => code.inputValue()).toBe(offered)
    await fillProduct(page, 'Pudim da casa')
    const other = await page.context().newPage()
    await other.goto('/produtos/create')
    await expect.poll(() => other.getByRole('textbox', { name: 'Código', exact: true }).inputValue()).toBe(offered)
    await fillProduct(other, 'Pudim da visita')
    await other.getByRole('button', { name: 'Salvar produto' }).click()
    await other.getByText('Criado com sucesso.').waitFor()
    await other.close()

    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText(new RegExp(`Código ${offered} acabou de ser usado`)).waitFor()
    await expect.poll(() => code.inputValue()).not.toBe(offered)
    const next = await code.inputValue()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    expect(await findProduct(page, 'pudim da casa')).toMatchObject({ cod_prod: next })

    // A scanned code takes the place of the offered one, whichever came first: the offer or the caret.
    const ean = '7891234500021'
    await page.goto('/produtos/create')
    await expect.poll(() => code.inputValue()).toMatch(/^\d+$/)
    await code.click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^\d+$/)
    await page.keyboard.type(ean)
    expect(await code.inputValue()).toBe(ean)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/produtos/proximoCodigo**', asked.resolve)
    await page.goto('/produtos/create')
    await code.click()
    await (await asked.promise).continue()
    await expect.poll(() => code.inputValue()).toMatch(/^\d+$/)
    await page.keyboard.type(ean)
    expect(await code.inputValue()).toBe(ean)
    await page.unroute('**/produtos/proximoCodigo**')

    // A code that somebody typed is theirs: it is refused, and stays.
    await page.goto('/produtos/create')
    await code.fill(offered)
    await page.getByText('Código já utilizado').waitFor()
    expect(await code.inputValue()).toBe(offered)
  })
})
