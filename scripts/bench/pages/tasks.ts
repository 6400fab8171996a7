import type { Page } from 'playwright'
import type { Visitor } from './browserSession.ts'
import { watchThread } from './probe.ts'
import { untilRested } from './untilRested.ts'

/** Our page, or the hand-written one beside it. */
export type Side = 'ours' | 'baseline'

/** The figures of one turn. */
export interface Figure {
  readonly times: readonly number[]
  /** Milliseconds of work of the page's thread for all of it. */
  readonly work: number
}

/** The task at which a page is measured: first it is opened and comes to rest. */
export interface PageTask<T> {
  arrive(page: Page, side: Side, visitor: Visitor): Promise<void>
  act(page: Page, side: Side, turn: number): Promise<T>
  /** Pages that arrive at once: more than one where they rest for seconds before they are whole. */
  readonly together?: number
}

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

/** The code that a page of ours fetches seconds after it stands, before the first form is opened from it. */
const ahead = ['FormPage', 'HistoryPanel']

const cell = (grid: string, row: number, column: string): string =>
  `[role=grid][aria-label="${grid}"] [role=row][aria-rowindex="${row + 2}"] [role=gridcell][data-column="${column}"]`

/** From a click until rows of a grid are painted. */
const timeUntilRows = (page: Page, grid: string, count: number, click: () => Promise<void>): Promise<Figure> =>
  timeUntil(page, `[role=grid][aria-label="${grid}"] [role=row]:has([role=gridcell])`, count, click)

/** From a click until so many elements are painted. */
async function timeUntil(page: Page, selector: string, count: number, click: () => Promise<void>): Promise<Figure> {
  const work = await watchThread(page)
  await page.evaluate(([sought, least]) => window.probe.await(() => document.querySelectorAll(sought).length >= least), [
    selector,
    count,
  ] as const)
  await click()
  const times = await page.evaluate(() => Promise.all(window.probe.found))
  return { times, work: await work() }
}

/** Milliseconds that a link is held: as long as a hand holds the button of a mouse, or not at all, as Enter does. */
const presses = { hand: 80, none: 0 } as const
export type Press = keyof typeof presses

/** From the menu to the rows of a list that was not seen before. */
export function route(press: Press): PageTask<Figure> {
  const linkOf = (page: Page, side: Side) =>
    page.getByRole(side === 'ours' ? 'link' : 'button', { name: 'Produtos', exact: true })
  return {
    async arrive(page, side) {
      await page.goto(addresses[side].start)
      await linkOf(page, side).waitFor()
      await untilRested(page)
    },
    act: (page, side) => timeUntilRows(page, 'Produtos', 10, () => linkOf(page, side).click({ delay: presses[press] })),
  }
}

async function arriveAtSheets(page: Page, side: Side, limit: number, modules: readonly string[] = []): Promise<void> {
  await page.goto(addresses[side].list(limit))
  await page.locator(cell('Fichas', 0, 'nome')).waitFor()
  await untilRested(page, side === 'ours' ? modules : [])
}

/** From the reload of a list that was seen before to its painted rows. */
export const reload: PageTask<Figure> = {
  arrive: (page, side) => arriveAtSheets(page, side, 10),
  async act(page) {
    const work = await watchThread(page)
    await page.reload({ waitUntil: 'commit' })
    const time = await page.evaluate(timeOfRows, 10)
    return { times: [time], work: await work() }
  },
}

/** Runs in the page: milliseconds since it was asked for until so many rows are painted. */
async function timeOfRows(least: number): Promise<number> {
  while (document.querySelectorAll('[role=grid] [role=row]:has([role=gridcell])').length < least)
    await new Promise(frame => requestAnimationFrame(frame))
  await new Promise(painted => requestAnimationFrame(() => setTimeout(painted)))
  return performance.now()
}

const openSheet = (page: Page, side: Side, press: Press): Promise<Figure> => {
  const link = page.locator(`[role=row][aria-rowindex="2"] ${side === 'ours' ? 'a.list-icon' : 'button'}`)
  return timeUntilRows(page, 'Itens', 10, () => link.click({ delay: presses[press] }))
}

/** From a row of the list to its form with the child list. */
export const openForm = (press: Press): PageTask<Figure> => ({
  arrive: (page, side) => arriveAtSheets(page, side, 10, ahead),
  act: (page, side) => openSheet(page, side, press),
  together: 3,
})

