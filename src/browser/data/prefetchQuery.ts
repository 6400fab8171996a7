import { SWRConfig, unstable_serialize } from 'swr'

/** Milliseconds after which an answer is asked for anew: somebody pressed a link and let go elsewhere. */
const lifetime = 2_000

interface Asked {
  readonly key: string
  readonly at: number
  readonly answer: Promise<unknown>
}

let asked: Asked | undefined

/** The question that is on its way already. */
const underWay = (key: readonly unknown[]): Asked | undefined =>
  asked && Date.now() - asked.at < lifetime && asked.key === JSON.stringify(key) ? asked : undefined

/**
 * Asks what the next page will ask, before that page is drawn. Only the last such question is remembered. Ends when the answer is
 * in the cache, so that the page is drawn with it; nothing when an older answer stands there already.
 */
export function prefetchQuery(key: readonly unknown[], ask: () => Promise<unknown>): Promise<void> | undefined {
  if (!underWay(key)) {
    const answer = ask()
    // Its failure is told by the page that comes for it.
    answer.catch(() => undefined)
    asked = { key: JSON.stringify(key), at: Date.now(), answer }
  }
  const { cache } = SWRConfig.defaultValue
  const name = unstable_serialize(key)
  const known = (): boolean => cache.get(name)?.data !== undefined
  if (known()) return undefined
  const mine = asked
  return mine?.answer.then(
    data => {
      // A page that came for it first has it from there, and would not hear of what is put into the cache beside it.
      if (asked !== mine || known()) return
      // As it stands after a question of its own: not loading, and found by its key when the register changes.
      const stands = { data, isLoading: false, isValidating: false, _k: key }
      cache.set(name, stands)
    },
    () => undefined,
  )
}

/** The answer that is on its way already, once; else it is asked for now. */
export function fetchOrTakePrefetched<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const found = underWay(key)
  if (!found) return ask()
  asked = undefined
  return found.answer as Promise<T>
}
