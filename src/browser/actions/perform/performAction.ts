import { membersOf } from '../../../base/record.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Model, Register } from '../../../model/model.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { storeId } from '../../data/identity.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { loadExpressionEngine } from '../../data/useExpressions.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { patchMany, patchRecord, removeRecord } from '../../offline/saveRecords.ts'
import { fromHere } from '../../router/fromHere.ts'
import type { useNavigate } from '../../router/router.tsx'
import type { useDialogs } from '../../ui/dialogs.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { saveFile } from '../../ui/saveFile.ts'
import { actionFailure } from '../actionFailure.ts'
import { recordName } from '../actions.ts'
import { dismissText } from '../dismissText.ts'
import { replyParams } from '../replyParams.ts'
import { type RowScope, rowScope } from '../rowScope.ts'
import type { UndoStack } from '../undoStack.ts'
import { runCallSpec } from './runCallSpec.ts'
import { tellSwitched } from './tellSwitched.ts'

/** The target of an action: one row, a selection, or the list as a whole. */
export interface ActionTarget {
  readonly row?: RegisterRow | undefined
  readonly ids: readonly string[]
  /** Hears why it was not done. */
  refused?(error: unknown): void
  /** Does another action on the same, with its dialog. */
  instead?(action: Action): Promise<boolean>
}

/** The services that perform an action. */
export interface ActionMeans {
  readonly register: Register
  readonly messages: Model['messages']
  readonly say: Translate
  readonly confirm: ReturnType<typeof useDialogs>['confirm']
  readonly busy: ReturnType<typeof useDialogs>['busy']
  readonly navigate: ReturnType<typeof useNavigate>
  readonly evaluate: (expression: string, scope: RowScope) => unknown
  readonly undoStack: UndoStack | undefined
}

/** Code that few actions need comes with the first that does. */
const around = () => loadWithRetry(() => import('./aroundAction.ts'))

/** Actions under way, each by its name and its records. */
const underWay = new Set<string>()

/** Does an action: asks first where it says so, says how it went. True when it was done; a second tap while the first is under way does nothing. */
export async function performAction(action: Action, target: ActionTarget, means: ActionMeans): Promise<boolean> {
  const deed = `${means.register.name} ${action.id} ${target.ids.join()}`
  if (underWay.has(deed)) return false
  underWay.add(deed)
  try {
    return await perform(action, target, means)
  } finally {
    underWay.delete(deed)
  }
}

async function perform(
  action: Action,
  target: ActionTarget,
  { register, messages, say, confirm, busy, navigate: go, evaluate, undoStack }: ActionMeans,
): Promise<boolean> {
  const navigate = fromHere(go)
  const scope = rowScope(target.row, { selection: target.ids })
  const lacking = await failedCheck(action, scope, evaluate)
  if (lacking !== undefined) {
    showToast({ tone: 'danger', text: say(lacking) })
    return false
  }
  if (action.demand && !(await (await around()).meetsDemand(action, scope, { evaluate, say, confirm, navigate }))) return false
  if (!(await confirmed(action, target, register, say, confirm))) return false
  const done = target.ids.length > 1 && !('open' in action.does) ? busy(say('wait')) : undefined
  const id = newActionId()
  const undoable = (text: string): void => (undoStack ? undoStack.saved(id, text) : showToast({ text }))
  try {
    const { does } = action
    let reply: unknown
    let left: string | undefined
    if ('open' in does) {
      const filled = fillAddress(does.open, { ids: target.ids.join(), ...target.row })
      const address = action.keepSearch ? (await around()).withSearch(filled) : filled
      if (action.newTab) window.open(address, '_blank', 'noopener')
      else await navigate(address)
    }
    if ('clone' in does) await navigate(`${register.views.path}/create?clone=${target.row?.id ?? ''}`)
    else if ('copy' in does) {
      await loadExpressionEngine()
      await copyText(String(evaluate(does.copy, scope) ?? ''))
    } else if ('set' in does) {
      await setValues(register, does.set, target, id)
      void notifySwitched(register, does.set, target, evaluate, say)
    } else if ('remove' in does) await removeAll(register, target.ids, id, gone => undoable(say('removed-many', { count: gone })))
    else if ('download' in does) saveFile(await runCallSpec(does.download, scope, evaluate), fillAddress(does.file, scope))
    // A refused user sees the record as it stands by now, too.
    else if ('call' in does)
      reply = await callWithFeedback(action, say, () =>
        runCallSpec(does.call, scope, evaluate, action.undo && id)
          .then(given => {
            // Its page is left, and it may be there no more.
            if (action.after === 'list') left = String(target.row?.id)
            return given
          })
          .finally(() => clearRegisterCache(register.name, left)),
      )
    report(action, target, say, undoable, reply)
    if (action.after) await leadOn(action, register, reply, navigate, target.row)
    if (action.follow) (await around()).followReply(action, reply)
    if (action.reload) (await around()).reloadLater(action.reload, { say, busy })
    return true
  } catch (error) {
    const other = action.offers && (await (await around()).offered(action, error, { register, say, confirm }))
    if (other) return (await target.instead?.(other)) ?? false
    showToast({
      tone: messages[action.failure ?? '']?.kind === 'warning' ? 'warning' : 'danger',
      text: actionFailure(action, error, say),
    })
    target.refused?.(error)
    return false
  } finally {
    done?.()
  }
}

