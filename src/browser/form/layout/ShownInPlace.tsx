import { chakra } from '@chakra-ui/react/styled-system'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action } from '../../../model/model.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { useForm } from '../formContext.ts'

const code = () => loadWithRetry(() => import('../../actions/show/ShownRows.tsx'))

interface Props {
  readonly action: Action
  readonly disabled?: boolean
  /** Loaded at once, without the button. */
  readonly open?: boolean
  readonly say: Translate
  row(): RegisterRow
  evaluate(expression: string, scope: Readonly<Record<string, unknown>>): unknown
}

/** The button of an action that shows rows, and below it the rows once it was pressed; pressed again it loads them anew. */
export function ShownInPlace({ action, disabled = false, open = false, say, row, evaluate }: Props) {
  const [times, setTimes] = useState(open && !disabled ? 1 : 0)
  const ShownRows = useLazyComponent(code, times > 0, () => setTimes(0))
  if (!('show' in action.does)) return null
  const view = action.does.show
  return (
    <chakra.div display="flex" flexDirection="column" alignItems="stretch" gap="3" minWidth="0" aria-live="polite">
      <chakra.div>
        <Button
          disabled={disabled}
          onClick={() => setTimes(times + 1)}
          {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
        >
          {action.title}
        </Button>
      </chakra.div>
      {times === 0 ? null : ShownRows ? (
        <ShownRows
          key={times}
          view={view}
          title={view.title ?? action.title}
          say={say}
          load={() => runCallSpec(view.load, rowScope(row()), evaluate)}
        />
      ) : (
        <Spinner size="1.5rem" label={say('loading')} />
      )}
    </chakra.div>
  )
}

/** The same in a form: it is about the record as it was saved, and a new one has nothing to show. */
export function FormShownInPlace({ id, open = false }: { readonly id: string; readonly open?: boolean }) {
  const form = useForm()
  const action = form.register.views.actions.find(one => one.id === id)
  const state = useSyncExternalStore(form.store.subscribe, () => (action ? form.actionState(action) : 'hidden'))
  const { base, isNew } = form.store.shown()
  const { id: key } = base
  if (!action || state === 'hidden' || isNew || (typeof key !== 'number' && typeof key !== 'string')) return null
  return (
    <ShownInPlace
      action={action}
      disabled={state === 'disabled'}
      open={open}
      say={form.say}
      row={() => ({ ...base, id: key })}
      evaluate={(expression, scope) => form.context.evaluate(form.register, expression, scope)}
    />
  )
}
