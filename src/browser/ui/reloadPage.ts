import { waitForServer } from '../data/serverReachability.ts'
import { onChunkLoadError } from './chunkLoadError.ts'
import { dialogs } from './dialogs.tsx'
import { fallbackTexts } from './fallbackTexts.ts'
import { releasePersistedBlockers } from './navigationBlockers.ts'

/**
 * Loads the page anew once there is a server to load it from: without one the browser would show a page of its own. Nobody is
 * asked about what is kept as a draft, which is offered back afterwards.
 */
export async function reloadPage(): Promise<void> {
  await waitForServer()
  releasePersistedBlockers()
  location.reload()
}

let asking = false

/** A part of the page did not come: says so, once, and offers the reload that brings it. */
async function offerReload(): Promise<void> {
  if (asking) return
  asking = true
  const question = {
    title: fallbackTexts.missing,
    message: fallbackTexts.missingHelp,
    confirm: fallbackTexts.reload,
    cancel: fallbackTexts.notNow,
  }
  const yes = await dialogs.confirm(question)
  asking = false
  if (yes) await reloadPage()
}

onChunkLoadError(() => void offerReload())
