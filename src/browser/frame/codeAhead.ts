import { whenReachable } from '../data/reach.ts'

/** The files of code that the page may need later; scripts/code.ts lists them. */
const listed = (): readonly string[] => JSON.parse(document.getElementById('code')?.textContent || '[]') as string[]

/** Whoever pays by the byte fetches what is opened and nothing else. */
const spares = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/**
 * Fetches what no page has needed yet, one file after the other and behind everything else: it is kept for good, since a file
 * never changes under its name. What is opened first while the network is away is there then.
 */
export async function fetchAhead(idle: () => Promise<void>): Promise<void> {
  if (spares()) return
  for (const address of listed()) {
    await idle()
    if (!(await keep(address))) return
  }
}

/** False when the server has this file no more: it has newer ones, and those that follow are gone as well. */
async function keep(address: string): Promise<boolean> {
  for (;;) {
    try {
      const reply = await fetch(address, { priority: 'low' })
      await reply.arrayBuffer()
      return reply.ok
    } catch {
      await whenReachable()
    }
  }
}
