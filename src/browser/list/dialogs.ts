import { type ComponentType, lazy } from 'react'
import type { ActionDialogProps } from './actionDialog.ts'
import { massEdit } from './massEdit.ts'

/** Dialogs that an action may name (`does.dialog`). Their code comes when one is opened. */
export const actionDialogs: Readonly<Record<string, ComponentType<ActionDialogProps>>> = {
  [massEdit]: lazy(() => import('./MassEdit.tsx')),
}
