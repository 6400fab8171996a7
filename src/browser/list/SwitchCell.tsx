import { useState } from 'react'
import { toast } from '../../controls/toasts.ts'
import type { ColumnView, Field } from '../../model/model.ts'
import type { Row } from '../data/rows.ts'
import { nameOf } from './actions.ts'
import type { ListTools } from './context.ts'
import { scopeOf } from './scope.ts'
import { makeCall } from './useRunAction.ts'

interface Props {
  readonly row: Row
  readonly field: Field
  readonly view: ColumnView
  readonly tools: ListTools
}

/** A yes/no that saves at once: shown as chosen, disabled while it is being saved, back and said so when it was refused. */
export function SwitchCell({ row, field, view, tools }: Props) {
  const [saving, setSaving] = useState(false)
  const { register, may, evaluate, say } = tools
  const on = row[field.name] === true
  const enabled =
    may(register.access.change) &&
    (view.switch?.enabledWhen === undefined || evaluate(view.switch.enabledWhen, scopeOf(row)) === true)

  const toggle = async (box: HTMLElement): Promise<void> => {
    // A disabled control loses the focus: its cell keeps it.
    box.closest<HTMLElement>('[role=gridcell]')?.focus()
    setSaving(true)
    try {
      await tools.save(String(row.id), field.name, !on)
      await followUp({ ...row, [field.name]: !on })
    } catch {
      toast({ tone: 'warning', text: say(view.switch?.failure ?? 'update-failed') })
    } finally {
      setSaving(false)
    }
  }
  /** What another service is told; its failure is a warning, the change itself stands. */
  const followUp = async (changed: Row): Promise<void> => {
    if (view.switch?.after) await makeCall(view.switch.after, scopeOf(changed), evaluate)
  }
  return (
    <input
      type="checkbox"
      role="switch"
      className="list-switch"
      aria-label={`${view.title}: ${nameOf(register, row)}`}
      aria-busy={saving || undefined}
      checked={on}
      aria-checked={on}
      disabled={saving || !enabled}
      onChange={event => void toggle(event.currentTarget)}
    />
  )
}
