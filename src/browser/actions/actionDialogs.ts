import type { ComponentType } from 'react'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import type { ActionDialogProps } from './actionDialog.ts'
import { massEditDialogName } from './mass/massEditAction.ts'

/** Dialogs that an action opens (`actionDialogName`). Their code comes when one is opened. */
const actionDialogs: Readonly<Record<string, () => Promise<{ default: ComponentType<ActionDialogProps> }>>> = {
  [massEditDialogName]: () => loadWithRetry(() => import('./mass/MassEditDialog.tsx')),
  matrix: () => loadWithRetry(() => import('./matrix/MatrixDialog.tsx')),
  ask: () => loadWithRetry(() => import('./ask/AskDialog.tsx')),
  show: () => loadWithRetry(() => import('./show/ShowDialog.tsx')),
  code: () => loadWithRetry(() => import('./code/CodeDialog.tsx')),
  rows: () => loadWithRetry(() => import('./rows/RowsDialog.tsx')),
  images: () => loadWithRetry(() => import('./images/ImagesDialog.tsx')),
  link: () => loadWithRetry(() => import('./link/LinkDialog.tsx')),
}

/** The code of a dialog. */
export function loadActionDialog(name: string): Promise<{ default: ComponentType<ActionDialogProps> }> {
  const load = actionDialogs[name]
  if (!load) throw new Error(`there is no dialog ${name}`)
  return load()
}
