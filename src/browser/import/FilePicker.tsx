import { chakra } from '@chakra-ui/react/styled-system'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { isTouchScreen } from '../../controls/isTouchScreen.ts'
import { useTranslate } from '../data/session.tsx'
import { acceptedFileTypes, type ImportFault, importFaultText } from './work/importFile.ts'

const Area = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: '2',
    minHeight: '13rem',
    px: '4',
    py: '8',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    bg: 'bg.panel',
    transition: 'background-color 120ms, border-color 120ms',
    '& > svg': { boxSize: '1.75rem', color: 'fg.muted', mb: '1' },
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  },
})

interface Props {
  readonly fault: ImportFault | undefined
  onFile(file: File): void
}

/** Where a file is dropped or chosen. */
export function FilePicker({ fault, onFile }: Props) {
  const say = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" minWidth="0">
      {fault ? <Banner tone="danger">{importFaultText(say, fault)}</Banner> : null}
      <Area
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={event => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
        }}
        onDrop={drop}
      >
        <FileUp aria-hidden />
        <chakra.p textStyle="section">{say(isTouchScreen() ? 'import.tap' : 'import.drop')}</chakra.p>
        <chakra.p textStyle="note" id={`${id}-types`} maxWidth="24rem">
          {say('import.drop-types')}
        </chakra.p>
        <Button look="solid" mt="2" aria-describedby={`${id}-types`} onClick={() => input.current?.click()}>
          {say('import.choose-file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedFileTypes}
          aria-label={say('import.choose-file')}
          onChange={event => {
            const file = event.currentTarget.files?.[0]
            // The same file may be chosen again after it was put right.
            event.currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </Area>
    </chakra.div>
  )
}
