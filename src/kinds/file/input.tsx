import { chakra } from '@chakra-ui/react/styled-system'
import { Trash2, Upload as UploadSign } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../controls/Button.tsx'
import { FieldNotes } from '../../controls/fields/FormField.tsx'
import { isTouchScreen } from '../../controls/isTouchScreen.ts'
import { showToast } from '../../controls/overlays/toasts.ts'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { Cell } from './cell.tsx'
import { isFileValue } from './isFile.ts'
import { useAttach } from './useAttach.ts'

const Zone = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '3',
    p: '3',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.control',
    borderRadius: 'md',
    bg: 'bg.panel',
    '& > button:first-of-type': { minHeight: 'control' },
    '&[data-invalid]': { borderColor: 'danger.solid' },
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
    '&[data-compact]': { p: '0', border: 'none', flexWrap: 'nowrap', gap: '1', '& > button': { minHeight: '1.75rem' } },
  },
})

/** A file: dropped, pasted or chosen, and sent at once. */
export function Input(props: InputProps) {
  const { id, value, field, onChange, onCommit, onCancel, readOnly, invalid, compact, describedBy } = props
  const { say } = useInputServices()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const sending = useAttach(field, file => {
    onChange(file)
    onCommit?.()
  })
  // A cell has no room for a sentence.
  useEffect(() => {
    if (compact && sending.error !== undefined) showToast({ tone: 'danger', text: sending.error })
  }, [compact, sending.error])
  const take = (file: File | undefined): void => {
    if (!readOnly) void sending.send(file)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const has = isFileValue(value)
  const refused = compact ? undefined : sending.error
  return (
    <chakra.div minWidth="0" display="flex" flexDirection="column" gap="1">
      <Zone
        {...(compact ? { 'data-compact': true } : {})}
        data-invalid={invalid || refused !== undefined || undefined}
        data-over={(over && !readOnly) || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={event => take(event.clipboardData.files[0])}
        onKeyDown={event => event.key === 'Escape' && onCancel?.()}
      >
        <Cell value={value} field={field} />
        {readOnly ? null : (
          <Actions
            {...{ id, field, compact, has, invalid: invalid || refused !== undefined }}
            describedBy={[describedBy, refused && `${id}-upload-error`].filter(Boolean).join(' ')}
            busy={sending.busy}
            choose={() => chooser.current?.click()}
            remove={() => {
              onChange(null)
              onCommit?.()
              // The button that was pressed goes.
              document.getElementById(id)?.focus()
            }}
          />
        )}
        {has || readOnly || compact ? null : (
          <chakra.span textStyle="note">{say(isTouchScreen() ? 'file-hint-touch' : 'file-hint')}</chakra.span>
        )}
        {has || !readOnly ? null : <chakra.span color="fg.subtle">—</chakra.span>}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-hidden
          {...(field.accepts ? { accept: field.accepts.join(',') } : {})}
          onChange={event => {
            take(event.currentTarget.files?.[0])
            // The same file may be chosen again once it was removed.
            event.currentTarget.value = ''
          }}
        />
      </Zone>
      {sending.busy && !compact ? <ProgressBar value={sending.part} label={say('file-sending')} /> : null}
      {compact ? null : (
        <div aria-live="polite">
          <FieldNotes id={`${id}-upload`} error={refused} />
        </div>
      )}
    </chakra.div>
  )
}

interface ActionsProps extends Pick<InputProps, 'id' | 'field' | 'compact' | 'invalid' | 'describedBy'> {
  readonly has: boolean
  readonly busy: boolean
  choose(): void
  remove(): void
}

/** To choose a file or another one, and to remove it; signs alone in a cell. */
function Actions({ id, field, compact, has, busy, invalid, describedBy, choose, remove }: ActionsProps) {
  const { say } = useInputServices()
  const label = say(has ? 'file-change' : 'file-choose')
  const state = {
    id,
    busy,
    onClick: choose,
    'aria-invalid': invalid || undefined,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  }
  if (compact)
    return (
      <>
        <IconButton size="sm" label={`${label}: ${field.title}`} {...state}>
          <UploadSign aria-hidden />
        </IconButton>
        {has && !busy ? (
          <IconButton size="sm" danger label={`${say('file-remove')}: ${field.title}`} onClick={remove}>
            <Trash2 aria-hidden />
          </IconButton>
        ) : null}
      </>
    )
  return (
    <>
      <Button icon={<UploadSign aria-hidden />} {...state}>
        {label}
      </Button>
      {has && !busy ? (
        <Button look="ghost" danger icon={<Trash2 aria-hidden />} onClick={remove}>
          {say('file-remove')}
        </Button>
      ) : null}
    </>
  )
}
