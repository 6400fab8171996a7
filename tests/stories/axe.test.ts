import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { openSite } from './site.ts'
import { visit } from './visit.ts'

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

/** One tab that walks through stories, and what its console said meanwhile. */
interface Walker {
  readonly page: Page
  readonly errors: string[]
}

async function walker(browser: Browser, address: string): Promise<Walker> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
  })
  // The add-on's own run, for those who look, would be in the way of ours.
  await page.goto(`${address}/iframe.html?id=${stories[0]?.id}&viewMode=story&globals=a11y.manual:!true`)
  await page.waitForFunction(() => '__STORYBOOK_ADDONS_CHANNEL__' in window)
  await page.addScriptTag({ content: axe })
  errors.length = 0
  return { page, errors }
}

describe('stories', () => {
  let browser: Browser
  let server: Server
  const free: Walker[] = []
  const waiting: ((walker: Walker) => void)[] = []

  beforeAll(async () => {
    const site = await openSite(folder)
    server = site.server
    browser = await launchChromium()
    free.push(await walker(browser, site.address), await walker(browser, site.address))
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const take = (): Promise<Walker> => {
    const one = free.pop()
    return one ? Promise.resolve(one) : new Promise(got => waiting.push(got))
  }
  const give = (one: Walker): void => {
    const next = waiting.shift()
    if (next) next(one)
    else free.push(one)
  }

  it.concurrent.each(titles)('%s: no axe violation, no error in the console', async title => {
    const tab = await take()
    const wrong: string[] = []
    try {
      for (const story of stories.filter(each => each.title === title)) {
        tab.errors.length = 0
        const { violations } = await tab.page.evaluate(visit, story.id)
        wrong.push(...[...violations, ...tab.errors.map(error => `console: ${error}`)].map(what => `${story.name}: ${what}`))
      }
    } finally {
      give(tab)
    }
    expect(wrong).toEqual([])
  })
})
