import { useUnsavedChangesPrompt } from '../../router/useUnsavedChangesPrompt.ts'
import { leaveQuestion, useDialogs } from '../../ui/dialogs.tsx'
import type { ActionDialogProps } from '../actionDialog.ts'

/**
 * Leaves a dialog without its call: by its cross, Escape or, of a table, the button that leads back. `changed` tells whether leaving would lose typed values: it asks first, as do
 * the browser's buttons and a closing tab. While the call is under way (`busy`) nothing happens.
 */
export function useDialogClose(
  changed: boolean,
  busy: boolean,
  { tools: { say }, onClose }: Pick<ActionDialogProps, 'tools' | 'onClose'>,
): () => void {
  const { confirm } = useDialogs()
  useUnsavedChangesPrompt(changed && !busy)
  const close = async (): Promise<void> => {
    if (!busy && (!changed || (await confirm(leaveQuestion(say))))) onClose(false)
  }
  return () => void close()
}
