import { chakra } from '@chakra-ui/react/styled-system'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { FieldNotes } from '../../controls/fields/FormField.tsx'
import type { InputProps } from '../controlProps.ts'
import { fileSizeText } from '../file/size.ts'
import { useInputServices } from '../inputServices.tsx'

/** Characters of a data URL before its bytes. */
const prefixRoom = 200

/** A file that is not kept anywhere: its bytes travel with the call, as the text of a data URL. */
export default function FileTextInput({ id, field, value, onChange, readOnly, invalid, describedBy }: InputProps) {
  const { say } = useInputServices()
  const chooser = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()
  const endings = field.refine?.endings
  const most = Math.floor((((field.maxLength ?? field.refine?.maxLength ?? 0) - prefixRoom) * 3) / 4)
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const fits = endings === undefined || endings.some(ending => file.name.toLowerCase().endsWith(ending))
    const problem = fits
      ? most > 0 && file.size > most
        ? say('file-too-large', { max: fileSizeText(most) })
        : undefined
      : say('file-ending-refused', { endings: endings.join(', ') })
    setRefused(problem)
    setName(problem ? '' : file.name)
    onChange(problem ? null : await dataUrlOf(file))
  }
  const chosen = value !== null && value !== '' && name !== ''
  return (
    <chakra.div display="flex" flexDirection="column" gap="1" minWidth="0">
      <chakra.div
        display="flex"
        alignItems="center"
        flexWrap="wrap"
        gap="3"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          if (!readOnly) void take(event.dataTransfer.files[0])
        }}
      >
        <Button
          id={id}
          disabled={readOnly ?? false}
          icon={<Upload aria-hidden />}
          aria-invalid={invalid || refused !== undefined || undefined}
          aria-describedby={[describedBy, refused && `${id}-file-error`].filter(Boolean).join(' ') || undefined}
          onClick={() => chooser.current?.click()}
        >
          {say(chosen ? 'file-change' : 'file-choose')}
        </Button>
        <chakra.span aria-live="polite" minWidth="0" overflowWrap="anywhere" color={chosen ? 'fg' : 'fg.muted'}>
          {chosen ? name : (endings?.join(', ') ?? '')}
        </chakra.span>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-hidden
          {...(endings ? { accept: endings.join(',') } : {})}
          onChange={event => {
            void take(event.currentTarget.files?.[0])
            // The same file may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </chakra.div>
      <div aria-live="polite">
        <FieldNotes id={`${id}-file`} error={refused} />
      </div>
    </chakra.div>
  )
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
