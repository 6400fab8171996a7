import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../../src/base/dates.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** Saves a record as the person at the page; returns its id. */
const save = (page: Page, register: string, record: object): Promise<number> =>
  page.evaluate(
    async ([register, record]) => {
      const lojaId = Number(localStorage.getItem('lojaId'))
      const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
      const reply = await fetch(`/api/${register}/save`, { method: 'POST', headers, body: JSON.stringify({ lojaId, ...record }) })
      return ((await reply.json()) as { id: number }).id
    },
    [register, record] as const,
  )

interface Order {
  readonly id: number
  readonly status: string
}

const statusOf = async (page: Page, id: number): Promise<string> => ((await callApi(page, `pedidos/${id}`)) as Order).status

/** An order without products, which cannot be sent. */
async function emptyOrder(page: Page): Promise<number> {
  const [partner] = (await callApi(page, 'parceiros?filter[limit]=1')) as { id: number }[]
  return save(page, 'pedidos', { tipo: 'COMPRA', parceiroId: partner?.id })
}

/** Drags a card to the middle of a place, as a hand does. */
async function drag(page: Page, card: Locator, place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  await card.scrollIntoViewIfNeeded()
  const [from, to] = [await card.boundingBox(), await place.boundingBox()]
  if (!from || !to) throw new Error('Nothing to drag')
  await page.mouse.move(from.x + 20, from.y + from.height - 6)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + from.height, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + Math.min(to.height / 2, 120), { steps: 8 })
  await page.mouse.up()
}

