import { membersOf } from '../../../base/record.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Register, Where } from '../../../model/model.ts'
import { CallError } from '../../data/api.ts'
import { storeId } from '../../data/identity.ts'
import { fetchRowsPage, type RegisterRow } from '../../data/registerRows.ts'
import { loadExpressionEngine } from '../../data/useExpressions.ts'
import type { useNavigate } from '../../router/router.tsx'
import type { Dialogs } from '../../ui/dialogs.tsx'
import { dismissText } from '../dismissText.ts'
import type { RowScope } from '../rowScope.ts'

export { withSearch } from './keptSearch.ts'

interface Tools {
  readonly say: Translate
  readonly confirm: Dialogs['confirm']
  readonly navigate: ReturnType<typeof useNavigate>
  evaluate(expression: string, scope: RowScope): unknown
}

/** Tells whether what must hold before an action does; else it is said, with a way to where it can be put right. */
export async function meetsDemand({ demand, title }: Action, scope: RowScope, tools: Tools): Promise<boolean> {
  const { say, confirm, navigate, evaluate } = tools
  await loadExpressionEngine()
  if (!demand || evaluate(demand.when, scope) === true) return true
  if (await confirm({ title, message: say(demand.message), confirm: demand.button, cancel: say('back') }))
    await navigate(fillAddress(demand.open, { lojaId: storeId(), ...scope }))
  return false
}

/**
 * From a record's own page to the next one that waits: in the order of the list after it, else the first; to the list where none does.
 * In a list, where the record was only one of its rows, nobody is led away.
 */
export async function openNext(
  waiting: Where,
  row: RegisterRow | undefined,
  { name, views: { path, list } }: Register,
  navigate: Tools['navigate'],
): Promise<void> {
  const own = `${path}/${encodeURIComponent(String(row?.id))}`
  if (!row || !window.location.pathname.startsWith(own)) return
  const [field = 'id', way] = (list.order[0] ?? 'id ASC').split(' ')
  const from = row[field]
  const first = async (more: readonly Where[]): Promise<RegisterRow | undefined> => {
    const where = { and: [waiting, { id: { neq: row.id } }, ...more] }
    return (await fetchRowsPage(name, { where, order: list.order, limit: 1, fields: ['id'] })).rows[0]
  }
  const later = from === null || from === undefined ? undefined : { [field]: { [way === 'DESC' ? 'lte' : 'gte']: from } }
  const next = (later && (await first([later]))) ?? (await first([]))
  await navigate(next ? `${path}/${encodeURIComponent(String(next.id))}` : path)
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
