import { chakra } from '@chakra-ui/react/styled-system'
import { ImagePlus, Trash2, Upload as UploadSign } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../controls/Button.tsx'
import { FieldNotes } from '../../controls/fields/FormField.tsx'
import { isTouchScreen } from '../../controls/isTouchScreen.ts'
import { showToast } from '../../controls/overlays/toasts.ts'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { Initials } from './Initials.tsx'
import { useUpload } from './useUpload.ts'

const Zone = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4',
    p: '3',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.control',
    borderRadius: 'md',
    bg: 'bg.panel',
    '&[aria-invalid="true"]': { borderColor: 'danger.solid' },
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
    '&[data-compact]': { flexWrap: 'nowrap', p: '0', border: 'none', gap: '1' },
  },
})

const Picture = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '8rem',
    height: '6rem',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: 'sm',
    bg: 'bg.muted',
    color: 'fg.subtle',
    '& img': { width: '100%', height: '100%', objectFit: 'cover' },
    '&[data-compact]': { width: '1.75rem', height: '1.75rem' },
  },
})

/** A picture: dropped, pasted or chosen, made smaller, sent at once. */
export function Input({ id, value, field, colour, onChange, onCommit, readOnly, compact, describedBy, invalid }: InputProps) {
  const { say } = useInputServices()
  const file = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  // An address that leads to no picture any more is as good as none.
  const [lost, setLost] = useState<string>()
  const upload = useUpload(url => {
    onChange(url)
    onCommit?.()
  }, field.unchanged)
  // A cell has no room for a sentence.
  useEffect(() => {
    if (compact && upload.error !== undefined) showToast({ tone: 'danger', text: upload.error })
  }, [compact, upload.error])
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!readOnly) upload.send(event.dataTransfer.files[0])
  }
  const has = typeof value === 'string' && value !== ''
  const mark = compact ? { 'data-compact': true } : {}
  const source = upload.preview ?? (has ? String(value) : undefined)
  return (
    <chakra.div minWidth="0">
      <Zone
        {...mark}
        {...(invalid ? { role: 'group', 'aria-label': field.title, 'aria-invalid': true } : {})}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={event => !readOnly && upload.send(event.clipboardData.files[0])}
      >
        <Picture {...mark}>
          {source && source !== lost ? (
            <img src={source} alt={field.title} onError={() => setLost(source)} />
          ) : compact ? (
            <Initials name={field.title} colour={colour} />
          ) : (
            <ImagePlus aria-hidden size={28} />
          )}
        </Picture>
        {readOnly ? null : (
          <Actions
            {...{ id, field, compact, describedBy, has }}
            busy={upload.busy}
            choose={() => file.current?.click()}
            remove={() => onChange(null)}
          />
        )}
        <input ref={file} type="file" accept="image/*" hidden onChange={event => upload.send(event.currentTarget.files?.[0])} />
      </Zone>
      {upload.busy && !compact ? <ProgressBar value={upload.part} label={say('image-sending')} /> : null}
      {compact ? null : <FieldNotes id={`${id}-upload`} error={upload.error} />}
    </chakra.div>
  )
}

interface ActionsProps extends Pick<InputProps, 'id' | 'field' | 'compact' | 'describedBy'> {
  readonly has: boolean
  readonly busy: boolean
  choose(): void
  remove(): void
}

function Actions({ id, field, compact, describedBy, has, busy, choose, remove }: ActionsProps) {
  const { say } = useInputServices()
  const label = say(has ? 'image-change' : 'image-choose')
  const described = describedBy ? { 'aria-describedby': describedBy } : {}
  if (compact) {
    return (
      <IconButton id={id} size="sm" label={`${label}: ${field.title}`} busy={busy} onClick={choose}>
        <UploadSign aria-hidden />
      </IconButton>
    )
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="2" alignItems="flex-start" flex="1 1 9rem" minWidth="0">
      <chakra.div display="flex" gap="1" flexWrap="wrap">
        <Button id={id} size="sm" busy={busy} icon={<UploadSign aria-hidden />} onClick={choose} {...described}>
          {label}
        </Button>
        {has && !busy ? (
          <Button size="sm" look="ghost" danger icon={<Trash2 aria-hidden />} onClick={remove}>
            {say('image-remove')}
          </Button>
        ) : null}
      </chakra.div>
      <chakra.span textStyle="note">{say(isTouchScreen() ? 'image-hint-touch' : 'image-hint')}</chakra.span>
    </chakra.div>
  )
}
