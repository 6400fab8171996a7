import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** A finger finds small things: the buttons of a child list's rows have 44 pixels, within their row and free of their neighbours. */

let fixture: RunningApp
let me: BrowserUser
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture?.close())
afterEach(() => me?.leave())

/** Buttons of rows in sight that are too small, or that something else covers at their middle. */
const missed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.grid-tool')].flatMap(tool => {
      tool.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = tool.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const row = tool.closest('[role="row"]')?.getBoundingClientRect()
      const isWhole = row !== undefined && row.top <= top && row.bottom >= top + height
      const isFine = Math.min(width, height) >= 44 && hit === tool && isWhole
      return isFine
        ? []
        : [
            `${tool.getAttribute('aria-label')}: ${width} x ${height}, ${isWhole ? '' : 'outside of its row, '}at its middle ${hit?.className}`,
          ]
    }),
  )

const sizes = [
  [820, 1180],
  [390, 844],
] as const

it.each(sizes)('in a window of %d by %d', async (width, height) => {
  me = await openBrowser(fixture.address, { viewport: { width, height }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  // Rows in an order have most buttons.
  const asked = encodeURIComponent(JSON.stringify({ include: ['respostas'], limit: 100 }))
  const questions = (await callApi(page, `pergunta?filter=${asked}`)) as { id: number; respostas: unknown[] }[]
  const question = questions.find(({ respostas }) => respostas.length > 1)
  await page.goto(`/pergunta/${question?.id}`)
  await page.locator('.grid-tool').first().waitFor()
  expect(await page.locator('.grid-tool').count()).toBeGreaterThan(4)
  expect(await missed(page)).toEqual([])
  expect(me.errors).toEqual([])
})

it('on a phone what may be typed in a row looks like a field, and one tap opens it', async () => {
  me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  const [session] = (await callApi(page, `caixas?filter=${encodeURIComponent('{"where":{"status":1},"limit":1}')}`)) as {
    id: number
  }[]
  await page.goto(`/caixas/${session?.id}`)
  const cells = page.getByRole('grid', { name: 'Valores por moeda' }).getByRole('row').nth(1).getByRole('gridcell')
  const framed = () => cells.evaluateAll(all => all.map(one => getComputedStyle(one).outlineStyle === 'solid'))
  await expect.poll(framed).toEqual([false, false, false, true, false])
  // The server keeps its other fields: nobody has to fill them in.
  expect(await page.locator('.field-required').count()).toBe(0)
  await cells.nth(3).tap()
  const box = page.getByRole('textbox', { name: 'Corrigido' }).first()
  await box.fill('12,50')
  await box.press('Enter')
  await expect.poll(() => cells.nth(3).innerText()).toContain('12,50')
  expect(me.errors).toEqual([])
})

it('on a phone neither the count of problems nor the button of a photo runs into what stands beside it', async () => {
  me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  await page.goto('/salao_mesas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Mesa 1')
  await page.getByRole('textbox', { name: 'Lugares' }).fill('-2')
  await page.getByRole('button', { name: 'Salvar mesa do salão' }).tap()
  const count = await page.getByRole('button', { name: '1 campo a corrigir' }).boundingBox()
  const discard = await page.getByRole('button', { name: 'Descartar' }).boundingBox()
  expect((count?.x ?? 0) + (count?.width ?? 0)).toBeLessThanOrEqual(discard?.x ?? 0)
  // Most phones are narrower still.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/produtos/create')
  const photo = await page.getByText('Escolher imagem').boundingBox()
  const name = await page.getByRole('textbox', { name: 'Nome' }).boundingBox()
  expect((photo?.x ?? 0) + (photo?.width ?? 0)).toBeLessThanOrEqual((name?.x ?? 0) + (name?.width ?? 0))
  expect(me.errors).toEqual([])
})

/** The smaller sides of what a page shows of it. */
const sidesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(all =>
    all.map(one => {
      const { width, height } = one.getBoundingClientRect()
      return Math.min(width, height)
    }),
  )

it.each(sizes)('what takes a filter off, orders a table and takes hours away, in a window of %d by %d', async (width, height) => {
  me = await openBrowser(fixture.address, { viewport: { width, height }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  await page.goto('/produtos?stt_prod=false')
  await page.getByRole('button', { name: 'Remover o filtro Ativo' }).waitFor()
  expect(Math.min(...(await sidesOf(page, '.chip > button')))).toBeGreaterThanOrEqual(40)

  await page.goto('/')
  await page.getByRole('link', { name: /^Caixas fechados sem conferência/ }).waitFor()
  expect(Math.min(...(await sidesOf(page, 'main li > a[href*="caixas"]')))).toBeGreaterThanOrEqual(44)

  await page.goto('/Conta/contas-por-parceiro')
  await page.locator('.report-table thead button').first().waitFor()
  expect(Math.min(...(await sidesOf(page, '.report-table thead button')))).toBeGreaterThanOrEqual(44)

  await page.goto('/produtos/create')
  await page.getByRole('tab', { name: /App delivery/ }).tap()
  await page.getByRole('button', { name: 'Adicionar horário' }).tap()
  const hours = page.getByRole('group', { name: 'Disponibilidade', exact: true })
  const end = await hours.getByRole('textbox', { name: 'Fim' }).boundingBox()
  const away = await hours.getByRole('button', { name: /^Remover/ }).boundingBox()
  expect(away?.x).toBeGreaterThan((end?.x ?? 0) + (end?.width ?? 0))
  expect(away?.y).toBeLessThan((end?.y ?? 0) + (end?.height ?? 0))
  expect(me.errors).toEqual([])
})

it('a message does not lie over the field that is typed in', async () => {
  me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  await page.goto('/produtos/create')
  await page.getByRole('tab', { name: /App delivery/ }).tap()
  await page.getByRole('button', { name: 'Adicionar horário' }).tap()
  await page.getByRole('button', { name: /^Remover horário/ }).tap()
  const told = page.getByRole('region', { name: 'Avisos' }).getByText('Horário removido')
  await told.waitFor()
  const field = page.getByRole('textbox', { name: 'Detalhes' })
  await field.evaluate(one => {
    one.scrollIntoView({ block: 'end' })
    one.focus({ preventScroll: true })
  })
  const middle = async (one: Locator): Promise<number> => {
    const box = await one.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  await expect.poll(async () => (await middle(told)) < (await middle(field))).toBe(true)
  expect(await field.evaluate(isUncovered)).toBe(true)
  expect(me.errors).toEqual([])
})

/** Tells whether nothing that floats lies over a corner of a field. Runs in the page. */
function isUncovered(field: Element): boolean {
  const { left, right, top, bottom } = field.getBoundingClientRect()
  return [left + 9, right - 9].every(x =>
    [top + 9, bottom - 9].every(y => !document.elementFromPoint(x, y)?.closest('[popover]')),
  )
}

it('a tap on the button that saves takes along the cell that is being typed in', async () => {
  me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = me
  await logIn(page, 'dono@demo.com.br')
  await page.goto('/pergunta/create')
  await page.getByRole('textbox', { name: 'Pergunta', exact: true }).fill('Qual o ponto?')
  const answers = page.getByRole('group', { name: 'Respostas' })
  const typeInLast = async (column: string, text: string): Promise<void> => {
    const cell = answers.locator(`[role=gridcell][data-column=${column}]`).last()
    await cell.tap()
    await cell.tap()
    await cell.getByRole('textbox').fill(text)
  }
  for (const [at, name] of ['Um', 'Dois'].entries()) {
    await answers.getByRole('button', { name: 'Adicionar linha' }).tap()
    await expect.poll(() => answers.locator('[role=gridcell][data-column=nome]').count()).toBe(at + 1)
    await typeInLast('nome', name)
    await page.keyboard.press('Enter')
  }
  await typeInLast('valor', '7,5')
  await page.getByRole('button', { name: 'Salvar pergunta' }).tap()
  await page.getByText('Criado com sucesso.').waitFor()
  const asked = encodeURIComponent(JSON.stringify({ where: { descricao: 'Qual o ponto?' }, include: ['respostas'] }))
  const [saved] = (await callApi(page, `pergunta?filter=${asked}`)) as { respostas: { nome: string; valor: number }[] }[]
  expect(saved?.respostas.map(({ nome, valor }) => [nome, valor])).toEqual([
    ['Um', 0],
    ['Dois', 7.5],
  ])
  expect(me.errors).toEqual([])
})
