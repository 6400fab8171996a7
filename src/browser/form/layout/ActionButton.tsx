import { useSyncExternalStore } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { useForm } from '../formContext.ts'

/** An action of the definition that stands between the fields, or beside the button that saves. */
export function ActionButton({
  id,
  disabled = false,
  main = false,
}: {
  readonly id: string
  readonly disabled?: boolean
  readonly main?: boolean
}) {
  const form = useForm()
  const action = form.register.views.actions.find(one => one.id === id)
  const state = useSyncExternalStore(form.store.subscribe, () => (action ? form.actionState(action) : 'hidden'))
  if (!action || state === 'hidden') return null
  return (
    <Button
      danger={action.danger}
      {...(main ? { look: 'solid' as const } : {})}
      disabled={disabled || state === 'disabled'}
      onClick={() => form.act(action)}
      {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
    >
      {action.title}
    </Button>
  )
}
