import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/base/number.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { chooseReference, logIn, menuLinks, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useVisitor } from '../fixtures/ownerSession.ts'

const lines = (text: string): string => text.replace(/\s+/g, ' ')
const money = (value: number): string => lines(formatMoney(value))

/** The day as people type it, and as the address of a report holds it. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })
const today = clock.format(new Date())
const typed = today.split('-').reverse().join('/')
const thisDay = `startDate=${today}&endDate=${today}`

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

async function save(page: Page, told: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Salvar conta' }).click()
  await page.getByText(told).first().waitFor()
}

interface Line {
  readonly name: string
  readonly value: number
  readonly data?: readonly Line[]
}

/** Opens today's DRE and gives one of its lines, by the names that lead there. */
async function dre(page: Page, ...names: string[]): Promise<number> {
  const coming = page.waitForResponse(reply => /\/relatorio\/contas\/dre/i.test(reply.url()))
  await page.goto(`/relatorio/DRE?${thisDay}`)
  const tree = (await (await coming).json()) as readonly Line[]
  const step = (rows: readonly Line[], [name, ...rest]: readonly string[]): number => {
    const found = rows.find(row => row.name === name)
    return rest.length === 0 ? (found?.value ?? 0) : step(found?.data ?? [], rest)
  }
  return step(tree, names)
}

