import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** A finger finds the buttons of a child list's rows: each has 44 pixels, within its row and free of its neighbours. */

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

it.each([
  [820, 1180],
  [390, 844],
])('in a window of %d by %d', async (width, height) => {
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
