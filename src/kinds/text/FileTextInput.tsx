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

/** A file that is not kept anywhere, or several: their bytes travel with the call, as the text of data URLs, one a line. */
export default function FileTextInput({ id, field, value, onChange, readOnly, invalid, describedBy }: InputProps) {
  const { say } = useInputServices()
  const chooser = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()
  const endings = field.refine?.endings
  const most = Math.floor((((field.maxLength ?? field.refine?.maxLength ?? 0) - prefixRoom) * 3) / 4)
  const several = field.refine?.several === true
  const problemOf = (files: readonly File[]): string | undefined => {
    const fit = ({ name: each }: File): boolean => endings?.some(ending => each.toLowerCase().endsWith(ending)) ?? true
    if (!files.every(fit)) return say('file-ending-refused', { endings: endings?.join(', ') ?? '' })
    const size = files.reduce((sum, file) => sum + file.size, 0)
    return most > 0 && size > most ? say('file-too-large', { max: fileSizeText(most) }) : undefined
  }
  const take = async (given: FileList | null): Promise<void> => {
    const files = [...(given ?? [])].slice(0, several ? undefined : 1)
    if (files.length === 0) return
    const problem = problemOf(files)
    setRefused(problem)
    setName(problem ? '' : files.map(file => file.name).join(', '))
    onChange(problem ? null : (await Promise.all(files.map(file => dataUrlOf(file, several)))).join('\n'))
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
          if (!readOnly) void take(event.dataTransfer.files)
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
          multiple={several}
          hidden
          aria-hidden
          {...(endings ? { accept: endings.join(',') } : {})}
          onChange={event => {
            const box = event.currentTarget
            // The same file may be chosen again.
            void take(box.files).then(() => {
              box.value = ''
            })
          }}
        />
      </chakra.div>
      <div aria-live="polite">
        <FieldNotes id={`${id}-file`} error={refused} />
      </div>
    </chakra.div>
  )
}

/** With the file's name where there are several, so that each can be spoken of. */
const dataUrlOf = (file: File, named: boolean): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(named ? withName(String(reader.result), file.name) : String(reader.result))
    reader.onerror = () => fail(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })

const withName = (url: string, name: string): string => url.replace(';base64,', `;name=${encodeURIComponent(name)};base64,`)
