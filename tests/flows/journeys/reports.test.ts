import { readFile } from 'node:fs/promises'
import type { Locator, Page, Response } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/base/number.ts'
import { formatMessage } from '../../../src/model/formatMessage.ts'
import type { Report } from '../../../src/model/report.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { followLink } from '../fixtures/followLink.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilNotBusy } from '../fixtures/untilNotBusy.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const { model } = readDefinitions()

const bar = (page: Page): Locator => page.getByRole('search', { name: 'Filtros do relatório' })
const searchButton = (page: Page): Locator => bar(page).getByRole('button', { name: 'Buscar' })

/** Presses "Buscar" and gives what the server answers: of the days that are asked for, and not of those before. */
async function search<T>(page: Page, path: string): Promise<{ data: T; reply: Response }> {
  const replies: Response[] = []
  const start = (reply: Response): string => new URL(reply.url()).searchParams.get('startDate') ?? ''
  const listen = (response: Response): void => {
    if (new URL(response.url()).pathname.toLowerCase() === `/api/${path}`.toLowerCase()) replies.push(response)
  }
  page.on('response', listen)
  await searchButton(page).click()
  await expect.poll(() => replies.length).toBe(2)
  page.off('response', listen)
  const [reply] = replies.sort((a, b) => start(b).localeCompare(start(a)))
  if (!reply) throw new Error(`${path} was not asked for`)
  return { data: (await reply.json()) as T, reply }
}

/** Text with every kind of space as one blank. */
const plain = (text: string | null): string => (text ?? '').replace(/\s/g, ' ')

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The page of a report with a search: the last month, and something in every field that must be filled. */
function addressOf(report: Report): string {
  const days = [new Date(Date.now() - 30 * 86_400_000), new Date()].map(day => day.toISOString().slice(0, 10))
  const asked = report.parameters.flatMap(({ fills, control, required, choices, reference }) => {
    if (control === 'dateRange' || control === 'period') return fills.map((name, at) => `${name}=${days[at]}`)
    return required && control === undefined ? [`${fills[0]}=${choices?.[0]?.value ?? (reference ? 1 : '')}`] : []
  })
  return `${report.path}?${asked.join('&') || 'days=7'}`
}

interface Ticket {
  readonly totais: { readonly valor_final: number }
  readonly ticketDia: readonly unknown[]
}

