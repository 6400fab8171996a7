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

async function walker(browser: Browser, address: string, theme: 'light' | 'dark'): Promise<Walker> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
  })
  // The add-on's own run, for those who look, would be in the way of ours.
  await page.goto(`${address}/iframe.html?id=${stories[0]?.id}&viewMode=story&globals=a11y.manual:!true;theme:${theme}`)
  // Storybook reloads a page whose story is taken away half-drawn: the first one has to stand.
  await page.locator('body.sb-show-main #storybook-root h1').first().waitFor()
  await page.waitForTimeout(1000)
  await page.addScriptTag({ content: axe })
  errors.length = 0
  return { page, errors }
}

describe('stories', () => {
  let browser: Browser
  let server: Server
  let tabs: readonly Walker[]

  beforeAll(async () => {
    const site = await openSite(folder)
    server = site.server
    browser = await launchChromium()
    tabs = [await walker(browser, site.address, 'light'), await walker(browser, site.address, 'dark')]
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const walk = async ({ page, errors }: Walker, title: string): Promise<string[]> => {
    const wrong: string[] = []
    for (const story of stories.filter(each => each.title === title)) {
      errors.length = 0
      const { violations } = await page.evaluate(visit, story.id)
      wrong.push(...[...violations, ...errors.map(error => `console: ${error}`)].map(what => `${story.name}: ${what}`))
    }
    return wrong
  }

  it.each(titles)('%s: no axe violation, no error in the console', async title => {
    const wrong = await Promise.all(tabs.map(tab => walk(tab, title)))
    expect(wrong.flat()).toEqual([])
  })
})