describe('money of the shop', () => {
  const desk = useVisitor()

  it('the result, which is the last line of the DRE, stands on the page with all others', async () => {
    const { page } = desk.me
    await logIn(page, 'dono@demo.com.br')
    await page.goto(`/relatorio/DRE?startDate=${clock.format(Date.now() - 60 * 86_400_000)}&endDate=${today}`)
    await page.getByRole('button', { name: 'Abrir tudo' }).click()
    const table = page.getByRole('region', { name: 'DRE' })
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(20)
    await table.getByRole('rowheader', { name: '7. Resultado' }).waitFor()
    // No box cuts it off.
    expect(await table.evaluate(box => box.scrollHeight - box.clientHeight)).toBeLessThan(2)
  })

  it('what is to be paid and what comes in is summed apart, over the rows of the filter', async () => {
    const { page } = desk.me
    await logIn(page, 'dono@demo.com.br')
    const sums = page.getByRole('term').filter({ hasText: /^Total: / })
    const told = new Map<string, number>()
    page.on('response', async reply => {
      const asked = /"tipo":"(PAGAR|RECEBER)"/.exec(decodeURIComponent(reply.url()))?.[1]
      if (asked && /\/Conta\/totais/.test(reply.url())) told.set(asked, (await reply.json()).totais.valor)
    })
    await page.goto('/Conta?vencimento=')
    await sums.nth(1).waitFor()
    await expect.poll(() => told.size).toBe(2)
    const [pay, receive] = [money(told.get('PAGAR') ?? 0), money(told.get('RECEBER') ?? 0)]
    expect((await sums.allInnerTexts()).map(lines)).toEqual(['Total: A pagar', 'Total: A receber'])
    expect((await page.getByRole('definition').allInnerTexts()).map(lines)).toEqual([pay, receive])
    await page.goto('/Conta?vencimento=&tipo=RECEBER')
    await page.getByText('Total: A receber').waitFor()
    expect((await page.getByRole('definition').allInnerTexts()).map(lines)).toEqual([receive])
    expect(await page.getByText(/^Total de/).count()).toBe(0)
    // An order that was rejected is nobody's to pay; the list shows it still.
    const orders = (await callApi(page, 'pedidos/list')) as readonly { tipo: string; status: string; total_pedido: number }[]
    const sumOf = (tipo: string, all: boolean): number =>
      orders
        .filter(one => one.tipo === tipo && (all || one.status !== 'REJEITADO'))
        .reduce((sum, one) => sum + one.total_pedido, 0)
    expect(sumOf('VENDA', false)).toBeLessThan(sumOf('VENDA', true))
    await page.goto('/pedidos')
    await page.getByText('Sem os rejeitados').waitFor()
    await page.getByRole('grid').getByText('Rejeitado').first().waitFor()
    // A kind of which nothing counts has no sum.
    const counted = ['COMPRA', 'VENDA'].map(tipo => sumOf(tipo, false)).filter(sum => sum > 0)
    expect((await page.getByRole('definition').allInnerTexts()).map(lines)).toEqual(counted.map(money))
  })

  it('a bill is refused while it is wrong, made, corrected, paid, and stands in the reports', async () => {
    const { page } = desk.me
    await logIn(page, 'dono@demo.com.br')
    const before = await dre(page, '4. Custos fixos', 'Custos fixos', 'Aluguel')

    await page.goto('/Conta')
    await page
      .getByText(/^Vencimento: até /)
      .first()
      .waitFor()
    await page.getByText('Nova conta').click()
    await field(page, 'Vencimento').fill('31/02/2026')
    await field(page, 'Valor').fill('99999999999,99')
    await page.getByRole('switch', { name: 'Repete' }).click()
    await field(page, 'Ocorrências').fill('1')
    await page.getByRole('button', { name: 'Salvar conta' }).click()
    await page.getByText('O valor máximo é 9.999.999.999,99').waitFor()
    expect(await page.getByText('Obrigatório').count()).toBe(2)
    await page.getByText('Informe ao menos 2 ocorrências').waitFor()
    await expect.poll(() => field(page, 'Vencimento').evaluate(input => input === document.activeElement)).toBe(true)

    await field(page, 'Vencimento').fill(typed)
    await field(page, 'Valor').fill('1500')
    await field(page, 'Ocorrências').fill('3')
    await field(page, 'Descrição').fill('Aluguel do depósito')
    await chooseReference(page, 'Classificação', 'Aluguel', /Aluguel/)
    await chooseReference(page, 'Centro de custo', 'Adm', /Administração/)
    await save(page, /Criado com sucesso/)

    await page.goto(`/Conta?vencimento=${today}..${today}&q=dep%C3%B3sito`)
    const row = page.getByRole('row', { name: /Aluguel do depósito/ })
    await row.waitFor()
    await row.getByText('Vence Hoje').waitFor()
    await row.getByRole('link').last().click()
    await page.getByRole('heading', { name: 'Aluguel do depósito', level: 1 }).waitFor()
    expect(await page.getByRole('banner').or(page.locator('main header')).getByText('Vence Hoje').count()).toBe(1)
    const address = page.url()

    await field(page, 'Valor').fill('1600')
    await page
      .getByRole('switch', { name: 'Pago' })
      .or(page.getByRole('checkbox', { name: 'Pago' }))
      .first()
      .click()
    // Today is proposed; who empties it is asked for the day.
    await expect.poll(() => field(page, 'Pagamento').inputValue()).toBe(typed)
    await field(page, 'Pagamento').fill('')
    await page.getByRole('button', { name: 'Salvar conta' }).click()
    await page.getByText('Obrigatório').waitFor()
    await field(page, 'Pagamento').fill(typed)
    await field(page, 'Desconto').fill('1600,01')
    await page.getByRole('button', { name: 'Salvar conta' }).click()
    await page.getByText('O desconto é maior que a conta').waitFor()
    await field(page, 'Desconto').fill('100,10')
    await field(page, 'Juros').fill('0,35')
    await field(page, 'Juros').press('Tab')
    await expect.poll(() => field(page, 'Total pago').inputValue()).toBe('1.500,25')
    await save(page, /sucesso/)
    await page.goto(address)
    await page.locator('main header').getByText('Pago', { exact: true }).waitFor()
    expect(await field(page, 'Total pago').inputValue()).toBe('1.500,25')

    await page.goto(`/Conta/analise-contas-pagas?${thisDay}&billType=PAGAR`)
    const paid = page
      .getByRole('region', { name: 'Contas' })
      .or(page.getByRole('grid', { name: 'Contas' }))
      .first()
    const line = paid.getByRole('row', { name: /Aluguel do depósito/ })
    await line.waitFor()
    const text = lines(await line.innerText())
    expect(text).toContain(money(1600))
    expect(text).toContain(money(1500.25))
    await page.getByText('Paga', { exact: true }).first().waitFor()
    expect((await dre(page, '4. Custos fixos', 'Custos fixos', 'Aluguel')).toFixed(2)).toBe((before - 1500.25).toFixed(2))
    await page.getByRole('region', { name: 'DRE' }).getByText('7. Resultado').waitFor()
  })

  it('what another tab changed of the same bill is not lost', async () => {
    const { page, context } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/Conta')
    await page.getByRole('row').nth(1).getByRole('link').last().click()
    await field(page, 'Descrição').waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await field(other, 'Observação').waitFor()
    await field(page, 'Observação').fill('Escrito na primeira aba')
    await field(other, 'Descrição').fill('Mudado na segunda aba')
    await save(other, /sucesso/)
    await page.getByRole('button', { name: 'Salvar conta' }).click()
    const merge = page.getByRole('dialog')
    const done = page.getByText(/com sucesso/).first()
    await merge.or(done).first().waitFor()
    if (await merge.isVisible()) await merge.getByRole('button', { name: /Salvar/ }).click()
    await done.waitFor()
    await page.goto('/Conta?q=segunda%20aba')
    await page
      .getByRole('row', { name: /Mudado na segunda aba/ })
      .getByRole('link')
      .last()
      .click()
    await expect.poll(() => field(page, 'Observação').inputValue()).toBe('Escrito na primeira aba')
  })

  it('an employee who reads only reports of the point of sale is led nowhere else', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/saldo-correntistas')
    await page.locator('main a[href^="/parceiros/"]').first().waitFor()
    await page.goto('/user_lojas')
    await page
      .getByRole('row', { name: /funcionario@demo/ })
      .getByRole('link')
      .last()
      .click()
    const flags = page.getByRole('switch').or(page.getByRole('checkbox'))
    await page.getByLabel('Relatórios do PDV').waitFor()
    for (const flag of await flags.all()) if ((await flag.isEnabled()) && (await flag.isChecked())) await flag.click()
    await page.getByLabel('Relatórios do PDV').click()
    await page
      .getByRole('button', { name: /^Salvar/ })
      .last()
      .click()
    await page
      .getByText(/com sucesso/)
      .first()
      .waitFor()

    const employee = await openBrowser(desk.fixture.address)
    const mine = employee.page
    const refused: string[] = []
    mine.on('response', reply => {
      if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`)
    })
    await logIn(mine, 'funcionario@demo.com.br')
    const menu = mine.getByRole('navigation').first()
    await menuLinks(mine).first().waitFor()
    expect(await menu.getByRole('button', { expanded: true }).allInnerTexts()).toEqual(['Caixas', 'Relatórios PDV'])
    for (const name of ['Contas', 'DRE', 'Produtos', 'Parceiros', 'Resultado', 'Inventários'])
      expect(await menu.getByRole('link', { name, exact: true }).count(), name).toBe(0)

    await menu.getByRole('link', { name: 'Curva ABC', exact: true }).click()
    await mine.getByRole('button', { name: /^Grupos/ }).click()
    await expect.poll(() => mine.getByRole('checkbox').or(mine.getByRole('option')).count()).toBeGreaterThan(3)
    await mine.keyboard.press('Escape')
    await mine.getByRole('combobox', { name: 'Período' }).selectOption({ label: '90 dias' })
    await mine.getByRole('button', { name: 'Buscar' }).last().click()
    const table = mine
      .getByRole('grid')
      .or(mine.getByRole('region', { name: /Curva/ }))
      .first()
    await table.waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(5)
    expect(await mine.locator('main a[href^="/produtos/"]').count()).toBe(0)

    await menu.getByRole('link', { name: 'Saldo de correntistas' }).click()
    await mine.getByText('Saldo geral').waitFor()
    await expect.poll(() => mine.locator('main').getByRole('row').count()).toBeGreaterThan(3)
    expect(await mine.locator('main a[href^="/parceiros/"]').count()).toBe(0)
    await mine.getByRole('row').nth(1).getByRole('link').click()
    await mine.getByRole('heading', { name: 'Extrato do correntista', level: 1 }).waitFor()
    await mine.getByText('Saldo anterior').waitFor()

    await menu.getByRole('link', { name: 'Itens excluídos' }).click()
    await mine.getByRole('combobox', { name: 'Período' }).selectOption({ label: '90 dias' })
    await mine.getByRole('button', { name: 'Buscar' }).last().click()
    await mine.locator('main a[href^="/Movimentos/"]').first().click()
    await mine.getByRole('heading', { name: /^Movimento \d+/, level: 1 }).waitFor()

    await mine.goto('/Conta/analise-contas-pagas')
    await mine.getByRole('heading', { name: /^Sem permissão: / }).waitFor()
    expect([...refused, ...employee.errors]).toEqual([])
    await employee.leave()
  })

  it('a figure of a report opens what is behind it, for the same days, and going back returns', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    const [startDate, endDate] = [clock.format(new Date(Date.now() - 300 * 86_400_000)), today]
    await page.goto(`/relatorio/simulador-reforma?startDate=${startDate}&endDate=${endDate}&cbs=9`)
    const years = page.getByRole('region', { name: 'Ano a ano' })
    await years.getByRole('row', { name: /^2029/ }).getByRole('link').nth(2).click()
    await page.getByRole('heading', { name: 'Simulador da reforma: um ano', level: 1 }).waitFor()
    const at = new URL(page.url()).searchParams
    expect(['ano', 'startDate', 'endDate', 'cbs'].map(name => at.get(name))).toEqual(['2029', startDate, endDate, '9'])
    await page.getByRole('link', { name: 'Coca-Cola Lata 350 ml' }).click()
    await page.getByRole('region', { name: 'Por unidade' }).getByRole('link', { name: '2033' }).waitFor()
    await page.goBack()
    await page.goBack()
    await years.getByRole('link', { name: '2029' }).waitFor()
    expect(new URL(page.url()).searchParams.get('cbs')).toBe('9')
  })
})
