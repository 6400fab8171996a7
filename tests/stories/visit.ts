/** What a visit found: whether the page's structure was new, and what is wrong with it, in words. */
export interface Visit {
  readonly judged: boolean
  readonly violations: readonly string[]
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
 * Runs in the page: shows a story, waits until it stands still, and lets axe judge it; in the dark, its contrasts.
 * A page whose structure (elements, classes, roles; not texts) was judged before is not judged again: a role or a state
 * that changes nothing costs nothing.
 */
export const visit = async (id: string): Promise<Visit> => {
  const page = window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: Channel; axe: Axe; judged?: Set<string> }
  const judged = page.judged ?? new Set<string>()
  page.judged = judged
  const failed: string[] = []

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
  // Drawn is not yet there: the page comes with its session and its code.
  const there = Date.now() + 8000
  while (!document.querySelector('#storybook-root :is(main, h1)') && Date.now() < there)
    await new Promise(resolve => setTimeout(resolve, 20))
  await new Promise<void>(done => {
    const end = (): void => {
      observer.disconnect()
      done()
    }
    const latest = setTimeout(end, 3000)
    let quiet = setTimeout(end, 100)
    const observer = new MutationObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        clearTimeout(latest)
        end()
      }, 100)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  })

  const structure = [...document.querySelectorAll('#storybook-root *')]
    .map(
      ({ tagName, className, attributes }) =>
        `${tagName}.${String(className)}[${[...attributes].map(({ name }) => name).join()}]`,
    )
    .join('>')
  if (judged.has(structure)) return { judged: false, violations: failed }
  judged.add(structure)

  const dark = document.documentElement.classList.contains('dark')
  // A story is a page's inside: the frame, judged in the browser tests, brings the landmarks and their headings.
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const options = dark ? { runOnly: ['color-contrast'] } : { rules }
  const { violations } = await page.axe.run(document, { resultTypes: ['violations'], ...options })
  const said = violations.map(({ id: rule, help, nodes }) => {
    const places = nodes.map(({ target, failureSummary }) => `${String(target)} (${failureSummary ?? ''})`).join('; ')
    return `${dark ? 'dark' : 'light'} ${rule}: ${help} at ${places.slice(0, 600)}`
  })
  return { judged: true, violations: [...failed, ...said] }
}
