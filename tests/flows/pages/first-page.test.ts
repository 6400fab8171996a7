import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startOfDay } from '../../../src/base/calendar.ts'
import { dayOf, formatDate } from '../../../src/base/dates.ts'
import { formatMoney } from '../../../src/base/number.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { sellAtCounter } from '../fixtures/consumerSales.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilNotBusy } from '../fixtures/untilNotBusy.ts'

const plain = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('R$ ', 'R$')

const cardOf = (page: Page, title: string): Locator =>
  page.locator('main li').filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** Returns the sum of the sales of the demo's first store since a moment, one by one. */
async function soldSince(page: Page, start: string): Promise<number> {
  const where = { tipoMovimentoId: 1, deletado_em: null, contado_em: { gte: start } }
  let cents = 0
  for (let skip = 0; ; skip += 500) {
    const filter = JSON.stringify({ where, fields: ['id', 'valor_final'], order: ['id ASC'], skip, limit: 500 })
    const rows = await page.evaluate(async text => {
      const headers = { authorization: localStorage.getItem('token') ?? '' }
      const reply = await fetch(`/api/Movimentos/list?lojaId=1&filter=${encodeURIComponent(text)}`, { headers })
      return (await reply.json()) as { valor_final: number }[]
    }, filter)
    for (const { valor_final: value } of rows) cents += Math.round(value * 100)
    if (rows.length < 500) return cents / 100
  }
}

