import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { followLink } from '../fixtures/followLink.ts'
import { layoutFlaws, type WindowSize } from '../fixtures/layoutFlaws.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** The first page, lists, records, a new one, a report, settings. */
const addresses = [
  '/',
  '/produtos',
  '/produtos/1',
  '/produtos/create',
  '/Movimentos',
  '/caixas',
  '/parceiros',
  '/pergunta/1',
  '/loja_perfil',
]

/** The spacing with which some people read better, as WCAG 1.4.12 counts it. */
const spacing = `*:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`

/** A style of the reader's own: no rule of the page keeps it out. */
const setSpacing = (page: Page): Promise<void> =>
  page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, spacing)

/** Runs in the page: texts of which the top or the end is cut by a box that does not scroll. */
function textsCutBelow(): string[] {
  const flaws: string[] = []
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
    if (!isText || element.closest('svg') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue
    const range = document.createRange()
    range.selectNodeContents(element)
    const { top, bottom, width } = range.getBoundingClientRect()
    if (width < 2) continue
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowY, webkitLineClamp, clipPath, clip, position } = getComputedStyle(box)
      // Read aloud only; told whole elsewhere; or scrolled to.
      if (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')) break
      if (webkitLineClamp !== 'none' || overflowY === 'auto' || overflowY === 'scroll') break
      if (overflowY === 'visible') continue
      const frame = box.getBoundingClientRect()
      // Lines of a font stand in more room than its letters take.
      const room = 4
      if (top >= frame.top - room && bottom <= frame.bottom + room) continue
      flaws.push(
        `cut above or below: “${(element.textContent ?? '').trim().slice(0, 40)}” in .${String(box.className).slice(0, 40)}`,
      )
      break
    }
  }
  return [...new Set(flaws)]
}

describe('text that people set for themselves', () => {
  const desk = useOwnerSession()

  it('stands whole with the spacing of WCAG 1.4.12', async () => {
    const { page } = desk.me
    const windows: readonly WindowSize[] = [1440, 390].map(width => ({ width, height: 900 }))
    const flaws: string[] = []
    for (const address of addresses) {
      await page.goto(address)
      await untilSteady(page)
      await setSpacing(page)
      await untilSteady(page)
      expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).letterSpacing)).not.toBe(
        'normal',
      )
      for (const window of windows) {
        for (const flaw of await layoutFlaws(page, [window])) flaws.push(`${address} ${flaw}`)
        await page.setViewportSize(window)
        await untilSteady(page)
        for (const flaw of await page.evaluate(textsCutBelow)) flaws.push(`${address} ${window.width}: ${flaw}`)
      }
    }
    expect(flaws).toEqual([])
  }, 180_000)

  it('stands whole at 200 %', async () => {
    const { page } = desk.me
    const flaws: string[] = []
    for (const address of addresses) {
      await followLink(page, address)
      // A window of 1440 by 900 has half of both.
      for (const flaw of await layoutFlaws(page, [{ width: 720, height: 450 }])) flaws.push(`${address} ${flaw}`)
    }
    expect(flaws).toEqual([])
  }, 180_000)
})
