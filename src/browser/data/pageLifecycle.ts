/*
 * A page that goes (closed, loaded anew, left for another site) has no time for anything but writing down. What goes out then
 * waits for nobody, and is kept.
 */

let leaving = false
let gone: () => void = () => undefined
let left = newPromise()

function newPromise(): Promise<void> {
  return new Promise(resolve => {
    gone = resolve
  })
}

const first: (() => void)[] = []
const back: (() => void)[] = []

if (typeof window !== 'undefined') {
  addEventListener(
    'pagehide',
    () => {
      leaving = true
      for (const act of first) act()
      gone()
    },
    true,
  )
  addEventListener('pageshow', () => {
    if (!leaving) return
    leaving = false
    left = newPromise()
    for (const act of back.splice(0)) act()
  })
}

/** Tells whether the page is going. */
export const isPageHiding = (): boolean => leaving

/** Ends when something has, or when the page goes. */
export const raceWithPageHide = (waited: Promise<unknown>): Promise<unknown> =>
  leaving ? Promise.resolve() : Promise.race([waited, left])

/** Acts when the page begins to go, before anything else hears of it. */
export const onPageHide = (act: () => void): void => void first.push(act)

/** Acts once, if the browser brings the page back as it was. */
export const onPageRestore = (act: () => void): void => void back.push(act)
