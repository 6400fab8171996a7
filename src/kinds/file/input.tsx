import { chakra } from '@chakra-ui/react/styled-system'
import { Trash2, Upload as UploadSign } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { FieldNotes } from '../../controls/fields/FormField.tsx'
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
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
    '&[data-compact]': { p: '0', border: 'none', flexWrap: 'nowrap' },
  },
})

/** A file: dropped, pasted or chosen, and sent at once. */
export function Input({ id, value, field, onChange, onCommit, readOnly, compact, describedBy }: InputProps) {
  const { say } = useInputServices()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const sending = useAttach(field, file => {
    onChange(file)
    onCommit?.()
  })
  const has = isFileValue(value)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!readOnly) void sending.send(event.dataTransfer.files[0])
  }
  return (
    <chakra.div minWidth="0">
      <Zone
        {...(compact ? { 'data-compact': true } : {})}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={event => !readOnly && void sending.send(event.clipboardData.files[0])}
      >
        <Cell value={value} field={field} />
        {readOnly ? null : (
          <Button
            id={id}
            size="sm"
            busy={sending.busy}
            icon={<UploadSign aria-hidden />}
            onClick={() => chooser.current?.click()}
            {...(describedBy ? { 'aria-describedby': describedBy } : {})}
          >
            {say(has ? 'file-change' : 'file-choose')}
          </Button>
        )}
        {has && !readOnly && !sending.busy ? (
          <Button size="sm" look="ghost" danger icon={<Trash2 aria-hidden />} onClick={() => onChange(null)}>
            {say('file-remove')}
          </Button>
        ) : null}
        {has || readOnly || compact ? null : <chakra.span textStyle="note">{say('file-hint')}</chakra.span>}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-hidden
          {...(field.accepts ? { accept: field.accepts.join(',') } : {})}
          onChange={event => void sending.send(event.currentTarget.files?.[0])}
        />
      </Zone>
      {sending.busy && !compact ? <ProgressBar value={sending.part} label={say('file-sending')} /> : null}
      <FieldNotes id={`${id}-upload`} error={sending.error} />
    </chakra.div>
  )
}
