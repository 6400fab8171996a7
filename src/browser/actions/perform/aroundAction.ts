import { membersOf } from '../../../base/record.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Register } from '../../../model/model.ts'
import { CallError } from '../../data/api.ts'
import { storeId } from '../../data/identity.ts'
import { loadExpressionEngine } from '../../data/useExpressions.ts'
import type { useNavigate } from '../../router/router.tsx'
import type { Dialogs } from '../../ui/dialogs.tsx'
import { dismissText } from '../dismissText.ts'
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
  if (await confirm({ title, message: say(demand.message), confirm: demand.button, cancel: say('cancel') }))
    await navigate(fillAddress(demand.open, { lojaId: storeId(), ...scope }))
  return false
}

/** Goes to the address of another site that a reply names. */
export function followReply({ follow }: Action, reply: unknown): void {
  const address = follow === undefined ? undefined : membersOf(reply)[follow]
  if (typeof address === 'string' && /^https?:\/\//.test(address)) window.location.assign(address)
}

/** Asks to wait, and loads the page anew: the server starts anew meanwhile. */
export function reloadLater(
  { message, seconds }: NonNullable<Action['reload']>,
  { say, busy }: Pick<Tools, 'say'> & Pick<Dialogs, 'busy'>,
): void {
  busy(say(message))
  setTimeout(() => window.location.reload(), seconds * 1000)
}

/** The action that is to be done instead of one that was refused: where the definition names one for this refusal, and somebody wants it. */
export async function offered(
  { offers = {}, title }: Action,
  error: unknown,
  { register, say, confirm }: { readonly register: Register; readonly say: Translate; readonly confirm: Dialogs['confirm'] },
): Promise<Action | undefined> {
  const id = error instanceof CallError ? offers[error.code] : undefined
  const other = register.views.actions.find(action => action.id === id)
  if (!other || !(error instanceof CallError)) return undefined
  const wanted = await confirm({ title, message: error.message, confirm: other.title, cancel: dismissText(say, other.title) })
  return wanted ? other : undefined
}