/** The same, and typing into cells of the child list. */
export const openAndType: PageTask<{ readonly opened: Figure; readonly keys: Figure }> = {
  ...openForm('hand'),
  async act(page, side) {
    const opened = await openSheet(page, side, 'hand')
    await untilRested(page)
    await page.locator(cell('Itens', 1, 'descricao')).click()
    // The first key of a page compiles code.
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    await untilRested(page)
    const keys = await typing(page, async () => {
      await page.keyboard.type('arroz', { delay })
      await page.keyboard.press('Enter', { delay })
      await page.locator(cell('Itens', 4, 'quantidade')).click()
      await page.keyboard.type('12,5', { delay })
      await page.keyboard.press('Enter', { delay })
      await page.keyboard.type('7,25', { delay })
      await page.keyboard.press('Enter', { delay })
    })
    return { opened, keys }
  },
}

/** The link of a list's first row to its form. */
const firstLink = (page: Page) => page.locator('[role=row][aria-rowindex="2"] a.list-icon')

/** From a row of the list of products to its form, pressed for no time: during a hand's press it is drawn, and is at times ready by its end. */
export const openProduct: PageTask<Figure> = {
  async arrive(page) {
    await page.goto('/produtos')
    await page.locator(cell('Produtos', 0, 'desc_prod')).waitFor()
    await untilRested(page, ahead)
  },
  act: page => timeUntil(page, '[name=desc_prod]', 1, () => firstLink(page).click({ delay: presses.none })),
  together: 3,
}

/** From a row of the received notes to the form of its entry. */
export const openEntry: PageTask<Figure> = {
  async arrive(page) {
    await page.goto('/nfes')
    await page.locator(cell('NF-e recebidas', 0, 'xNome')).waitFor()
    await untilRested(page, ahead)
  },
  act: page => timeUntilRows(page, 'Itens', 10, () => firstLink(page).click({ delay: presses.hand })),
  together: 3,
}

/** Milliseconds between keys: as fast as a key that is held down repeats, and some frames, so that none waits for the paint of another. */
const delay = 50

async function typing(page: Page, type: () => Promise<void>): Promise<Figure> {
  await page.evaluate(() => window.probe.keys.splice(0))
  const work = await watchThread(page)
  await type()
  return { times: await page.evaluate(() => window.probe.keys), work: await work() }
}

/** Types into the product's form. */
export const typeProduct: PageTask<Figure> = {
  async arrive(page, side, { product }) {
    await page.goto(addresses[side].product(product))
    await page.locator('[name=desc_prod]').waitFor()
    await untilRested(page)
    await page.locator('[name=desc_prod]').focus()
    await page.keyboard.type('a')
    await untilRested(page)
  },
  act: page =>
    typing(page, async () => {
      await page.keyboard.type('rroz da casa', { delay })
      await page.locator('[name=preco_vnd_prod]').fill('')
      await page.locator('[name=preco_vnd_prod]').focus()
      await page.keyboard.type('123,45', { delay })
    }),
}

/** Frames of two seconds. */
const frames = 120

/** Rolls through the list: the share of frames in time, and the work for one. */
export const scroll: PageTask<{ readonly share: number; readonly work: number }> = {
  arrive: (page, side) => arriveAtSheets(page, side, 10_000),
  async act(page) {
    const work = await watchThread(page)
    const good = await page.evaluate(count => {
      const grid = document.querySelector('[role=grid]')
      if (!grid) throw new Error('no grid')
      return window.probe.scroll(grid, count, 150)
    }, frames)
    return { share: good / frames, work: (await work()) / frames }
  },
}

/** Pastes a block over the list's first rows: until it is seen, and until it is saved too. The hand-written page shows it when it is saved. */
export const paste: PageTask<{ readonly painted: Figure; readonly saved: Figure }> = {
  async arrive(page, side) {
    await arriveAtSheets(page, side, 1_000)
    await page.locator(cell('Fichas', 0, 'nome')).click()
    await untilRested(page)
  },
  async act(page, side, turn) {
    const name = `Colada ${side} ${turn}`
    const block = Array.from(
      { length: 200 },
      (_, at) => `${name} ${at}\t${turn},${(at % 90) + 10}\t${turn + 20},50\t${at % 30}\t${at},25`,
    )
    await page.evaluate(text => navigator.clipboard.writeText(text), block.join('\n'))
    const work = await watchThread(page)
    await page.evaluate(
      ([place, wanted]) => {
        const painted = (): boolean => document.querySelector(place)?.textContent === wanted
        window.probe.await(painted, () => painted() && !document.querySelector('[data-state], [data-saving]'))
      },
      [cell('Fichas', 0, 'nome'), `${name} 0`] as const,
    )
    await page.keyboard.press('Control+v')
    const figure = async (at: number): Promise<Figure> => {
      const time = await page.evaluate(place => window.probe.found[place], at)
      return { times: [time ?? Number.NaN], work: await work() }
    }
    return { painted: await figure(0), saved: await figure(1) }
  },
}
