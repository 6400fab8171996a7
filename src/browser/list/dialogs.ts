import type { ComponentType } from 'react'
import { patient } from '../frame/patient.ts'
import type { ActionDialogProps } from './actionDialog.ts'
import { massEdit } from './massEdit.ts'

/** Dialogs that an action opens (`dialogOf`). Their code comes when one is opened. */
export const actionDialogs: Readonly<Record<string, () => Promise<{ default: ComponentType<ActionDialogProps> }>>> = {
  [massEdit]: () => patient(() => import('./MassEdit.tsx')),
  matrix: () => patient(() => import('./matrix/MatrixDialog.tsx')),
  link: () => patient(() => import('./link/LinkDialog.tsx')),
}
