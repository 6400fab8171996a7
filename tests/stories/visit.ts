/** What a visit found: what is wrong with the page, in words, and what it shows. */
export interface VisitResult {
  readonly violations: readonly string[]
  /** Which of the asked selectors are there. */
  readonly seen: readonly string[]
  readonly heading: string
  readonly text: string
}

/** What to show and how to tell that it stands. */
export interface VisitRequest {
  readonly id: string
  /** Something is meant to be on its way still. */
  readonly busy: boolean
  /** Milliseconds that it may take to stand: a machine that is busy elsewhere is no fault of the page. */
  readonly patience: number
  /** Looked for once the page stands. */
  readonly selectors: readonly string[]
}

interface Axe {
  run(
    root: Document,
    options: unknown,
  ): Promise<{ violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>
}

interface Channel {
  emit(event: string, data: unknown): void
  once(event: string, act: (told: unknown) => void): void
}

/**
 * Runs in the page: shows a story, waits until it stands still, and lets axe judge it, then its contrasts in the dark.
 * A page whose structure (elements, classes, roles; not texts) was judged before is not judged again: a role or a state
 * that changes nothing costs nothing.
 */
export const visitStory = async ({ id, busy, patience, selectors }: VisitRequest): Promise<VisitResult> => {
  const page = window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: Channel; axe: Axe; judged?: Set<string> }
  const judged = page.judged ?? new Set<string>()
  page.judged = judged
  const failed: string[] = []
  const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

  await new Promise<void>(done => {
    const channel = page.__STORYBOOK_ADDONS_CHANNEL__
    channel.once('storyRendered', () => done())
    // The one that stands already is not drawn again.
    channel.once('storyUnchanged', () => done())
    channel.once('storyThrewException', told => {
      failed.push(`threw: ${JSON.stringify(told).slice(0, 500)}`)
      done()
    })
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
  })
  // Drawn is not yet there: the page comes with its session, its code and its rows.
  const latest = Date.now() + patience
  const there = (): boolean =>
    document.querySelector('#storybook-root h1') !== null &&
    (busy || document.querySelector('#storybook-root [aria-busy=true]') === null)
  // Counted in turns of the page, not in time: a busy page changes nothing either.
  let still = 0
  const observer = new MutationObserver(() => {
    still = 0
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  while (still < 4 && Date.now() < latest) {
    await pause(15)
    still = there() ? still + 1 : 0
  }
  observer.disconnect()
  if (!there()) failed.push('did not come to stand')

  const root = document.querySelector<HTMLElement>('#storybook-root')
  const shown = {
    seen: selectors.filter(each => document.querySelector(each)),
    heading: root?.querySelector('h1')?.textContent ?? '',
    text: root?.innerText ?? '',
  }
  const structure = [...document.querySelectorAll('#storybook-root *')]
    .map(
      ({ tagName, className, attributes }) =>
        `${tagName}.${String(className)}[${[...attributes].map(({ name }) => name).join()}]`,
    )
    .join('>')
  // Half a page is not judged: what is wrong with it is that it is half a page.
  if (!there() || judged.has(structure)) return { violations: failed, ...shown }
  judged.add(structure)

  // A story is a page's inside: the frame, judged in the browser tests, brings the landmarks and their headings.
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const judge = async (theme: 'light' | 'dark', options: object): Promise<string[]> => {
    const { violations } = await page.axe.run(document, { resultTypes: ['violations'], ...options })
    return violations.map(({ id: rule, help, nodes }) => {
      const places = nodes.map(({ target, failureSummary }) => `${String(target)} (${failureSummary ?? ''})`).join('; ')
      return `${theme} ${rule}: ${help} at ${places.slice(0, 600)}`
    })
  }
  const { classList } = document.documentElement
  const light = await judge('light', { rules })
  // The dark differs in colours alone, and those in styles alone: the page that stands takes them on.
  classList.add('dark')
  await Promise.all(document.getAnimations().map(each => each instanceof CSSTransition && each.finished))
  const dark = await judge('dark', { runOnly: ['color-contrast'] })
  classList.remove('dark')
  return { violations: [...failed, ...light, ...dark], ...shown }
}
