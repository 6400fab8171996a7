import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright'
import { untilSteady } from '../flows/fixtures/untilSteady.ts'
import { expectedOf, selectors } from './expected.ts'
import { freshMark, judgePage, markOwnRules, ownRules, partsOfPage } from './judge.ts'
import { type VisitResult, visitStory } from './visit.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const viewport = { width: 1440, height: 900 }

/** Nothing looks again at what it has seen; shared by all tabs of a run. */
export class JudgedParts {
  private readonly keys = new Set<string>()

  /** Whether it is met for the first time. */
  isNew(key: string): boolean {
    const before = this.keys.size
    return this.keys.add(key).size > before
  }
}

/** A shown story, and its problems in words. */
export interface ShownStory extends VisitResult {
  readonly wrong: readonly string[]
}

/** A tab that walks through stories, and what its console said meanwhile. */
export class StoryTab {
  private readonly errors: string[] = []
  private readonly page: Page
  private readonly judged: JudgedParts

  private constructor(page: Page, judged: JudgedParts) {
    this.page = page
    this.judged = judged
    page.on('pageerror', error => this.errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('favicon')) this.errors.push(message.text())
    })
  }

  /** A tab at a first story, from which it goes on. */
  static async open(browser: Browser, address: string, first: string, judged: JudgedParts): Promise<StoryTab> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.addInitScript(leaveOutMarks)
    await showSmall(page)
    const tab = new StoryTab(page, judged)
    // The add-on's own run, for those who look, would be in the way of ours.
    await page.goto(`${address}/iframe.html?id=${first}&viewMode=story&globals=a11y.manual:!true`)
    // Storybook reloads a page whose story is taken away half-drawn: the first one has to stand.
    await page.locator('body.sb-show-main #storybook-root h1').first().waitFor()
    await untilSteady(page)
    await page.addScriptTag({ content: axe })
    await page.evaluate(markOwnRules, { ownRules, mark: freshMark })
    await page.evaluate(leaveOutSigns)
    tab.errors.length = 0
    return tab
  }

  /** Shows a story and judges what was not judged before: a role or a state that changes nothing costs nothing. */
  async show(id: string): Promise<ShownStory> {
    this.errors.length = 0
    const found = await this.page.evaluate(visitStory, { id, busy: expectedOf(id).busy ?? false, patience: 60_000, selectors })
    // A failed page is judged no further: half a page has other faults, too.
    const violations = found.failed.length === 0 && this.judged.isNew(found.structure) ? await this.judge() : []
    return { ...found, wrong: [...found.failed, ...violations, ...this.errors.map(error => `console: ${error}`)] }
  }

  private async judge(): Promise<readonly string[]> {
    const parts = await this.page.evaluate(partsOfPage)
    const fresh = parts.flatMap((part, at) => (this.judged.isNew(part) ? [at] : []))
    return this.page.evaluate(judgePage, { fresh, mark: freshMark })
  }
}

/** Storybook's marks around what somebody points out ask for every element's style whenever a page changes; here nobody points. */
const leaveOutMarks = (): void => void Object.assign(window, { __STORYBOOK_HIGHLIGHT_INITIALIZED: true })

/** Storybook's own signs of waiting lie hidden in each page: every judgement would go through them. */
function leaveOutSigns(): void {
  for (const sign of document.querySelectorAll('.sb-preparing-story, .sb-preparing-docs, .sb-nopreview')) sign.remove()
}

/** Nobody looks: the page is laid out at its size, and painted in a twentieth of it. */
async function showSmall(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false, scale: 0.05 })
}
