import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
    const month = new Date().toISOString().slice(0, 7)
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
})
