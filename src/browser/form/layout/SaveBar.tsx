import { CircleAlert, CloudOff, PencilLine } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { Button } from '../../../controls/Button.tsx'
import type { Action } from '../../../model/model.ts'
import { useForm, useFormState } from '../formContext.ts'
import { ActionButton } from './ActionButton.tsx'

export interface SaveBarProps {
  readonly saving: boolean
  /** A save waits on this device until the server answers. */
  readonly waits: boolean
  /** Whether another record may be begun after this one. */
  readonly mayCreate: boolean
  readonly formId: string
  /** The actions on a record as it is saved. */
  readonly actions: readonly Action[]
  onSaveAndNew(): void
  onDiscard(): void
  /** Goes to the first problem. */
  onProblems(): void
}

/** Shows the state of the draft at the left and its actions at the right, always in sight. */
export function SaveBar({ saving, waits, mayCreate, formId, actions, onSaveAndNew, onDiscard, onProblems }: SaveBarProps) {
  const { say, register, store, actionState } = useForm()
  const dirty = useFormState(state => state.dirty)
  const problems = useFormState(state => state.problems)
  const { isNew } = store.shown()
  const mains = actions.filter(({ main }) => main)
  const isMain = useFormState(() => mains.some(action => actionState(action) !== 'hidden'))
  useRoomForToasts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box
    <div className="form-bar" role="group" aria-label={say('save')}>
      <div className="form-bar-state" aria-live="polite">
        {problems > 0 ? (
          <Button
            look="link"
            size="sm"
            danger
            icon={<CircleAlert aria-hidden />}
            onClick={onProblems}
            px={{ base: '0', sm: '3' }}
            whiteSpace="normal"
            textAlign="start"
          >
            {say('problems', { count: problems })}
          </Button>
        ) : waits ? (
          <span className="form-kept">
            <CloudOff aria-hidden size={14} />
            {say('work.kept-here')}
          </span>
        ) : dirty ? (
          <span className="form-unsaved">
            <PencilLine aria-hidden size={14} />
            {say('unsaved')}
          </span>
        ) : null}
      </div>
      {dirty ? (
        <Button look="ghost" onClick={onDiscard} disabled={saving}>
          {say('discard')}
        </Button>
      ) : null}
      {mayCreate ? (
        <Button onClick={onSaveAndNew} disabled={saving || !(dirty || isNew)} className="form-another">
          {say('save-and-new')}
        </Button>
      ) : null}
      {actions
        .filter(({ main }) => !main)
        .map(({ id }) => (
          <ActionButton key={id} id={id} disabled={saving} />
        ))}
      <Button
        type="submit"
        form={formId}
        {...(isMain ? {} : { look: 'solid' as const })}
        busy={saving}
        disabled={!(dirty || isNew)}
        data-tip="Ctrl+S"
      >
        {say('save-record', { singular: register.singular })}
      </Button>
      {mains.map(({ id }) => (
        <ActionButton key={id} id={id} disabled={saving} main />
      ))}
    </div>
  )
}

/**
 * Toasts stand above the bar while it is there, so that they never cover its buttons. Told by an attribute: a property of the
 * root is inherited by everything, and all of the page would be styled anew.
 */
function useRoomForToasts(): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-bottom-bar', true)
    return () => void document.documentElement.toggleAttribute('data-bottom-bar', false)
  }, [])
}
