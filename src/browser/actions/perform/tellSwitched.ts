import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { CallSpec } from '../../../model/model.ts'
import type { RowScope } from '../rowScope.ts'
import { runCallSpec } from './runCallSpec.ts'

/**
 * Tells another service what a switch saved. Where it does not hear, that is said, and a button tells it again: the change itself
 * stands. `failure` is the message code of the definition. Never rejects.
 */
export async function tellSwitched(tell: () => Promise<unknown>, failure: string, say: Translate): Promise<boolean> {
  try {
    await tell()
    return true
  } catch {
    showToast({
      tone: 'warning',
      text: `${say(failure)}. ${say('switch-untold')}`,
      topic: failure,
      act: { title: say('retry'), run: () => void tellAgain(tell, failure, say) },
    })
    return false
  }
}

async function tellAgain(tell: () => Promise<unknown>, failure: string, say: Translate): Promise<void> {
  if (await tellSwitched(tell, failure, say)) showToast({ text: say('switch-told'), topic: failure })
}

/** The same by the call of a definition, over the record as the switch left it. */
export const tellCall = (
  after: CallSpec,
  changed: RowScope,
  {
    failure,
    evaluate,
    say,
  }: { readonly failure: string; readonly say: Translate; evaluate(expression: string, scope: RowScope): unknown },
): Promise<boolean> => tellSwitched(() => runCallSpec(after, changed, evaluate), failure, say)
