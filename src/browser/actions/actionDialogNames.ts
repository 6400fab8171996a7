import type { Action } from '../../model/model.ts'
import { massEditDialogName } from './mass/massEditAction.ts'

/** Dialogs of the runtime that an action may name. An action whose dialog is not built is not offered. */
const dialogs: ReadonlySet<string> = new Set([massEditDialogName])

/** The dialog that an action opens, by name. */
export function actionDialogName({ does, ask }: Action): string | undefined {
  if (ask) return 'ask'
  if ('show' in does) return does.show.edit ? 'rows' : 'show'
  if ('code' in does) return 'code'
  if ('matrix' in does) return 'matrix'
  if ('link' in does) return 'link'
  if ('images' in does) return 'images'
  if ('actionOf' in does) return 'delegated'
  return 'dialog' in does ? does.dialog : undefined
}

export const isActionDialogBuilt = ({ does }: Action): boolean => !('dialog' in does) || dialogs.has(does.dialog)
