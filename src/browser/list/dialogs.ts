import type { ComponentType } from 'react'
import { loadWithRetry } from '../frame/patient.ts'
import type { ActionDialogProps } from './actionDialog.ts'
import { massEditDialogName } from './massEdit.ts'

/** Dialogs that an action opens (`dialogOf`). Their code comes when one is opened. */
export const actionDialogs: Readonly<Record<string, () => Promise<{ default: ComponentType<ActionDialogProps> }>>> = {
  [massEditDialogName]: () => loadWithRetry(() => import('./MassEdit.tsx')),
  matrix: () => loadWithRetry(() => import('./matrix/MatrixDialog.tsx')),
  link: () => loadWithRetry(() => import('./link/LinkDialog.tsx')),
}
