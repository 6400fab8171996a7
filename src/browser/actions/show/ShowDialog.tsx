import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { ActionDialogProps } from '../actionDialog.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'
import ShownRows from './ShownRows.tsx'

/** Rows of a call's reply, in a dialog that only shows them. */
export default function ShowDialog({ action, tools, ids, row, onClose }: ActionDialogProps) {
  if (!('show' in action.does)) throw new Error(`the action ${action.id} shows nothing`)
  const view = action.does.show
  const title = view.title ?? action.title
  return (
    <Dialog open size="lg" title={title} closeLabel={tools.say('close')} onClose={() => onClose(false)}>
      <ShownRows
        view={view}
        title={title}
        say={tools.say}
        load={() => runCallSpec(view.load, rowScope(row, { selection: ids }), tools.evaluate)}
      />
    </Dialog>
  )
}
