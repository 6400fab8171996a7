import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { resolve } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '../../src/model/model.ts'
import { topLevelRegisters } from '../../src/model/register.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { launchForTests } from '../chromium.ts'
import { expectedOf, isOnlyRecord, optionalStories, problemsOfStory, refusedHeading } from './expected.ts'
import { drawnPage, type StoryEntry } from './rolePages.ts'
import { serveStorybook } from './storybookServer.ts'
import { JudgedParts, type ShownStory, StoryTab } from './storyTab.ts'

const folder = resolve('storybook-static')
if (!existsSync(resolve(folder, 'index.json'))) throw new Error('Build the stories first: npm run build:storybook')

/** Draws every story, and has those look the same that count as one. */
const drawsAll = process.env.EVERY_STORY === '1'

const index = JSON.parse(readFileSync(resolve(folder, 'index.json'), 'utf8')) as { entries: Record<string, StoryEntry> }
const stories = Object.values(index.entries).filter(entry => entry.type === 'story')
const titles = [...new Set(stories.map(story => story.title))]

const isForbidden = (id: string): boolean => /--(list-)?forbidden$/.test(id)

const { model } = readDefinitions()
const registers = topLevelRegisters(model)
const isOf = (title: string) => (register: Register) => title.endsWith(`/${register.title}`)
/** A page that any signed-in user may see is closed to nobody. */
const isFree = (title: string): boolean => registers.some(each => each.access.see === 'logged' && isOf(title)(each))
/** A register that the server alone writes is changed by nobody. */
const isWritten = (title: string): boolean =>
  registers.some(each => (each.access.change === undefined || each.access.change === 'false') && isOf(title)(each))

/** Shows the stories of one title: one for all roles that tell nothing apart in the page stands for them. */
function shower(tab: StoryTab): (story: StoryEntry) => Promise<ShownStory> {
  const drawn = new Map<string, ShownStory>()
  return async story => {
    const key = drawnPage(model, story) ?? story.id
    const before = drawn.get(key)
    if (before && !drawsAll) return before
    const shown = await tab.show(story.id)
    drawn.set(key, before ?? shown)
    if (!before || (shown.structure === before.structure && shown.text === before.text)) return shown
    return { ...shown, wrong: [...shown.wrong, 'looks other than the story that stands for it'] }
  }
}

describe('stories', () => {
  let browser: Browser
  let server: Server
  /** Two tabs, each at a title of its own: while one waits for its page, the other goes on. */
  const free: StoryTab[] = []

  beforeAll(async () => {
    const site = await serveStorybook(folder)
    server = site.server
    browser = await launchForTests()
    const judged = new JudgedParts()
    const open = () => StoryTab.open(browser, site.address, stories[0]?.id ?? '', judged)
    free.push(await open(), await open())
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** Returns the problems of the stories of a title. */
  const wrongOf = async (tab: StoryTab, title: string): Promise<readonly string[]> => {
    const wrong: string[] = []
    const met = new Set<string>()
    const show = shower(tab)
    for (const story of stories.filter(each => each.title === title)) {
      const { id, name } = story
      const found = await show(story)
      const state = name.split(' · ')[0] ?? name
      const isRefused = refusedHeading.test(found.heading)
      const { somebody } = expectedOf(id)
      if (!isRefused && (!somebody || found.seen.includes(somebody) || isWritten(title))) met.add(state)
      const excused = isRefused || isOnlyRecord(id, found.seen) || (isForbidden(id) && isFree(title))
      const amiss = excused ? [] : problemsOfStory(expectedOf(id), found.seen, found.text)
      wrong.push(...[...found.wrong, ...amiss].map(what => `${name}: ${what}`))
    }
    // Every state of a page is met by somebody.
    const unseen = stories.filter(
      ({ id, name, title: of }) =>
        of === title && !met.has(name.split(' · ')[0] ?? '') && !isForbidden(id) && !optionalStories.test(id),
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
