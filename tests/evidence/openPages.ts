import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import type { PageEvidence } from '../../scripts/testRun/runRecord.ts'
import { inTime } from './inTime.ts'

/** More pages than these tell nothing new of one failure. */
const most = 4

/** A page that hangs gives no picture: the test that failed on it does not wait longer for one. */
const patience = 5_000

const contexts = new Set<BrowserContext>()
/** Told that a person leaves: tests close their pages before anybody asks for the failure's pictures. */
let beforeLeaving: (context: BrowserContext) => Promise<void> = async () => undefined

/** From here on a failing test keeps pictures of this person's pages. The answer is called before the person leaves, maybe right after the failure. */
export function keepPicturesOf(context: BrowserContext): () => Promise<void> {
  contexts.add(context)
  return async () => {
    await beforeLeaving(context)
    contexts.delete(context)
  }
}

/** Sets the work to do before a person's pages close. */
export const onLeaving = (act: typeof beforeLeaving): void => {
  beforeLeaving = act
}

/** Pictures and documents of all open pages, or of one person's, as files that begin with `stem`. */
export async function pictureOpenPages(folder: string, stem: string, whose?: BrowserContext): Promise<PageEvidence[]> {
  const pages = [...(whose ? [whose] : contexts)]
    .flatMap(context => context.pages())
    .filter(isShown)
    .slice(0, most)
  if (pages.length > 0) mkdirSync(folder, { recursive: true })
  return Promise.all(pages.map((page, at) => pictureOf(page, join(folder, `${stem}-page${at + 1}`))))
}

/** A file of the product that stands open for its process shows nothing. */
const isShown = (page: Page): boolean => !page.url().endsWith('/theme.js')

async function pictureOf(page: Page, path: string): Promise<PageEvidence> {
  const shown = (file: string): string => relative('.', file)
  const [picture, text] = await Promise.all([
    page.screenshot({ path: `${path}.png`, timeout: patience }).then(
      () => shown(`${path}.png`),
      () => undefined,
    ),
    inTime(page.content(), patience),
  ])
  if (text !== undefined) writeFileSync(`${path}.html`, text)
  return { url: page.url(), ...(picture ? { picture } : {}), ...(text === undefined ? {} : { document: shown(`${path}.html`) }) }
}
