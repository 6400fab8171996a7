/** The result of a visit: whether the page came to stand, and its content. */
export interface VisitResult {
  /** Problems on the way, in words; half a page is not judged. */
  readonly failed: readonly string[]
  /** Which of the asked selectors are there. */
  readonly seen: readonly string[]
  readonly heading: string
  readonly text: string
  /** Elements, classes and names of attributes, in their order; not texts. */
  readonly structure: string
}

/** The page to show, and how to tell that it stands. */
export interface VisitRequest {
  readonly id: string
  /** Something is meant to be on its way still. */
  readonly busy: boolean
  /** Milliseconds that it may take to stand: a machine that is busy elsewhere is no fault of the page. */
  readonly patience: number
  /** Looked for once the page stands. */
  readonly selectors: readonly string[]
}

interface Channel {
  emit(event: string, data: unknown): void
  once(event: string, act: (told: unknown) => void): void
}

/** Runs in the page: shows a story and waits until it stands still. */
export const visitStory = async ({ id, busy, patience, selectors }: VisitRequest): Promise<VisitResult> => {
  const page = window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: Channel }
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
    channel.once('playFunctionThrewException', told => {
      failed.push(`did not play: ${JSON.stringify(told).slice(0, 500)}`)
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
  const structure = [...document.querySelectorAll('#storybook-root *')]
    .map(
      ({ tagName, className, attributes }) =>
        `${tagName}.${String(className)}[${[...attributes].map(({ name }) => name).join()}]`,
    )
    .join('>')
  return {
    failed,
    seen: selectors.filter(each => document.querySelector(each)),
    heading: root?.querySelector('h1')?.textContent ?? '',
    text: root?.innerText ?? '',
    structure,
  }
}
