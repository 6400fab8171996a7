import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `c${n}`)
const texts = (count: number) =>
  Object.fromEntries(names(count).map(name => [name, { type: 'string', title: name.toUpperCase() }]))

/** A list of 12 columns that shows ten thousand rows at once, and a record with a list of 8 columns. */
const files = {
  'folhas.schema.json': {
    $schema: '../../meta/register.json',
    title: 'Folhas',
    type: 'object',
    register: { scope: 'store', label: 'c0', order: ['id ASC'], menu: 'cadastros', access: { all: 'cadastros_ver' } },
    properties: texts(12),
  },
  'folhas.ui.json': {
    $schema: '../../meta/register-ui.json',
    list: { columns: names(12), edit: names(12), pageSize: 10_000, pageSizes: [10_000], order: ['id ASC'] },
  },
  'pilhas.schema.json': {
    $schema: '../../meta/register.json',
    title: 'Pilhas',
    type: 'object',
    register: { scope: 'store', label: 'nome', menu: 'cadastros', access: { all: 'cadastros_ver' } },
    properties: {
      nome: { type: 'string', title: 'Nome' },
      itens: { type: 'array', title: 'Itens', order: 'ordem', items: { type: 'object', properties: texts(8), required: ['c5'] } },
    },
  },
}

const line = (row: number, columns: number) => Object.fromEntries(names(columns).map((name, at) => [name, `${row}-${at}`]))

describe('large grids by keyboard', () => {
  let schemas: string
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page
  let pile = 0

  beforeAll(async () => {
    schemas = await mkdtemp(join(tmpdir(), 'retaguarda-schemas-'))
    await cp(resolve('schemas'), schemas, { recursive: true })
    for (const [name, content] of Object.entries(files))
      await writeFile(join(schemas, 'registers/cadastros', name), JSON.stringify(content, null, 2))
    fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
    const post = async (path: string, body: object, authorization?: string) => {
      const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
      return (await fetch(`${fixture.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { id: token } = (await post('users/login', { email: 'dono@demo.com.br', password: 'demo1234' })) as { id: string }
    for (let from = 1; from <= 10_000; from += 2_000)
      await post(
        'folhas',
        Array.from({ length: 2_000 }, (_, at) => ({ lojaId: 1, ...line(from + at, 12) })),
        token,
      )
    const itens = Array.from({ length: 1_000 }, (_, at) => line(at + 1, 8))
    pile = ((await post('pilhas', { lojaId: 1, nome: 'Grande', itens }, token)) as { id: number }).id
  }, 180_000)
  afterAll(async () => {
    await fixture?.close()
    await rm(schemas, { recursive: true, force: true })
  })
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    page = me.page
    await signIn(page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  /** Text of the cell that has the focus, if a person sees it: wholly inside of its grid's view. */
  const seen = (): Promise<string> =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('[role=gridcell]')
      const grid = cell?.closest('[role=grid]')
      if (!cell || !grid) return 'no cell has the focus'
      const [a, b] = [cell.getBoundingClientRect(), grid.getBoundingClientRect()]
      const [x, y] = [(a.left + a.right) / 2, (a.top + a.bottom) / 2]
      const top = document.elementFromPoint(x, y)
      const inside = a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1
      return inside && top && cell.contains(top) ? (cell.textContent ?? '').trim() : `hidden: ${cell.textContent}`
    })

  const walk = async (steps: readonly (readonly [key: string, text: string])[]): Promise<void> => {
    for (const [key, text] of steps) {
      await page.keyboard.press(key)
      await expect.poll(async () => [key, await seen()]).toEqual([key, text])
    }
  }

  const first = (grid: Locator): Locator => grid.locator('[role=row][aria-rowindex="2"] > [data-column=c0]')

  it('10,000 rows of 12 columns: ends, pages and jumps lead to cells that are seen, and few rows are drawn', async () => {
    // Narrower, a list shows the columns that fit.
    await page.setViewportSize({ width: 2400, height: 720 })
    await page.goto('/folhas')
    const grid = page.getByRole('grid', { name: 'Folhas' })
    await first(grid).waitFor()
    await first(grid).focus()
    await walk([
      // The row's actions stand last.
      ['End', ''],
      ['ArrowLeft', '1-11'],
      // And first the box that chooses the row.
      ['Home', ''],
      ['ArrowRight', '1-0'],
      ['ArrowDown', '2-0'],
      ['Control+ArrowDown', '10000-0'],
      ['Control+ArrowRight', ''],
      ['ArrowLeft', '10000-11'],
      ['Control+Home', ''],
      ['ArrowRight', '1-0'],
      ['Control+End', ''],
      ['ArrowLeft', '10000-11'],
      ['Control+ArrowUp', '1-11'],
      ['Control+ArrowLeft', ''],
      ['ArrowRight', '1-0'],
    ])
    await page.keyboard.press('PageDown')
    await expect.poll(seen).toMatch(/^\d+-0$/)
    const after = Number((await seen()).split('-')[0])
    expect(after).toBeGreaterThan(8)
    expect(after).toBeLessThan(60)
    await walk([['PageUp', '1-0']])
    expect(await grid.getAttribute('aria-rowcount')).toBe('10001')
    expect(await grid.getByRole('row').count()).toBeLessThan(120)
    // The wheel leads to any row, and what is drawn is not left blank; the row with the focus stays besides.
    await grid.hover()
    await page.mouse.wheel(0, 150_000)
    const rows = () =>
      grid
        .locator('[data-column=c0][role=gridcell]')
        .evaluateAll(all => all.map(one => Number(one.textContent?.split('-')[0])).filter(row => row !== 1))
    await expect.poll(rows).toSatisfy((found: number[]) => found.length > 10 && found.every(row => row > 3_000))
  })

  it('a child list of 1,000 rows and 8 columns: the same, and typing goes to the cell that is seen', async () => {
    await page.goto(`/pilhas/${pile}`)
    const grid = page.getByRole('grid', { name: 'Itens' })
    await first(grid).waitFor()
    await first(grid).focus()
    await walk([
      ['Control+ArrowDown', '1000-0'],
      ['Control+ArrowUp', '1-0'],
      ['ArrowDown', '2-0'],
    ])
    await page.keyboard.press('PageDown')
    await expect.poll(async () => Number((await seen()).split('-')[0])).toBeGreaterThan(6)
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(seen).toBe('1000-1')
    await page.keyboard.type('novo')
    await page.keyboard.press('Enter')
    await expect.poll(seen).toBe('novo')
    await page.keyboard.press('Control+s')
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto(`/pilhas/${pile}`)
    await first(grid).waitFor()
    await first(grid).focus()
    await walk([
      ['Control+ArrowDown', '1000-0'],
      ['ArrowRight', 'novo'],
    ])
  })

  it('a row added below a thousand is there for the next key, and what a save misses in it is brought into view', async () => {
    await page.goto(`/pilhas/${pile}`)
    const grid = page.getByRole('grid', { name: 'Itens' })
    await first(grid).waitFor()
    // Keys in the same instant as the click: nobody waits for a frame.
    await page.getByRole('button', { name: 'Adicionar linha' }).evaluate((button: HTMLElement) => {
      button.click()
      if (!document.activeElement?.matches('[role=gridcell][data-column=c0]')) throw new Error('the new row has no focus')
    })
    await page.keyboard.type('depressa')
    await page.keyboard.press('Enter')
    await expect.poll(seen).toBe('depressa')
    await walk([['Control+ArrowUp', '1-0']])
    await page.keyboard.press('Control+s')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-column'))).toBe('c5')
    await expect.poll(seen).toBe('Obrigatório')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  })
})
