import { onMissing } from '../data/missing.ts'
import { whenReachable } from '../data/reach.ts'
import { releaseKept } from '../router/guards.ts'
import { dialogs } from './dialogs.tsx'
import { words } from './words.ts'

/**
 * Loads the page anew once there is a server to load it from: without one the browser would show a page of its own. Nobody is
 * asked about what is kept as a draft, which is offered back afterwards.
 */
export async function reloadPage(): Promise<void> {
  await whenReachable()
  releaseKept()
  location.reload()
}

let asking = false

/** A part of the page did not come: says so, once, and offers the reload that brings it. */
async function offerReload(): Promise<void> {
  if (asking) return
  asking = true
  const question = { title: words.missing, message: words.missingHelp, confirm: words.reload, cancel: words.notNow }
  const yes = await dialogs.ask(question)
  asking = false
  if (yes) await reloadPage()
}

onMissing(() => void offerReload())
