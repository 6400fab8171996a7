import { useState } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { ColumnView, Field } from '../../../model/model.ts'
import { recordName } from '../../actions/actions.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import type { ListTools } from '../listTools.ts'

interface Props {
  readonly row: RegisterRow
  readonly field: Field
  readonly view: ColumnView
  readonly tools: ListTools
}

/** A yes/no that saves at once: shown as chosen, disabled while it is being saved, back and said so when it was refused. */
export function SwitchCell({ row, field, view, tools }: Props) {
  const [saving, setSaving] = useState(false)
  const { register, can, evaluate, say } = tools
  const on = row[field.name] === true
  const enabled =
    can(register.access.change) &&
    (view.switch?.enabledWhen === undefined || evaluate(view.switch.enabledWhen, rowScope(row)) === true)

  const toggle = async (box: HTMLElement): Promise<void> => {
    // A disabled control loses the focus: its cell keeps it.
    box.closest<HTMLElement>('[role=gridcell]')?.focus()
    setSaving(true)
    const failure = view.switch?.failure ?? 'update-failed'
    let text: string | undefined
    try {
      await tools.save(String(row.id), field.name, !on, false, failure).catch((error: Error) => {
        text = error.message
        throw error
      })
      const after = view.switch?.after
      const changed = rowScope({ ...row, [field.name]: !on })
      if (after) {
        const { tellCall } = await loadWithRetry(() => import('../../actions/perform/tellSwitched.ts'))
        await tellCall(after, changed, { failure, evaluate, say })
      }
    } catch {
      showToast({ tone: 'warning', text: text ?? say(failure) })
    } finally {
      setSaving(false)
    }
  }
  return (
    <input
      type="checkbox"
      role="switch"
      className="list-switch"
      aria-label={`${view.title}: ${recordName(register, row)}`}
      aria-busy={saving || undefined}
      checked={on}
      aria-checked={on}
      disabled={saving || !enabled}
      onChange={event => void toggle(event.currentTarget)}
    />
  )
}
