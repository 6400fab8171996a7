import { chakra } from '@chakra-ui/react/styled-system'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { isTouchScreen } from '../../../controls/isTouchScreen.ts'
import type { Translate } from '../../../model/formatMessage.ts'

const Area = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    minWidth: '0',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderRadius: 'lg',
    p: { base: '0', md: '4' },
    borderColor: { base: 'transparent', md: 'border.emphasized' },
    '&[data-empty]': {
      alignItems: 'center',
      justifyContent: 'center',
      textAlign: 'center',
      minHeight: '14rem',
      gap: '2',
      p: '4',
      borderColor: 'border.emphasized',
    },
    '&[data-empty] > svg': { boxSize: '1.75rem', color: 'fg.muted' },
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  },
})

interface Props {
  /** How a file's name is matched, in words of people. */
  readonly hint: string
  /** Nothing is chosen yet. */
  readonly empty: boolean
  readonly disabled: boolean
  /** How far it is. */
  readonly status: string
  readonly say: Translate
  readonly children?: ReactNode
  onFiles(files: readonly File[]): void
}

/** Where many files are dropped or chosen; what was chosen stands inside. */
export function ImageChooser({ hint, empty, disabled, status, say, children, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <Area
      data-empty={empty || undefined}
      data-over={over || undefined}
      onDragOver={event => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={event => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      {empty ? (
        <>
          <ImagePlus aria-hidden />
          <chakra.p textStyle="section">{say(isTouchScreen() ? 'images.tap' : 'images.drop')}</chakra.p>
          <chakra.p textStyle="note" maxWidth="28rem">
            {hint}
          </chakra.p>
        </>
      ) : null}
      <chakra.div display="flex" gap={empty ? '0' : '3'} alignItems="center" flexWrap="wrap">
        <Button look={empty ? 'solid' : 'outline'} disabled={disabled} data-autofocus onClick={() => input.current?.click()}>
          {say(empty ? 'images.choose' : 'images.more')}
        </Button>
        <chakra.p role="status" fontVariantNumeric="tabular-nums">
          {status}
        </chakra.p>
      </chakra.div>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*"
        aria-label={say('images.choose')}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again after it was put right.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </Area>
  )
}
