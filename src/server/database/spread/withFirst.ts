import type { Queries } from '../../access/caller.ts'
import { withEachText } from './withEachText.ts'

/** Runs work beside which the first machine is opened when it is first asked, and closed with it. */
export async function withFirst<T>(
  open: (work: (q: Queries) => Promise<void>) => Promise<void>,
  run: (askFirst: () => Promise<Queries>) => Promise<T>,
): Promise<T> {
  let opened: Promise<Queries> | undefined
  let closing: Promise<void> | undefined
  let over = false
  let close = (): void => undefined
  const ended = new Promise<void>(done => {
    close = done
  })
  // Statements that were sent side by side may come when the work has failed already: the connection is somebody else's then.
  const demandOpen = (): void => {
    if (over) throw new Error('The work has ended')
  }
  const askFirst = async (): Promise<Queries> => {
    demandOpen()
    opened ??= new Promise<Queries>((given, failed) => {
      closing = open(q => {
        const whileOpen = (text: string): string => {
          demandOpen()
          return text
        }
        given(withEachText(q, whileOpen))
        return ended
      })
      closing.catch(failed)
    })
    return opened
  }
  try {
    return await run(askFirst)
  } finally {
    over = true
    close()
    // Nothing was written: how it ended tells nobody anything.
    await closing?.catch(() => undefined)
  }
}
