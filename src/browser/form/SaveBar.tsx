import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert, PencilLine } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { Button } from '../../controls/Button.tsx'
import { useForm, useFormState } from './context.ts'

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    bottom: { base: '0', md: '3' },
    zIndex: 'bar',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    // At the window's end even on short forms: a field that gains or loses a message must not move it from under the pointer.
    mt: 'auto',
    mb: { base: '0', md: '4' },
    mx: { base: '-4', md: '0' },
    px: { base: '4', md: '4' },
    py: '2.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: { base: 'none', md: 'lg' },
    borderInlineWidth: { base: '0', md: '1px' },
    boxShadow: 'low',
    // Nothing of the form shows in the gap below.
    _after: {
      content: '""',
      position: 'absolute',
      insetInline: '-1px',
      top: '100%',
      height: '3.5',
      bg: 'bg',
      display: { base: 'none', md: 'block' },
    },
  },
})

export interface SaveBarProps {
  readonly saving: boolean
  /** Whether another record may be begun after this one. */
  readonly mayCreate: boolean
  readonly formId: string
  onSaveAndNew(): void
  onDiscard(): void
  /** Goes to the first problem. */
  onProblems(): void
}

/** What can be done with what was typed, always in sight: its state at the left, save at the right. */
export function SaveBar({ saving, mayCreate, formId, onSaveAndNew, onDiscard, onProblems }: SaveBarProps) {
  const { say, register, store } = useForm()
  const dirty = useFormState(state => state.dirty)
  const problems = useFormState(state => state.problems)
  const { isNew } = store.draft()
  useRoomForToasts()
  return (
    <Bar role="group" aria-label={say('save')}>
      <chakra.div
        flex="1"
        minWidth="0"
        display="flex"
        alignItems="center"
        gap="2"
        color="fg.muted"
        fontSize="sm"
        aria-live="polite"
      >
        {problems > 0 ? (
          <Button
            look="link"
            size="sm"
            danger
            icon={<CircleAlert aria-hidden />}
            onClick={onProblems}
            minWidth="0"
            px={{ base: '0', sm: '3' }}
            whiteSpace="normal"
            textAlign="start"
          >
            {say(problems === 1 ? 'problem-one' : 'problems', { count: problems })}
          </Button>
        ) : dirty ? (
          <chakra.span display={{ base: 'none', sm: 'inline-flex' }} alignItems="center" gap="1.5">
            <PencilLine aria-hidden size={14} />
            {say('unsaved')}
          </chakra.span>
        ) : null}
      </chakra.div>
      {dirty ? (
        <Button look="ghost" onClick={onDiscard} disabled={saving}>
          {say('discard')}
        </Button>
      ) : null}
      {mayCreate ? (
        <Button onClick={onSaveAndNew} disabled={saving || !(dirty || isNew)} display={{ base: 'none', sm: 'inline-flex' }}>
          {say('save-and-new')}
        </Button>
      ) : null}
      <Button type="submit" form={formId} look="solid" busy={saving} disabled={!(dirty || isNew)} data-tip="Ctrl+S">
        {say('save-record', { singular: register.singular })}
      </Button>
    </Bar>
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