describe('a list in another look', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = (page: Page, id: number) => page.locator(`[data-card="${id}"]`)

  it('stands as a board, whose cards are moved by hand, by keys and by their menu, and come back where they are refused', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const id = await emptyOrder(page)
    await page.goto('/pedidos')
    await page.getByRole('button', { name: 'Quadro' }).click()
    await page.waitForURL(/look=board/)
    const draft = column(page, 'Em digitação')
    await draft.locator(card(page, id)).waitFor()
    const heads = await page.getByRole('region').getByRole('heading', { level: 2 }).allInnerTexts()
    const { count, grupos } = (await callApi(page, 'pedidos/totais?campos=&por=status')) as {
      count: number
      grupos: { valor: string; count: number }[]
    }
    expect(heads.length).toBe(6)
    const told = heads.reduce((sum, head) => sum + Number(/(\d+)\s*$/.exec(head)?.[1] ?? 0), 0)
    expect(told).toBe(count)
    expect(grupos.length).toBeGreaterThan(1)
    expect(await violations(page)).toEqual([])

    // By hand, and back by undo.
    // The way there asks why.
    await drag(page, card(page, id), column(page, 'Rejeitado').getByRole('list'))
    const reject = async (why: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Motivo da rejeição').fill(why)
      await dialog.getByRole('button', { name: 'Rejeitar' }).click()
    }
    await reject('Sem estoque')
    await column(page, 'Rejeitado').locator(card(page, id)).waitFor()
    await expect.poll(() => statusOf(page, id)).toBe('REJEITADO')
    await page.getByRole('button', { name: 'Desfazer' }).first().click()
    await draft.locator(card(page, id)).waitFor()
    expect(await statusOf(page, id)).toBe('DIGITACAO')

    // An order without products goes no further: told in words, and the card is where it was.
    await drag(page, card(page, id), column(page, 'Enviado').getByRole('list'))
    await page
      .getByText(/Não é possível|Adicione|Inclua|sem produtos|ao menos um/i)
      .last()
      .waitFor()
    await draft.locator(card(page, id)).waitFor()
    expect(await statusOf(page, id)).toBe('DIGITACAO')

    // By its menu, and by keys, which stay with it.
    await card(page, id)
      .getByRole('button', { name: /Mais ações/ })
      .click()
    await page.getByRole('menuitem', { name: 'Rejeitar' }).click()
    await reject('Caro demais')
    await column(page, 'Rejeitado').locator(card(page, id)).waitFor()
    await expect.poll(() => statusOf(page, id)).toBe('REJEITADO')
    const title = card(page, id).getByRole('link')
    await title.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-card]')?.getAttribute('data-card')))
      .toBe(String(id))
    await page.keyboard.press('ArrowLeft')
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'))
    expect(await focused()).not.toBe('REJEITADO')

    // It is kept for the next time, and a phone has the same.
    await page.goto('/unidades')
    await page.goto('/pedidos')
    await card(page, id).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await card(page, id).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(me.errors).toEqual([])
  })

  it('stands as a calendar of due dates, on which a bill is put on another day by hand and by keys, and back', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const [kind, centre] = await Promise.all(
      ['Conta_classificacoes', 'Conta_centros_custos'].map(async name => {
        const [first] = (await callApi(page, `${name}?filter[limit]=1`)) as { id: number }[]
        return first?.id
      }),
    )
    // The month at the store: the first hours of a month in UTC are the last of another there.
    const month = dayOf(new Date().toISOString()).slice(0, 7)
    const bill = { tipo: 'PAGAR', descricao: 'Conserto do forno', valor: 120, classificacaoId: kind, centroCustoId: centre }
    const id = await save(page, 'Conta', { ...bill, vencimento: `${month}-10` })
    const dueOf = async () => ((await callApi(page, `Conta/${id}`)) as { vencimento: string }).vencimento
    const place = (day: string) => page.locator(`td[data-place="${month}-${day}//"]`)

    await page.goto('/Conta')
    await page.getByRole('button', { name: 'Calendário' }).click()
    await page.waitForURL(/look=calendar/)
    await page.locator('td .look-event').first().waitFor()
    // The days shown take the place of the list's own filter of what is overdue, which would leave the days to come empty.
    expect(await page.getByText('Vencimento:').count()).toBe(0)
    const shown = await page
      .locator('td[data-place]')
      .evaluateAll(all => all.map(each => each.getAttribute('data-place')?.slice(0, 10)))
    const where = { vencimento: { between: [shown[0], shown.at(-1)] }, pago: false, perda: false }
    const { count } = (await callApi(page, `Conta/count?filter=${encodeURIComponent(JSON.stringify({ where }))}`)) as {
      count: number
    }
    expect(count).toBeGreaterThan(1)
    await expect.poll(async () => /(\d+)/.exec(await page.locator('main h1 + span').innerText())?.[1]).toBe(String(count))
    expect(await violations(page)).toEqual([])

    await page.goto('/Conta?look=calendar&q=conserto+forno')
    await place('10').locator(card(page, id)).waitFor()
    await drag(page, card(page, id), place('12'))
    await place('12').locator(card(page, id)).waitFor()
    await expect.poll(dueOf).toBe(`${month}-12`)
    await page.getByRole('button', { name: 'Desfazer' }).first().click()
    await place('10').locator(card(page, id)).waitFor()
    expect(await dueOf()).toBe(`${month}-10`)

    await card(page, id).getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await place('11').locator(card(page, id)).waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await place('18').locator(card(page, id)).waitFor()
    await expect.poll(dueOf).toBe(`${month}-18`)

    // The day has all of it; a phone counts in the month, and has a week one day under the other.
    await page.getByRole('button', { name: / 18 de /i }).click()
    await page.waitForURL(/look=calendar\.day/)
    await card(page, id).waitFor()
    await page.getByRole('button', { name: 'Semana' }).click()
    await card(page, id).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await card(page, id).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Mês' }).click()
    await place('18')
      .getByRole('button', { name: /Mais 1 em/ })
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Próximo' }).click()
    await page.getByText('Nada neste período.').waitFor()
    expect(me.errors).toEqual([])
  })

  it('stands as a gallery by groups, where a product is sold out by a tap and the cards are dragged into an order', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/produtos')
    await page.getByRole('button', { name: 'Galeria' }).click()
    await page.waitForURL(/look=gallery/)
    const groups = page.locator('.gallery section')
    await groups.nth(1).waitFor()
    expect(await groups.first().getByRole('heading', { level: 2 }).innerText()).not.toBe('')
    expect(await groups.first().locator('img').count()).toBeGreaterThan(0)
    expect(await violations(page)).toEqual([])

    // A tap, and another that takes it back.
    const first = groups.first().locator('[data-card]').first()
    const id = Number(await first.getAttribute('data-card'))
    const product = async () => (await callApi(page, `produtos/${id}`)) as { esgotado_em: string | null; ordem: number }
    await first.getByRole('button', { name: /^Esgotado hoje/ }).click()
    await card(page, id)
      .getByRole('button', { name: /^Voltou ao cardápio/ })
      .waitFor()
    expect((await product()).esgotado_em).not.toBeNull()
    await card(page, id)
      .getByRole('button', { name: /^Voltou ao cardápio/ })
      .click()
    await card(page, id)
      .getByRole('button', { name: /^Esgotado hoje/ })
      .waitFor()

    // Before the first of its group by hand, and back by undo; then on by keys.
    const ids = () =>
      groups
        .first()
        .locator('[data-card]')
        .evaluateAll(all => all.map(each => Number(each.getAttribute('data-card'))))
    const before = await ids()
    const third = before[2] ?? 0
    const head = await card(page, id).boundingBox()
    const taken = await card(page, third).boundingBox()
    if (!head || !taken) throw new Error('No cards')
    await page.mouse.move(taken.x + 30, taken.y + taken.height - 50)
    await page.mouse.down()
    await page.mouse.move(taken.x + 10, taken.y + taken.height - 40, { steps: 3 })
    await page.mouse.move(head.x + 12, head.y + 60, { steps: 8 })
    await page.mouse.up()
    await expect.poll(ids).toEqual([third, ...before.filter(each => each !== third)])
    await page
      .getByText(/ordem salva/)
      .first()
      .waitFor()
    await page.reload()
    await expect.poll(ids).toEqual([third, ...before.filter(each => each !== third)])
    await card(page, third).getByRole('link').first().focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(async () => (await ids()).indexOf(third)).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await ids()).indexOf(third)).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await card(page, id).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(me.errors).toEqual([])
  })

  it('stands as a pivot table whose figures are those of the lists to which they lead', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/Conta?pago=&vencimento=')
    await page.getByRole('button', { name: 'Tabela dinâmica' }).click()
    const table = page.getByRole('table')
    await table.getByRole('columnheader', { name: 'A pagar' }).waitFor()
    const where = encodeURIComponent(JSON.stringify({ where: { perda: false } }))
    const { totais, count } = (await callApi(page, `Conta/totais?campos=valor&filter=${where}`)) as {
      totais: { valor: number }
      count: number
    }
    const cents = (text: string): number => Number(text.replace(/\D/g, ''))
    expect(cents(await table.locator('tfoot td').last().innerText())).toBe(Math.round(totais.valor * 100))
    const rows = await table.locator('tbody tr td:last-child').allInnerTexts()
    expect(rows.reduce((sum, text) => sum + cents(text), 0)).toBe(Math.round(totais.valor * 100))
    expect(await violations(page)).toEqual([])

    await page.getByLabel('Medida').selectOption('count')
    await expect.poll(async () => cents(await table.locator('tfoot td').last().innerText())).toBe(count)
    await page.getByLabel('Linhas').selectOption({ label: 'Pago' })
    await table.getByRole('rowheader', { name: 'Sim' }).waitFor()
    const cell = table.getByRole('row', { name: /^Sim/ }).getByRole('link').first()
    const figure = cents(await cell.innerText())
    expect(figure).toBeGreaterThan(0)
    await cell.click()
    await page.getByRole('grid').waitFor()
    await expect.poll(async () => cents((await page.locator('main h1 + span').innerText()).split('\n')[0] ?? '')).toBe(figure)
    await page.goBack()
    await table.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await table.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The titles of rows stay beside figures that scroll, and that there are more is told.
    await page.getByLabel('Medida').selectOption('sum.valor')
    const box = page.getByRole('region', { name: 'Contas', exact: true })
    await expect.poll(() => box.getAttribute('data-more')).toBe('end')
    const head = table.getByRole('rowheader', { name: 'Sim' })
    const at = (await head.boundingBox())?.x
    await box.evaluate(scrolled => scrolled.scrollBy(1_000, 0))
    await expect.poll(() => box.getAttribute('data-more')).toBe('start')
    expect((await head.boundingBox())?.x).toBe(at)
    expect(me.errors).toEqual([])
  })
})
