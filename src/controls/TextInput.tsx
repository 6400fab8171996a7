import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps, ReactNode } from 'react'
import { fieldLook } from './fieldLook.ts'

const Box = chakra('input', {
  base: fieldLook,
  variants: { align: { end: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } } },
})
const Lines = chakra('textarea', {
  base: { ...fieldLook, py: '2', minHeight: '5rem', resize: 'vertical', fieldSizing: 'content', maxHeight: '24rem' },
})
const Wrap = chakra('span', {
  base: {
    position: 'relative',
    display: 'block',
    width: '100%',
    '& > [data-side]': {
      position: 'absolute',
      insetBlock: '1px',
      display: 'flex',
      alignItems: 'center',
      px: '2.5',
      color: 'fg.muted',
      fontSize: 'sm',
      pointerEvents: 'none',
      '& svg': { boxSize: '1rem' },
      '& button': { pointerEvents: 'auto' },
    },
    '& > [data-side="start"]': { insetInlineStart: '1px' },
    '& > [data-side="end"]': { insetInlineEnd: '1px' },
  },
})

export interface TextInputProps extends ComponentProps<typeof Box> {
  readonly invalid?: boolean
  /** A unit or icon inside the box: 'R$' before, '%' after. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** A one-line box. */
export function TextInput({ invalid = false, before, after, ...rest }: TextInputProps) {
  const box = (
    <Box
      aria-invalid={invalid || undefined}
      autoComplete="off"
      {...(before ? { ps: '9' } : {})}
      {...(after ? { pe: '9' } : {})}
      {...rest}
    />
  )
  if (!before && !after) return box
  return (
    <Wrap>
      {before ? <span data-side="start">{before}</span> : null}
      {box}
      {after ? <span data-side="end">{after}</span> : null}
    </Wrap>
  )
}

/** A box of several lines that grows with its text. */
export function TextArea({ invalid = false, ...rest }: ComponentProps<typeof Lines> & { readonly invalid?: boolean }) {
  return <Lines aria-invalid={invalid || undefined} {...rest} />
}
