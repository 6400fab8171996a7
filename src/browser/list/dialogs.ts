import { type ComponentType, lazy } from 'react'
import type { ListTools } from './context.ts'
import { massEdit } from './massEdit.ts'

/** What a dialog of an action is told. */
export interface ActionDialogProps {
  readonly tools: ListTools
  /** The records it is about. */
  readonly ids: readonly string[]
  /** `done` says that it was carried out. */
  onClose(done: boolean): void
}

/** Dialogs that an action may name (`does.dialog`). Their code comes when one is opened. */
export const actionDialogs: Readonly<Record<string, ComponentType<ActionDialogProps>>> = {
  [massEdit]: lazy(() => import('./MassEdit.tsx')),
}