describe('reports', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  it('a person finds a report in the menu, searches, reads it by keyboard, and comes back to it', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.getByRole('navigation').getByRole('link', { name: 'Ticket Médio' }).click()
    await page.getByRole('heading', { name: 'Ticket Médio', level: 1 }).waitFor()
    // It answers at once, with its default period in the address and the days before beside each card.
    const first = page.locator('main li').filter({ hasText: 'Faturamento' })
    await expect.poll(() => first.innerText()).toMatch(/antes R\$/)
    expect(await page.getByText(/^Comparado com \d{2}\/\d{2}\/\d{4}/).isVisible()).toBe(true)
    const at = new URL(page.url()).searchParams
    expect([at.has('startDate'), at.has('endDate'), at.get('comparar')]).toEqual([true, true, 'previous'])

    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: '90 dias' })
    const { data } = await search<Ticket>(page, 'Relatorio/pdv/ticket_medio')
    expect(data.totais.valor_final).toBeGreaterThan(0)
    const card = page.locator('main li').filter({ hasText: 'Faturamento' })
    await expect
      .poll(async () => plain(await card.innerText()).replace('R$ ', 'R$'))
      .toContain(plain(formatMoney(data.totais.valor_final)).replace('R$ ', 'R$'))

    const chart = page.getByRole('application', { name: /Ticket por dia/ })
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => chart.locator('[aria-live]').innerText()).toMatch(/^\d{2}\/\d{2}\/\d{4}: R\$/)

    // The sales behind the day, and back to the report as it was.
    const asked = page.url()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/Movimentos\?.*contado_em=(\d{4}-\d{2}-\d{2})\.\.\1&/)
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    await page.goBack()
    await expect.poll(() => page.url()).toBe(asked)

    const button = page.getByRole('button', { name: 'Ver como tabela: Ticket por dia' })
    await button.focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('region', { name: /Ticket por dia/ })
    await table.waitFor()
    // Every day of the period, also one without sales, as today is after midnight.
    expect(await table.locator('tbody tr').count()).toBe(90)
    expect(data.ticketDia.length).toBeGreaterThan(80)

    const before = await card.innerText()
    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: 'Hoje' })
    await search(page, 'Relatorio/pdv/ticket_medio')
    await page.goBack()
    await expect.poll(() => card.innerText()).toBe(before)
    await page.reload()
    await expect.poll(() => card.innerText()).toBe(before)
    expect(await page.getByRole('combobox', { name: 'Período' }).inputValue()).toBe('last90')
    expect(me.errors).toEqual([])
  })

  it('only a report that must be told something waits: for whom the statement is', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/extrato-correntista')
    await page.getByText('Escolha o período e busque.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Período' }).inputValue()).toBe('last90')
    expect(new URL(page.url()).search).toBe('')
    expect(me.errors).toEqual([])
  })

  it('an old answer stays, dimmed, until the new one is there; nothing is compared where that is chosen', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/ticket-medio?startDate=2026-01-01&endDate=2026-01-31')
    await page.goto('/relatorio/ticket-medio')
    const card = page.locator('main li').filter({ hasText: 'Faturamento' })
    await expect.poll(() => card.innerText()).toMatch(/antes R\$/)
    let answer = (): void => undefined
    const held = new Promise<void>(done => {
      answer = done
    })
    await page.route(/\/api\/relatorio\//i, async route => {
      await held
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Comparar com' }).selectOption({ label: 'Nada' })
    await searchButton(page).click()
    await page.locator('[aria-busy="true"]').first().waitFor()
    expect(await card.innerText()).toMatch(/antes R\$/)
    answer()
    await expect.poll(() => card.innerText()).not.toMatch(/antes/)
    expect(await page.getByText(/^Comparado com/).count()).toBe(0)
    expect(me.errors).toEqual([])
  })

  it('ways to pay have their logos, in the legend and in the table', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/daily_invoicings')
    const table = page.getByRole('region', { name: 'Formas de pagamento' })
    await table.getByRole('row', { name: /Pix/i }).locator('[data-logo="pix"]').waitFor()
    const chart = page.getByRole('figure', { name: /forma de pagamento/ })
    await chart.locator('[data-logo="pix"]').waitFor()
    expect(await violations(page)).toEqual([])
    expect(me.errors).toEqual([])
  })

  it('a table is ordered, saved as a file and printed on A4', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto(addressOf(model.reports.itens_deletados as Report))
    const sellers = page.getByRole('region', { name: 'Por quem deletou' })
    await sellers.waitFor()
    const values = async (): Promise<number[]> => {
      const texts = await sellers.locator('tbody td:last-child').allInnerTexts()
      return texts.map(text => Number(text.replace(/[^\d,-]/g, '').replace(',', '.')))
    }
    await sellers.getByRole('button', { name: 'Valor' }).click()
    await sellers.locator('th[aria-sort="descending"]').waitFor()
    const down = await values()
    expect(down).toEqual([...down].sort((a, b) => b - a))
    expect(down.length).toBeGreaterThan(1)
    await sellers.getByRole('button', { name: 'Valor' }).click()
    await sellers.locator('th[aria-sort="ascending"]').waitFor()
    expect(await values()).toEqual(down.toReversed())
    await page.reload()
    await sellers.locator('th[aria-sort="ascending"]').waitFor()

    await page.getByRole('button', { name: 'Exportar' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /CSV/ }).first().click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length).toBe(down.length + 1)

    // Between the margins of a lying sheet, since one of its tables is wide.
    await page.setViewportSize({ width: 1017, height: 700 })
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('.report-paper')
    expect(await bar(page).isVisible()).toBe(false)
    expect(await page.getByRole('banner').first().isVisible()).toBe(false)
    expect(await paper.getByText('Cantina Bella Massa').isVisible()).toBe(true)
    expect(await paper.getByText(/^\d{2}\/\d{2}\/\d{4} a \d{2}\/\d{2}\/\d{4}$/).isVisible()).toBe(true)
    expect(await sideways(page)).toBe(0)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    // A4 in points, and no other sheet.
    const sheets = pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g) ?? []
    expect(sheets.length).toBeGreaterThan(0)
    for (const sheet of sheets) expect(sheet).toMatch(/\[0 0 84[12][.\d]* 59[45][.\d]*\]/)
    expect(me.errors).toEqual([])
  })

  it('stores are compared by who has several', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto(addressOf(model.reports.faturamento_moeda as Report))
    const total = page.locator('main li').filter({ hasText: /^TotalR\$/ })
    await total.waitFor()
    const one = await total.innerText()
    const groups = page.getByRole('button', { name: 'Equipamentos' })
    expect(await groups.getAttribute('aria-describedby')).toBeTruthy()
    await page.getByRole('button', { name: 'Comparar lojas' }).click()
    for (const box of await page.getByRole('dialog', { name: 'Comparar lojas' }).getByRole('checkbox').all()) await box.check()
    await page.keyboard.press('Escape')
    await searchButton(page).click()
    await expect.poll(() => total.innerText()).not.toBe(one)
    await page
      .getByRole('application', { name: /por loja/i })
      .first()
      .waitFor()
    expect(new URL(page.url()).searchParams.get('lojas')?.split(',')).toHaveLength(3)
    expect(me.errors).toEqual([])
  })

  it('on a phone the filters fold once the figures are there', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/ticket-medio')
    const change = page.getByRole('button', { name: 'Alterar' })
    await change.click()
    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: '90 dias' })
    await searchButton(page).click()
    await change.waitFor()
    expect(await bar(page).count()).toBe(0)
    expect(await page.locator('main li').filter({ hasText: 'Faturamento' }).isVisible()).toBe(true)
    await change.click()
    expect(await page.getByRole('combobox', { name: 'Período' }).inputValue()).toBe('last90')
    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: 'Hoje' })
    await searchButton(page).click()
    await change.waitFor()
    expect(new URL(page.url()).searchParams.get('startDate')).toBe(new URL(page.url()).searchParams.get('endDate'))
    expect(me.errors).toEqual([])
  })

  it('a table wider than a phone says where there is more, and keeps what names its rows', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/relatorio/curva-abc')
    const table = page.getByRole('region', { name: /Curva/ })
    const edges = page.locator('.report-edges').filter({ has: table })
    await expect.poll(() => edges.getAttribute('data-more')).toBe('end')
    const name = table.getByRole('rowheader').first()
    await table.focus()
    const more = () => page.keyboard.press('ArrowRight').then(() => edges.getAttribute('data-more'))
    await expect.poll(more).toMatch(/start/)
    await table.evaluate(box => box.scrollTo({ left: box.scrollWidth }))
    await expect.poll(() => edges.getAttribute('data-more')).toBe('start')
    const [left, frame] = [await name.boundingBox(), await table.boundingBox()]
    expect(Math.round((left?.x ?? -99) - (frame?.x ?? 0))).toBeLessThanOrEqual(1)
    expect((left?.x ?? -99) - (frame?.x ?? 0)).toBeGreaterThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    // So does a long one, which only draws what is seen.
    const days = [90, 0].map(ago => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10))
    await page.setViewportSize({ width: 900, height: 700 })
    await page.goto(`/relatorio/curva-abc?startDate=${days[0]}&endDate=${days[1]}`)
    const grid = page.getByRole('grid', { name: /Curva/ })
    const long = page.locator('.grid-frame').filter({ has: grid })
    await expect.poll(() => long.getAttribute('data-more')).toBe('end')
    await grid.evaluate(box => box.scrollTo({ left: box.scrollWidth }))
    await expect.poll(() => long.getAttribute('data-more')).toBe('start')
    expect(me.errors).toEqual([])
  })

  it('who may not see a report is told so, and whom to ask', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'funcionario@demo.com.br')
    expect(await page.getByRole('link', { name: 'Ticket Médio' }).count()).toBe(0)
    await page.goto('/relatorio/ticket-medio')
    await page.getByRole('heading', { name: 'Sem permissão: Ticket Médio' }).waitFor()
    await page.getByText(/^Peça ao dono da loja a permissão “.+”\.$/).waitFor()
  })

  it('a failed search says so and can be made again; an exception shows its message; a slow one can be given up', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const fail = (statusCode: number, message: string) =>
      page.route(/\/api\/relatorio\//i, route =>
        route.fulfill({ status: statusCode, json: { error: { message, code: 'x', statusCode } } }),
      )
    await fail(500, 'Falhou por dentro.')
    await page.goto(addressOf(model.reports.dre as Report))
    await page.getByText('Erro ao buscar os dados.').waitFor()
    await page.unroute(/\/api\/relatorio\//i)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByRole('region', { name: 'DRE' }).waitFor()

    await fail(500, 'Falhou por dentro.')
    await page.goto(addressOf(model.reports.ticket_medio as Report))
    await page.getByRole('alert').getByText('Falhou por dentro.').waitFor()
    await page.unroute(/\/api\/relatorio\//i)

    // A report that took too long is not asked for again and again: the page says what to do.
    const period = formatMessage(model, 'report.timeout')
    await fail(422, period)
    await page.goto(addressOf(model.reports.ticket_medio as Report))
    await page.getByText(period).waitFor()
    await page.unroute(/\/api\/relatorio\//i)

    await page.route(/\/api\/relatorio\//i, () => undefined)
    await page.goto(addressOf(model.reports.curva_abc as Report))
    await page.getByRole('progressbar', { name: 'Buscando…' }).waitFor()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByText('Escolha o período e busque.').waitFor()
  })

  it('a partner shows the statement of its account', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto(model.reports.correntista_saldos?.path ?? '')
    const partner = page.locator('.report-table tbody a').first()
    const name = await partner.innerText()
    await partner.click()
    await page.waitForURL(/\/parceiros\/\d+\/2/)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    // It opens on days enough to show what is owed; of fewer days it begins with the balance of before.
    const lines = page.getByRole('region', { name: 'Extrato do correntista' })
    await lines.locator('tbody tr').first().waitFor()
    expect(await lines.locator('tbody tr').count()).toBeGreaterThan(1)
    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: 'Hoje' })
    await searchButton(page).click()
    const opening = lines.getByRole('row', { name: /Saldo anterior/ })
    await opening.waitFor()
    const balance = page.locator('main li').filter({ hasText: 'Saldo anterior' })
    expect(plain(await opening.innerText())).toContain(plain(await balance.innerText()).replace(/^.*R\$ ?/, ''))
    expect(await opening.getByRole('link').count()).toBe(0)
    // A debtor may have bought nothing in the last week.
    await page.getByRole('combobox', { name: 'Período' }).selectOption({ label: '90 dias' })
    await searchButton(page).click()
    await page.getByRole('tab', { name: 'Produtos' }).waitFor()
    // The former results stand there paler until the answer comes.
    await untilSteady(page)
    await untilNotBusy(page)
    expect(await violations(page)).toEqual([])
    expect(me.errors).toEqual([])
  })

  const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  const ofStores = Object.values(model.reports).filter(({ gate }) => gate !== 'admin')
  const ofPlatform = Object.values(model.reports).filter(({ gate }) => gate === 'admin')

  it.each([
    { name: 'a desk, light', email: 'dono@demo.com.br', reports: ofStores, ...desk },
    { name: 'a phone, dark', email: 'dono@demo.com.br', reports: ofStores, ...phone },
    { name: "the administrator's desk, light", email: 'admin@demo.com.br', reports: ofPlatform, ...desk },
    { name: "the administrator's phone, dark", email: 'admin@demo.com.br', reports: ofPlatform, ...phone },
  ])('$name: every report with its figures, nothing cut off, axe and the console silent', async asked => {
    const { viewport, colorScheme, email, reports } = asked
    expect(reports.length).toBeGreaterThan(0)
    me = await openBrowser(fixture.address, { viewport, colorScheme })
    const { page } = me
    await logIn(page, email)
    const wrong: string[] = []
    // On a desk each is opened by its address, on a phone as by a link.
    const open =
      viewport === desk.viewport ? (address: string) => page.goto(address) : (address: string) => followLink(page, address)
    for (const report of reports) {
      await open(addressOf(report))
      await page.getByRole('heading', { name: report.title, level: 1 }).waitFor()
      await page.locator('main li, main .report-table, main figure, main [role="status"]').first().waitFor()
      await untilNotBusy(page)
      wrong.push(...(await violations(page)).map(found => `${report.name} ${found}`))
      if ((await sideways(page)) > 0) wrong.push(`${report.name} is wider than the window`)
    }
    expect(wrong).toEqual([])
    expect(me.errors).toEqual([])
  })
})
