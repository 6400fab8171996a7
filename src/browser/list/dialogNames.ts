import type { Action } from '../../model/model.ts'
import { massEdit } from './massEdit.ts'

/** Dialogs of the runtime that an action may name. An action whose dialog is not built is not offered. */
const dialogs: ReadonlySet<string> = new Set([massEdit])

/** The dialog that an action opens, by name. */
export function dialogOf({ does }: Action): string | undefined {
  if ('matrix' in does) return 'matrix'
  if ('link' in does) return 'link'
  return 'dialog' in does ? does.dialog : undefined
}

export const hasDialog = ({ does }: Action): boolean => !('dialog' in does) || dialogs.has(does.dialog)
