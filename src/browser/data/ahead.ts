/** Milliseconds after which an answer is asked for anew: somebody pressed a link and let go elsewhere. */
const lifetime = 2_000

interface Asked {
  readonly key: string
  readonly at: number
  readonly answer: Promise<unknown>
}

let asked: Asked | undefined

/** Asks what the next page will ask, before that page is drawn. Only the last such question is remembered. */
export function askAhead(key: readonly unknown[], ask: () => Promise<unknown>): void {
  const answer = ask()
  // Its failure is told by the page that comes for it.
  answer.catch(() => undefined)
  asked = { key: JSON.stringify(key), at: Date.now(), answer }
}

/** The answer that is on its way already, once; else it is asked for now. */
export function answerOf<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const found = asked && Date.now() - asked.at < lifetime && asked.key === JSON.stringify(key) ? asked : undefined
  if (!found) return ask()
  asked = undefined
  return found.answer as Promise<T>
}