/** To the list, to the one record that the reply names, to an address that reply and record fill, or from the page of `row` to the next that waits. */
export async function leadOn(
  { after }: Action,
  register: Register,
  reply: unknown,
  navigate: ActionMeans['navigate'],
  row: ActionTarget['row'],
): Promise<void> {
  const { path } = register.views
  const { ids } = membersOf(reply)
  if (typeof after === 'object') await (await around()).openNext(after.next, row, register, navigate)
  else if (after === 'list') await navigate(path)
  else if (after === 'made') {
    if (Array.isArray(ids) && ids.length === 1) await navigate(`${path}/${encodeURIComponent(String(ids[0]))}`)
  } else if (after) await navigate(fillAddress(after, { ...row, ...membersOf(reply) }))
}

/** Makes a call; what tells of it is fetched where an action has something to tell. */
export async function callWithFeedback(action: Action, say: Translate, make: () => Promise<unknown>): Promise<unknown> {
  if (action.wait === undefined && action.answer === undefined && action.opens === undefined) return make()
  const { feedbackCall } = await loadWithRetry(() => import('./feedbackCall.ts'))
  return feedbackCall(action, make, say)
}

/** The message of the first condition that does not hold. */
async function failedCheck(
  { checks = [] }: Action,
  scope: RowScope,
  evaluate: (expression: string, scope: RowScope) => unknown,
): Promise<string | undefined> {
  if (checks.length > 0) await loadExpressionEngine()
  return checks.find(({ rule }) => evaluate(rule, scope) !== true)?.message
}

async function confirmed(
  action: Action,
  target: ActionTarget,
  register: Register,
  say: Translate,
  ask: ReturnType<typeof useDialogs>['confirm'],
): Promise<boolean> {
  const removes = 'remove' in action.does
  if (!action.confirm && !removes) return true
  const many = target.ids.length > 1
  const name = target.row ? recordName(register, target.row) : ''
  const code = many && removes ? 'remove-many-question' : (action.confirm ?? 'remove-confirm')
  const message = say(code, { name, count: target.ids.length, singular: register.singular })
  return ask({
    title: action.title,
    message,
    confirm: action.title,
    cancel: dismissText(say, action.title),
    danger: action.danger,
  })
}

function setValues(
  register: Register,
  values: Readonly<Record<string, unknown>>,
  { row, ids }: ActionTarget,
  id: string,
): Promise<unknown> {
  return row
    ? patchRecord(register.name, { id: row.id, version: row.version, ...values }, id)
    : patchMany(register.name, ids, values, id)
}

/** Tells another service of values set on many records at once, as the list's switches do. */
export async function notifySwitched(
  register: Register,
  values: Readonly<Record<string, unknown>>,
  { row, ids }: ActionTarget,
  evaluate: (expression: string, scope: RowScope) => unknown,
  say: Translate,
): Promise<void> {
  const toggles = register.views.list.columns.flatMap(({ field, switch: toggle }) =>
    toggle?.after && Object.hasOwn(values, field) ? [{ ...toggle, after: toggle.after }] : [],
  )
  for (const { after, failure } of toggles) {
    const rest = [...ids]
    // A repetition goes on from the failed call, and does not repeat those that were heard.
    const tell = async (): Promise<void> => {
      for (let id = rest[0]; id !== undefined; id = rest[0]) {
        const record = { id: register.textKey ? id : Number(id), lojaId: storeId(), ...row, ...values, isNew: false }
        await runCallSpec(after, record, evaluate)
        rest.shift()
      }
    }
    if (!(await tellSwitched(tell, failure, say))) return
  }
}

/**
 * One after the other, as one action: each removal is checked by itself, and the first refused one stops the rest and says why.
 * `stopped` hears how many are gone by then.
 */
async function removeAll(
  register: Register,
  ids: readonly string[],
  action: string,
  stopped: (gone: number) => void,
): Promise<void> {
  for (const [gone, id] of ids.entries())
    try {
      await removeRecord(register.name, id, action)
    } catch (error) {
      if (gone > 0) stopped(gone)
      throw error
    }
}

/** Says how it went, with what the reply holds; what can be taken back says so itself. */
function report(action: Action, { ids }: ActionTarget, say: Translate, undoable: (text: string) => void, reply?: unknown): void {
  const { does, success } = action
  const many = ids.length > 1
  if ('remove' in does) undoable(many ? say('removed-many', { count: ids.length }) : say(success ?? 'removed'))
  else if ('set' in does)
    undoable(success || !many ? say(success ?? 'saved', { count: ids.length }) : say('changed-many', { count: ids.length }))
  else if ('copy' in does) showToast({ text: say(success ?? 'copied') })
  else if (success && !('open' in does) && !('clone' in does))
    (action.undo ? undoable : (text: string) => showToast({ text }))(say(success, { count: ids.length, ...replyParams(reply) }))
}
