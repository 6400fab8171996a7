import { membersOf } from '../../../base/record.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action } from '../../../model/model.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { replyParams } from '../replyParams.ts'

/** Makes an action's call as the action tells of it: what stands over the page meanwhile, the address that the reply holds, what it says. */
export async function feedbackCall(action: Action, make: () => Promise<unknown>, say: Translate): Promise<unknown> {
  const done = action.wait === undefined ? undefined : dialogs.busy(say(action.wait), action.title)
  let reply: unknown
  try {
    reply = await make()
  } finally {
    done?.()
  }
  if (action.opens !== undefined) openAddress(membersOf(reply)[action.opens])
  // An answer may ask to wait in words of its own: that is no reason to keep the dialog open.
  const secret = action.shownOnce === undefined ? undefined : membersOf(reply)[action.shownOnce]
  if (action.answer !== undefined && typeof secret === 'string') {
    const { showSecretOnce } = await loadWithRetry(() => import('./SecretOnce.tsx'))
    await showSecretOnce({ title: action.title, note: say(action.answer, replyParams(reply)), secret, say })
  } else if (action.answer !== undefined) await dialogs.alert(say(action.answer, replyParams(reply)), action.title, true)
  return reply
}

/** In another tab; where the browser keeps tabs from being opened by themselves, as a download. */
function openAddress(address: unknown): void {
  if (typeof address !== 'string') return
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    tab.location.href = address
    return
  }
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
