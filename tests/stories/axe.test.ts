import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '../../src/model/model.ts'
import { topLevelRegisters } from '../../src/model/register.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { launchForTests } from '../chromium.ts'
import { untilSteady } from '../flows/fixtures/untilSteady.ts'
import { expectedOf, isOnlyRecord, optionalStories, problemsOfStory, refusedHeading, selectors } from './expected.ts'
import { serveStorybook } from './storybookServer.ts'
import { type VisitResult, visitStory } from './visit.ts'

const folder = resolve('storybook-static')
if (!existsSync(resolve(folder, 'index.json'))) throw new Error('Build the stories first: npm run build:storybook')

interface Entry {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly type: string
}
const index = JSON.parse(readFileSync(resolve(folder, 'index.json'), 'utf8')) as { entries: Record<string, Entry> }
const stories = Object.values(index.entries).filter(entry => entry.type === 'story')
const titles = [...new Set(stories.map(story => story.title))]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const isForbidden = (id: string): boolean => /--(list-)?forbidden$/.test(id)

const registers = topLevelRegisters(readDefinitions().model)
const isOf = (title: string) => (register: Register) => title.endsWith(`/${register.title}`)
/** What whoever is signed in may see is closed to nobody. */
const isFree = (title: string): boolean => registers.some(each => each.access.see === 'logged' && isOf(title)(each))
/** What the server alone writes is changed by nobody. */
const isWritten = (title: string): boolean =>
  registers.some(each => (each.access.change === undefined || each.access.change === 'false') && isOf(title)(each))

/** One tab that walks through stories, and what its console said meanwhile. */
interface Walker {
  readonly page: Page
  readonly errors: string[]
}

const viewport = { width: 1440, height: 900 }

/** Storybook's marks around what somebody points out ask for every element's style whenever a page changes; here nobody points. */
const leaveOutMarks = (): void => void Object.assign(window, { __STORYBOOK_HIGHLIGHT_INITIALIZED: true })

/** Nobody looks: the page is laid out at its size, and painted in a twentieth of it. */
async function showSmall(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false, scale: 0.05 })
}

async function walker(browser: Browser, address: string): Promise<Walker> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript(leaveOutMarks)
  await showSmall(page)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
  })
  // The add-on's own run, for those who look, would be in the way of ours.
  await page.goto(`${address}/iframe.html?id=${stories[0]?.id}&viewMode=story&globals=a11y.manual:!true`)
  // Storybook reloads a page whose story is taken away half-drawn: the first one has to stand.
  await page.locator('body.sb-show-main #storybook-root h1').first().waitFor()
  await untilSteady(page)
  await page.addScriptTag({ content: axe })
  errors.length = 0
  return { page, errors }
}

describe('stories', () => {
  let browser: Browser
  let server: Server
  /** Two tabs, each at a title of its own: while one waits for its page, the other goes on. */
  const free: Walker[] = []

  beforeAll(async () => {
    const site = await serveStorybook(folder)
    server = site.server
    browser = await launchForTests()
    free.push(await walker(browser, site.address), await walker(browser, site.address))
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const show = async ({ page, errors }: Walker, id: string): Promise<VisitResult & { readonly wrong: readonly string[] }> => {
    errors.length = 0
    const found = await page.evaluate(visitStory, { id, busy: expectedOf(id).busy ?? false, patience: 60_000, selectors })
    return { ...found, wrong: [...found.violations, ...errors.map(error => `console: ${error}`)] }
  }

  /** What is wrong with the stories of a title. */
  const wrongOf = async (tab: Walker, title: string): Promise<readonly string[]> => {
    const wrong: string[] = []
    const shown = new Set<string>()
    for (const { id, name } of stories.filter(each => each.title === title)) {
      const found = await show(tab, id)
      const state = name.split(' · ')[0] ?? name
      const isRefused = refusedHeading.test(found.heading)
      const { somebody } = expectedOf(id)
      if (!isRefused && (!somebody || found.seen.includes(somebody) || isWritten(title))) shown.add(state)
      const excused = isRefused || isOnlyRecord(id, found.seen) || (isForbidden(id) && isFree(title))
      const amiss = excused ? [] : problemsOfStory(expectedOf(id), found.seen, found.text)
      wrong.push(...[...found.wrong, ...amiss].map(what => `${name}: ${what}`))
    }
    // Every state of a page is met by somebody.
    const unseen = stories.filter(
      ({ id, name, title: of }) =>
        of === title && !shown.has(name.split(' · ')[0] ?? '') && !isForbidden(id) && !optionalStories.test(id),
    )
    return [...wrong, ...unseen.map(({ name }) => `${name}: met by no role`)]
  }

  it.concurrent.each(titles)('%s: shows its states, no axe violation, no error in the console', async title => {
    const tab = free.pop()
    if (!tab) throw new Error('More titles are shown at once than there are tabs.')
    try {
      expect(await wrongOf(tab, title)).toEqual([])
    } finally {
      free.push(tab)
    }
  })
})
