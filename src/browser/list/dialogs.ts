import { type ComponentType, lazy } from 'react'
import type { ActionDialogProps } from './actionDialog.ts'
import { massEdit } from './massEdit.ts'

/** Dialogs that an action opens (`dialogOf`). Their code comes when one is opened. */
export const actionDialogs: Readonly<Record<string, ComponentType<ActionDialogProps>>> = {
  [massEdit]: lazy(() => import('./MassEdit.tsx')),
  matrix: lazy(() => import('./matrix/MatrixDialog.tsx')),
  link: lazy(() => import('./link/LinkDialog.tsx')),
}
