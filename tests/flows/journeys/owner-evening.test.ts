import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { goOffline } from '../fixtures/offlineReady.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** An owner's evening on a phone, by taps: what the stores sold, which session is short and why, three prices raised, one product paused. */

/** A finger that strokes from the lower half of the screen upwards. */
async function stroke(page: Page, distance: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.synthesizeScrollGesture', { x: 190, y: 600, yDistance: -distance, speed: 3000 })
  await devTools.detach()
}

/** The middle of a control, for a finger: switches and boxes lie under what is drawn of them. */
async function tapOn(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const box = await control.locator('xpath=..').boundingBox()
  if (!box) throw new Error('Nothing to tap on')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** Texts of the charts in sight that run into each other. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main svg')].flatMap(chart => {
      const texts = [...chart.querySelectorAll('text')].map(text => ({
        text: text.textContent,
        box: text.getBoundingClientRect(),
      }))
      return texts.flatMap((one, at) => {
        const next = texts[at + 1]
        const onOneLine = next && Math.abs(next.box.top - one.box.top) < 2
        return onOneLine && next.box.left > one.box.left && next.box.left < one.box.right + 2 ? [`${one.text}${next.text}`] : []
      })
    }),
  )

const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate(element => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

describe('on a phone', () => {
  const desk = useOwnerSession({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  it('goes from the first page to the short session, its reason, three prices and a pause', async () => {
    const { page } = desk.me
    await page.goto('/')
    await page.getByRole('heading', { name: 'Suas lojas agora' }).waitFor()
    await page.getByRole('main').getByText('Lanches da Praça').first().waitFor()
    for (const name of ['Cantina Bella Massa', 'Lanches da Praça', 'Empório Serra Azul'])
      expect(await page.getByRole('main').getByText(name).count(), name).toBeGreaterThan(0)

    await page.getByText(/^Caixas a conferir com diferença/).tap()
    const session = page.getByText(/^Caixa \d+$/).first()
    await session.waitFor()
    expect(await page.getByRole('main').getByText('Falta', { exact: true }).count()).toBeGreaterThan(0)
    // A shortage is red on its card, beside its minus.
    const lack = page.locator('.list-card .toned[data-tone="danger"]').first()
    await lack.waitFor()
    expect(await lack.innerText()).toMatch(/^-\s?R\$/)
    await session.tap()
    await page.getByRole('heading', { name: 'Resumo por moeda' }).waitFor()

    // The list of currencies scrolls by itself, and at its end goes on with the page.
    const check = page.getByRole('heading', { name: 'Conferência' })
    for (let stroked = 0; stroked < 12 && !(await isInSight(check)); stroked += 1) await stroke(page, 700)
    expect(await isInSight(check)).toBe(true)

    await page.getByRole('link', { name: 'Produtos', exact: true }).last().tap()
    const boxes = page.getByRole('checkbox', { name: /^Selecionar / })
    await boxes.nth(2).waitFor()
    for (const at of [0, 1, 2]) await tapOn(page, boxes.nth(at))
    await page.getByRole('region', { name: '3 selecionados' }).getByRole('button', { name: 'Ações' }).tap()
    await page.getByRole('menuitem', { name: 'Alterar selecionados' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
    await dialog.getByLabel('Campo').selectOption({ label: 'Preço de venda' })
    await dialog.getByLabel('Como').selectOption({ label: 'Aumentar em %' })
    await dialog.getByLabel('Quanto').fill('7')
    await dialog.getByRole('button', { name: 'Alterar 3' }).tap()
    await page.getByText('Produtos alterados com sucesso!').waitFor()

    const active = page.getByLabel(/^Ativo: /).first()
    expect(await active.isChecked()).toBe(true)
    await tapOn(page, active)
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('main [aria-label^="Ativo: "]')?.checked)
    expect(await violations(page)).toEqual([])
  })

  it('opens a record by any place of its card, and selects it by its box alone', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    const card = page.getByRole('list', { name: 'Produtos' }).getByRole('listitem').first()
    await tapOn(page, card.getByRole('checkbox', { name: /^Selecionar / }))
    await page.getByRole('region', { name: '1 selecionado' }).waitFor()
    await card.getByRole('button', { name: /^Mais ações/ }).tap()
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/produtos')
    const name = await card.getByRole('link').first().innerText()
    await tapOn(page, card.getByText('Preço de venda'))
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  })

  it('names the days and hours of its charts apart from each other', async () => {
    const { page } = desk.me
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 3000 })
      await page.goto('/')
      await page.getByRole('heading', { name: /^Vendas dos últimos 14 dias/ }).waitFor()
      await page
        .locator('main svg text')
        .filter({ hasText: /\d\/\d/ })
        .first()
        .waitFor()
      expect(await overlaps(page), `${width}`).toEqual([])
    }
  })

  it('says beside the button that a save waits on this device, and keeps the name of the page', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/grupos/1')
    await page.getByLabel('Nome *').fill('Pizzas da casa')
    // All that the bar can hold stands in it.
    await page.getByRole('button', { name: /^Status da loja/ }).waitFor()
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar grupo' }).tap()
    await page.getByRole('group', { name: 'Salvar' }).getByText('Salvo neste aparelho').waitFor()
    await page.locator('header .top-state').waitFor()
    const bar = await page.evaluate(() => {
      const header = document.querySelector('header')
      const name = header?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
      return {
        over: (header?.scrollWidth ?? 0) - (header?.clientWidth ?? 0),
        lines: Math.round((name?.height ?? 0) / 17),
        width: name?.width ?? 0,
      }
    })
    expect(bar.over).toBeLessThanOrEqual(0)
    expect(bar.lines).toBeLessThanOrEqual(2)
    expect(bar.width).toBeGreaterThan(70)
    await page.getByRole('button', { name: 'Menu do usuário' }).tap()
    await page.getByRole('menuitem', { name: 'Tema escuro' }).tap()
    await page.locator('html.dark').waitFor()
    await desk.me.context.setOffline(false)
  })

  it('tells on a tablet that it saved, above the pager', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto('/produtos')
    const active = page.getByLabel(/^Ativo: /).nth(1)
    await active.waitFor()
    await tapOn(page, active)
    const told = await page.getByText('Ativo salvo.').boundingBox()
    const pager = await page.getByLabel('Linhas por página').boundingBox()
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(pager?.y ?? 0)
  })
})
