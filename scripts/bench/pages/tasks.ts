import type { Page } from 'playwright'
import type { BenchSession } from './browserSession.ts'
import { mainThreadTime } from './probe.ts'

export const sides = ['ours', 'baseline'] as const
export type Side = (typeof sides)[number]

/** What one turn gave. */
export interface Figure {
  readonly times: readonly number[]
  /** Milliseconds of work of the page's thread for all of it. */
  readonly work: number
  readonly frames?: number
  readonly good?: number
}

/** Long enough for what a page fetches ahead. */
const rest = 1_500

/** Where both sides show the same. */
const addresses: Readonly<Record<Side, { start: string; list(limit: number): string; product(id: number): string }>> = {
  ours: {
    start: '/unidades',
    list: limit => `/fichas?perPage=${limit}`,
    product: id => `/produtos/${id}`,
  },
  baseline: {
    start: '/bench/',
    list: limit => `/bench/?page=fichas&limit=${limit}`,
    product: id => `/bench/?page=produtos&id=${id}`,
  },
}

const cell = (grid: string, row: number, column: string): string =>
  `[role=grid][aria-label="${grid}"] [role=row][aria-rowindex="${row + 2}"] [role=gridcell][data-column="${column}"]`

/** From a click until rows of a grid are painted. */
async function timeUntilRows(page: Page, grid: string, count: number, click: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([label, least]) =>
      window.probe.await(
        () => document.querySelectorAll(`[role=grid][aria-label="${label}"] [role=row]:has([role=gridcell])`).length >= least,
      ),
    [grid, count] as const,
  )
  await click()
  return page.evaluate(() => window.probe.found)
}

/** Milliseconds that a link is held: as long as a hand holds the button of a mouse, or not at all, as Enter does. */
const presses = { hand: 80, none: 0 } as const
export type Press = keyof typeof presses

/** From the menu to the rows of a list that was not seen before. */
export const route =
  (press: Press) =>
  async (page: Page, side: Side): Promise<Figure> => {
    await page.goto(addresses[side].start)
    const link = page.getByRole(side === 'ours' ? 'link' : 'button', { name: 'Produtos', exact: true })
    await link.waitFor()
    await page.waitForTimeout(rest)
    let time = Number.NaN
    const work = await mainThreadTime(page, async () => {
      time = await timeUntilRows(page, 'Produtos', 10, () => link.click({ delay: presses[press] }))
    })
    return { times: [time], work }
  }

/** From the reload of a list that was seen before to its painted rows. */
export async function reload(page: Page, side: Side): Promise<Figure> {
  await page.goto(addresses[side].list(10))
  await page.locator(cell('Fichas', 0, 'nome')).waitFor()
  await page.waitForTimeout(rest)
  let time = Number.NaN
  const work = await mainThreadTime(page, async () => {
    await page.reload({ waitUntil: 'commit' })
    time = await page.evaluate(timeOfRows, 10)
  })
  return { times: [time], work }
}

/** Runs in the page: milliseconds since it was asked for until so many rows are painted. */
async function timeOfRows(least: number): Promise<number> {
  while (document.querySelectorAll('[role=grid] [role=row]:has([role=gridcell])').length < least)
    await new Promise(frame => requestAnimationFrame(frame))
  await new Promise(painted => requestAnimationFrame(() => setTimeout(painted)))
  return performance.now()
}

/** From a row of the list to its form with the child list. */
export const open =
  (press: Press) =>
  async (page: Page, side: Side): Promise<Figure> => {
    await page.goto(addresses[side].list(10))
    await page.locator(cell('Fichas', 0, 'nome')).waitFor()
    await page.waitForTimeout(side === 'ours' ? 3 * rest : rest)
    const link = page.locator(`[role=row][aria-rowindex="2"] ${side === 'ours' ? 'a.list-icon' : 'button'}`)
    let time = Number.NaN
    const work = await mainThreadTime(page, async () => {
      time = await timeUntilRows(page, 'Itens', 10, () => link.click({ delay: presses[press] }))
    })
    return { times: [time], work }
  }

