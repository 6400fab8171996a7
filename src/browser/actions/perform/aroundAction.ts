import { membersOf } from '../../../base/record.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action } from '../../../model/model.ts'
import { storeId } from '../../data/identity.ts'
import { loadExpressionEngine } from '../../data/useExpressions.ts'
import type { useNavigate } from '../../router/router.tsx'
import type { Dialogs } from '../../ui/dialogs.tsx'
import type { RowScope } from '../rowScope.ts'

interface Tools {
  readonly say: Translate
  readonly confirm: Dialogs['confirm']
  readonly navigate: ReturnType<typeof useNavigate>
  evaluate(expression: string, scope: RowScope): unknown
}

/** Whether what must hold before an action does; else it is said, with a way to where it can be put right. */
export async function meetsDemand({ demand, title }: Action, scope: RowScope, tools: Tools): Promise<boolean> {
  const { say, confirm, navigate, evaluate } = tools
  await loadExpressionEngine()
  if (!demand || evaluate(demand.when, scope) === true) return true
  if (await confirm({ title, message: say(demand.message), confirm: demand.button, cancel: say('back') }))
    await navigate(fillAddress(demand.open, { lojaId: storeId(), ...scope }))
  return false
}

/** Goes to the address of another site that a reply names. */
export function followReply({ follow }: Action, reply: unknown): void {
  const address = follow === undefined ? undefined : membersOf(reply)[follow]
  if (typeof address === 'string' && /^https?:\/\//.test(address)) window.location.assign(address)
}

/** Asks to wait, and loads the page anew once the server, which starts anew meanwhile, is ready. */
export function reloadLater(
  { message, seconds }: NonNullable<Action['reload']>,
  { say, busy }: Pick<Tools, 'say'> & Pick<Dialogs, 'busy'>,
): void {
  busy(say(message))
  setTimeout(() => void untilReady().then(() => window.location.reload()), seconds * 1000)
}

/** Milliseconds between two questions whether the server is there again. */
const PAUSE = 500

/** Waits until the server says that it takes calls: a page loaded before would stay blank. */
async function untilReady(): Promise<void> {
  for (;;) {
    const ready = await fetch('/readyz', { cache: 'no-store' }).then(
      reply => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise(resolve => setTimeout(resolve, PAUSE))
  }
}
