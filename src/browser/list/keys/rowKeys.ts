import type { Action } from '../../../model/model.ts'
import { actionAvailability, type EvaluateWithScope } from '../../actions/actions.ts'
import type { RowScope } from '../../actions/rowScope.ts'
import type { KeyPress } from '../../ui/keyboard/chord.ts'

/** The key of a press as actions name it; undefined with Ctrl, Alt or ⌘, which are the page's. */
export function actionKeyOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined
  if (key === 'Enter') return shiftKey ? undefined : key
  return /^[a-z0-9]$/i.test(key) ? key.toLowerCase() : undefined
}

/** The action that a key does to a row: the first that takes it and can be done now. */
export const actionOfKey = (
  key: string,
  actions: readonly Action[],
  scope: RowScope,
  evaluate: EvaluateWithScope,
): Action | undefined =>
  actions.find(action => {
    const when = action.keys?.[key]
    return when !== undefined && evaluate(when, scope) === true && actionAvailability(action, scope, evaluate) === 'enabled'
  })

/** Keys with what they do to some of these rows, those of one action together: `Enter C Aceitar a proposta`. Of several actions of a key the first says it. */
export function toldKeys(
  actions: readonly Action[],
  rows: readonly RowScope[],
  evaluate: EvaluateWithScope,
): { readonly keys: readonly string[]; readonly title: string }[] {
  const told = new Set<string>()
  return actions.flatMap(({ keys = {}, title, ...action }) => {
    const isOffered = rows.some(row => actionAvailability({ keys, title, ...action }, row, evaluate) === 'enabled')
    const own = isOffered ? Object.keys(keys).filter(key => !told.has(key)) : []
    for (const key of own) told.add(key)
    return own.length === 0 ? [] : [{ keys: own.map(key => (key === 'Enter' ? key : key.toUpperCase())), title }]
  })
}