/** From a row of the received notes to the form of its entry. */
export async function openEntry(page: Page): Promise<Figure> {
  await page.goto('/nfes')
  await page.locator(cell('NF-e recebidas', 0, 'xNome')).waitFor()
  await page.waitForTimeout(3 * rest)
  const link = page.locator('[role=row][aria-rowindex="2"] a.list-icon')
  let time = Number.NaN
  const work = await mainThreadTime(page, async () => {
    time = await timeUntilRows(page, 'Itens', 10, () => link.click({ delay: presses.hand }))
  })
  return { times: [time], work }
}

/** Pause between keys: ten a second, a fast typist. */
const delay = 100

/** Types into the product's form, or into cells of the child list. */
export function keys(where: 'form' | 'child') {
  return async (page: Page, side: Side, { product }: BenchSession): Promise<Figure> => {
    const type = where === 'form' ? await atProduct(page, side, product) : await atItems(page, side)
    await page.evaluate(() => window.probe.keys.splice(0))
    const work = await mainThreadTime(page, type)
    return { times: await page.evaluate(() => window.probe.keys), work }
  }
}

async function atProduct(page: Page, side: Side, product: number): Promise<() => Promise<void>> {
  await page.goto(addresses[side].product(product))
  await page.locator('[name=desc_prod]').waitFor()
  await page.waitForTimeout(rest)
  await page.locator('[name=desc_prod]').focus()
  await page.keyboard.type('a')
  await page.waitForTimeout(500)
  return async () => {
    await page.keyboard.type('rroz da casa', { delay })
    await page.locator('[name=preco_vnd_prod]').fill('')
    await page.locator('[name=preco_vnd_prod]').focus()
    await page.keyboard.type('123,45', { delay })
  }
}

async function atItems(page: Page, side: Side): Promise<() => Promise<void>> {
  await open('hand')(page, side)
  await page.waitForTimeout(500)
  await page.locator(cell('Itens', 1, 'descricao')).click()
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(500)
  return async () => {
    await page.keyboard.type('arroz', { delay })
    await page.keyboard.press('Enter', { delay })
    await page.locator(cell('Itens', 4, 'quantidade')).click()
    await page.keyboard.type('12,5', { delay })
    await page.keyboard.press('Enter', { delay })
    await page.keyboard.type('7,25', { delay })
    await page.keyboard.press('Enter', { delay })
  }
}

/** Rolls through the list. */
export async function scroll(page: Page, side: Side): Promise<Figure> {
  await page.goto(addresses[side].list(10_000))
  await page.locator(cell('Fichas', 3, 'nome')).waitFor()
  await page.waitForTimeout(2 * rest)
  const frames = 240
  let good = 0
  const work = await mainThreadTime(page, async () => {
    good = await page.evaluate(count => {
      const grid = document.querySelector('[role=grid]')
      if (!grid) throw new Error('no grid')
      return window.probe.scroll(grid, count, 150)
    }, frames)
  })
  return { times: [], work, frames, good }
}

/** Pastes a block over the list's first rows: until it is seen, or until it is saved too. The hand-written page shows it when it is saved. */
export const paste =
  (until: 'painted' | 'saved') =>
  async (page: Page, side: Side, _house: BenchSession, turn: number): Promise<Figure> => {
    await page.goto(addresses[side].list(1_000))
    await page.locator(cell('Fichas', 0, 'nome')).click()
    await page.waitForTimeout(rest)
    const name = `Colada ${until} ${side} ${turn}`
    const block = Array.from(
      { length: 200 },
      (_, at) => `${name} ${at}\t${turn},${(at % 90) + 10}\t${turn + 20},50\t${at % 30}\t${at},25`,
    )
    await page.evaluate(text => navigator.clipboard.writeText(text), block.join('\n'))
    let time = Number.NaN
    const work = await mainThreadTime(page, async () => {
      await page.evaluate(
        ([place, wanted, marks]) =>
          window.probe.await(
            () => document.querySelector(place)?.textContent === wanted && (marks === '' || !document.querySelector(marks)),
          ),
        [cell('Fichas', 0, 'nome'), `${name} 0`, until === 'saved' ? '[data-state], [data-saving]' : ''] as const,
      )
      await page.keyboard.press('Control+v')
      time = await page.evaluate(() => window.probe.found)
    })
    return { times: [time], work }
  }