describe('the first page', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  it('an owner sees today and this week as the sales add up, and the days that were chosen go along to reports and on paper', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.getByRole('heading', { name: 'Início', level: 1 }).waitFor()
    // The demo has no sale yet in the first hours of a Monday.
    expect(await sellAtCounter(page, 'primeira-da-semana', new Date().toISOString())).toBeGreaterThan(0)
    await page.reload()
    const sales = cardOf(page, 'Vendas')
    await sales.waitFor()
    const day = dayOf(new Date().toISOString())
    const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
    const monday = new Date(Date.parse(day) - weekday * 86_400_000).toISOString().slice(0, 10)
    const sold = [await soldSince(page, startOfDay(day)), await soldSince(page, startOfDay(monday))]
    expect(sold[0]).toBeGreaterThan(0)
    await expect.poll(async () => plain(await sales.innerText())).toContain(plain(formatMoney(sold[0] ?? 0)))
    await page.getByRole('application', { name: /Vendas dos últimos 14 dias/ }).waitFor()
    expect(await violations(page)).toEqual([])

    const period = page.getByRole('combobox', { name: 'Período' })
    await period.selectOption({ label: 'Esta semana' })
    await expect.poll(async () => plain(await sales.innerText())).toContain(plain(formatMoney(sold[1] ?? 0)))
    await page.getByRole('link', { name: 'Vendas', exact: true }).click()
    // The sales behind the figure, which add up to it.
    await page.getByRole('heading', { name: 'Movimentos', level: 1 }).waitFor()
    await expect.poll(async () => plain(await page.getByRole('main').innerText())).toContain(plain(formatMoney(sold[1] ?? 0)))
    expect(new URL(page.url()).searchParams.get('contado_em')).toContain(`${monday}..`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Início', level: 1 }).waitFor()

    await page.getByRole('navigation').getByRole('link', { name: 'Comparar Canais' }).click()
    await page.getByRole('heading', { name: 'Comparar Canais', level: 1 }).waitFor()
    await expect.poll(() => period.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)).toBe('Esta semana')
    await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).toBe(monday)
    await period.selectOption({ label: 'Ontem' })
    await page.getByRole('button', { name: 'Buscar', exact: true }).last().click()
    const yesterday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).toBe(yesterday)
    await page.goto('/')
    await sales.waitFor()
    expect(await period.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)).toBe('Ontem')
    await page.emulateMedia({ media: 'print' })
    await page.locator('.report-paper').getByText(formatDate(yesterday), { exact: true }).waitFor()
    expect(me.errors).toEqual([])
  })

  it('who has several stores sees a row for each on a phone, and a tap leads to one', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const rows = page.getByRole('list', { name: 'Suas lojas agora' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await page.getByRole('region', { name: /Primeiros passos: falta 1/ }).count()).toBe(1)
    const names = await rows.getByRole('heading').allInnerTexts()
    expect(names).toEqual(['Cantina Bella Massa', 'Lanches da Praça', 'Empório Serra Azul', 'Total'])
    const short = async (at: number) =>
      Number(/Falta\s+R\$\s*([\d.]+,\d\d)/.exec(await rows.nth(at).innerText())?.[1]?.replace(/\D/g, ''))
    expect((await short(0)) + (await short(1)) + (await short(2))).toBe(await short(3))
    const attention = await page.getByRole('region', { name: 'Precisa de atenção' }).boundingBox()
    const first = await rows.first().boundingBox()
    expect(attention?.y ?? 0).toBeLessThan(first?.y ?? 0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Lanches da Praça' }).tap()
    await page.locator('main header').getByText('Lanches da Praça').first().waitFor()
    await page.getByRole('button', { name: 'Cantina Bella Massa' }).waitFor()
    expect(me.errors).toEqual([])
  })

  it('what needs attention leads to just those records', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const panel = page.getByRole('region', { name: 'Precisa de atenção' })
    const lines = panel.getByRole('link')
    await lines.first().waitFor()
    const found = await lines.evaluateAll(links =>
      links.map(link => ({ address: link.getAttribute('href') ?? '', count: Number(/\d+$/.exec(link.textContent ?? '')?.[0]) })),
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { address, count } of found.filter(one => !/^\/intermediadores/.test(one.address))) {
      await page.goto(address)
      await page.getByRole('grid').waitFor()
      await expect
        .poll(async () => `${address} ${await page.locator('main h1').locator('..').innerText()}`)
        .toMatch(new RegExp(`\\b${count}\\b`))
    }
    expect(me.errors).toEqual([])
  })

  it('a shop that was just opened finds its first steps, and each that is done is ticked', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'admin@demo.com.br')
    const send = (path: string, data: object) =>
      page.evaluate(
        async ([at, body]) => {
          const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
          const reply = await fetch(`/api/${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
          return (await reply.json()) as { id: number }
        },
        [path, data] as const,
      )
    // Without the rates of the coming year every store is told so.
    const rate = { tributo: 'CBS', local: 'BR', classe: '', aliquota: 8.7, vigencia_inicio: '2027-01-01', fonte: 'Teste' }
    await send('aliquotas_ibscbs', rate)
    const { id } = await send('lojas', { nome_fantasia: 'Loja nova', regime_tributario: 1 })
    await page.evaluate(store => {
      localStorage.setItem('lojaId', String(store))
      sessionStorage.setItem('lojaId', String(store))
    }, id)
    await page.goto('/')
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    const coins = steps.getByRole('link', { name: 'Confira as moedas' })
    await coins.waitFor()
    expect(await steps.getByRole('listitem').count()).toBe(7)
    await page.getByRole('region', { name: 'Precisa de atenção' }).getByText('Tudo em ordem.').waitFor()
    expect(plain(await cardOf(page, 'Vendas').innerText())).toContain('R$0,00')
    expect(await violations(page)).toEqual([])
    await send(`equipamentos?lojaId=${id}`, { nome: 'Caixa', totem_operacao: 'PDV', lojaId: id })
    await page.reload()
    await coins.waitFor()
    expect(await steps.getByRole('link', { name: 'Cadastre um equipamento' }).count()).toBe(0)
    await steps.getByText('Cadastre um equipamento').waitFor()
    expect(me.errors).toEqual([])
  })

  it('an employee sees, and asks for, the figures of their flags alone', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    const asked = new Set<string>()
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/relatorio\//i.test(pathname)) asked.add(pathname.toLowerCase())
    })
    await logIn(page, 'funcionario@demo.com.br')
    await page.getByRole('region', { name: 'Precisa de atenção' }).waitFor()
    await untilNotBusy(page.getByRole('main'))
    expect(await cardOf(page, 'Vendas').count()).toBe(0)
    expect(await page.getByText('A pagar em 7 dias').count()).toBe(0)
    expect([...asked]).toEqual(['/api/relatorio/inicio/cardapio'])
    expect(await violations(page)).toEqual([])
    expect(me.errors).toEqual([])
  })

  it('a figure that does not come is said, the others stay, and it is asked for again', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = me
    await page.route(/inicio\/contas/, route => route.fulfill({ status: 500, json: { error: { message: 'x', code: 'x' } } }))
    await logIn(page, 'dono@demo.com.br')
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    await again.waitFor()
    expect(plain(await cardOf(page, 'Vendas').innerText())).toContain('R$')
    expect(await page.getByRole('region', { name: 'Próximas contas' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.unroute(/inicio\/contas/)
    await again.click()
    await again.waitFor({ state: 'detached' })
    await expect.poll(async () => plain(await cardOf(page, 'A pagar em 7 dias').innerText())).toContain('R$')
    expect(me.errors).toEqual([])
  })
})
