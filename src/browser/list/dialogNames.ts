import type { Action } from '../../model/model.ts'
import { massEdit } from './massEdit.ts'

/** Dialogs of the runtime that an action may name. An action whose dialog is not built is not offered. */
const dialogs: ReadonlySet<string> = new Set([massEdit])

export const hasDialog = ({ does }: Action): boolean => !('dialog' in does) || dialogs.has(does.dialog)
