import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import { FieldNotes } from '../../../controls/fields/FormField.tsx'
import { Switch } from '../../../controls/fields/Switch.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { fieldOf } from '../../../model/register.ts'
import type { StateItem } from '../../../model/screen.ts'
import { failureText } from '../../actions/failureText.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { useTranslate } from '../../data/session.tsx'
import { patchRecord } from '../../offline/saveRecords.ts'
import { forAtLeast } from './leastTime.ts'
import type { StateContext } from './useStateContext.ts'

interface Props {
  readonly item: Extract<StateItem, { switch: string }>
  readonly context: StateContext
}

/** A field of yes and no that saves as soon as it is switched. */
export function StateSwitch({ item, context }: Props) {
  const say = useTranslate()
  const [wanted, setWanted] = useState<boolean>()
  const id = useId()
  const { register, row } = context
  const field = fieldOf(register, item.switch)
  const enabled = item.enabledWhen === undefined || context.evaluate(item.enabledWhen) === true
  if (!field || !row) return null
  const toggle = async (on: boolean): Promise<void> => {
    setWanted(on)
    try {
      const saved = item.call
        ? runCallSpec(item.call, { ...row, isNew: false, value: on }, context.evaluate)
        : patchRecord(register.name, { id: row.id, [field.name]: on })
      await forAtLeast<unknown>(context.loading, saved)
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : ''
      const failure = (on ? undefined : item.failureOff) ?? item.failure ?? 'save-failed'
      showToast({ tone: 'danger', text: failureText(say(failure), reason) })
    } finally {
      await clearRegisterCache(register.name)
      setWanted(undefined)
    }
  }
  const help = enabled ? field.help : item.hint && say(item.hint)
  return (
    <chakra.div width="100%" display="flex" gap="3" alignItems="center" minHeight="2.75rem">
      <Switch
        id={id}
        checked={wanted ?? row[field.name] === true}
        busy={wanted !== undefined}
        // A call has a gate of its own.
        disabled={!enabled || (!item.call && !context.may(register.access.change))}
        {...(help ? { 'aria-describedby': `${id}-help` } : {})}
        onChange={on => void toggle(on)}
      />
      <chakra.div minWidth="0">
        <chakra.label htmlFor={id} fontWeight="500">
          {item.title ?? field.title}
        </chakra.label>
        <FieldNotes id={id} help={help} />
      </chakra.div>
    </chakra.div>
  )
}
