import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { openSite } from './site.ts'

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

/** What a visit found: the page's markup, and axe's violations in words. */
interface Visit {
  readonly markup: string
  readonly violations: readonly string[]
}

// Runs in the page. A story whose markup was judged already (a role that changes nothing) is not judged again.
const visit = async ({ id, known }: { id: string; known: readonly string[] }): Promise<Visit> => {
  interface Result {
    violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[]
  }
  interface Channel {
    emit(event: string, data: unknown): void
    once(event: string, act: (told: unknown) => void): void
  }
  const page = window as unknown as {
    __STORYBOOK_ADDONS_CHANNEL__: Channel
    axe: { run(root: Document, options?: unknown): Promise<Result> }
  }
  const channel = page.__STORYBOOK_ADDONS_CHANNEL__
  const failed: string[] = []
  document.documentElement.classList.remove('dark')
  await new Promise<void>(done => {
    channel.once('storyRendered', () => done())
    channel.once('storyThrewException', told => {
      failed.push(`threw: ${JSON.stringify(told).slice(0, 500)}`)
      done()
    })
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
  })
  const still = (): Promise<void> =>
    new Promise(done => {
      const end = (): void => {
        observer.disconnect()
        done()
      }
      const latest = setTimeout(end, 4000)
      let timer = setTimeout(end, 150)
      const observer = new MutationObserver(() => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          clearTimeout(latest)
          end()
        }, 150)
      })
      observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
    })
  await still()
  const markup = (document.getElementById('storybook-root')?.innerHTML ?? '').replace(/(_r_\w+_|«\w+»)/g, 'id')
  if (known.includes(markup)) return { markup, violations: failed }
  const say = (theme: string, { violations }: Result): string[] =>
    violations.map(
      found =>
        `${theme} ${found.id}: ${found.help} at ${found.nodes
          .map(node => `${String(node.target)} (${node.failureSummary ?? ''})`)
          .join('; ')
          .slice(0, 600)}`,
    )
  const rules = { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }, resultTypes: ['violations'] }
  const light = say('light', await page.axe.run(document, rules))
  document.documentElement.classList.add('dark')
  // Colours change by a transition, however short.
  await new Promise(resolve => setTimeout(resolve, 60))
  const dark = say('dark', await page.axe.run(document, { ...rules, runOnly: ['color-contrast'] }))
  document.documentElement.classList.remove('dark')
  return { markup, violations: [...failed, ...light, ...dark] }
}

describe('stories', () => {
  let browser: Browser
  let server: Server
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    const site = await openSite(folder)
    server = site.server
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text())
    })
    await page.goto(`${site.address}/iframe.html?id=${stories[0]?.id}&viewMode=story`)
    await page.waitForFunction(() => '__STORYBOOK_ADDONS_CHANNEL__' in window)
    await page.addScriptTag({ content: axe })
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it.each(titles)('%s: no axe violation, no error in the console', async title => {
    const known: string[] = []
    const wrong: string[] = []
    for (const story of stories.filter(each => each.title === title)) {
      errors.length = 0
      const { markup, violations } = await page.evaluate(visit, { id: story.id, known })
      known.push(markup)
      wrong.push(...[...violations, ...errors.map(error => `console: ${error}`)].map(what => `${story.name}: ${what}`))
    }
    expect(wrong).toEqual([])
  })
})
