type Close = () => unknown

/** The open resources, in the order of their opening. */
const open = new Set<Close>()
let ending = false

/** Waits for the end of the process if a signal ends it already: what fails meanwhile fails because everything closes. */
export const unlessEnding = (): Promise<unknown> => (ending ? new Promise(() => undefined) : Promise.resolve())

/** Remembers how to close a database, a server, a folder; gives what closes it, once. Whatever is still open when the bench ends, is closed then. */
export function closeAtEnd(close: Close): () => Promise<void> {
  let closing: Promise<unknown> | undefined
  const once: Close = () => (closing ??= Promise.resolve().then(close))
  open.add(once)
  if (ending) throw new Error('The bench is ending.')
  return async () => {
    await Promise.resolve(once()).finally(() => open.delete(once))
  }
}

/** Closes all that is open, what was opened last first. What does not close is told, and keeps nothing else open. */
export async function closeAll(): Promise<void> {
  for (let last = [...open].at(-1); last; last = [...open].at(-1)) {
    await Promise.resolve(last()).catch((problem: unknown) => console.error(`not closed: ${problem}`))
    open.delete(last)
  }
}

/** Closes everything before the process ends by a signal, or by an error that nothing caught. */
export function closeOnSignals(): void {
  const end = (code: number): void => {
    if (ending) return
    ending = true
    void closeAll().finally(() => process.exit(code))
  }
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.on(signal, () => {
      if (!ending) console.error(`\n${signal}: closing what is open`)
      end(128 + number)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (problem: unknown) => {
      // A resource that is closed under a row still working with it fails; that is no news.
      if (ending) return
      console.error(problem)
      end(1)
    })
}
