import { chakra } from '@chakra-ui/react/styled-system'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Popover } from '../../controls/overlays/Popover.tsx'
import { Spinner } from '../../controls/Spinner.tsx'
import { type ReferenceOption, useInputServices } from '../inputServices.tsx'
import type { FoundOptions } from './useOptions.ts'

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '2',
    minHeight: '2rem',
    px: '2.5',
    py: '1.5',
    borderRadius: 'sm',
    cursor: 'pointer',
    fontSize: 'md',
    '&[data-active]': { bg: 'bg.muted' },
    '&[aria-selected="true"]': { fontWeight: 'medium' },
    '& svg': { boxSize: '1rem', alignSelf: 'center', color: 'accent.fg' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})

const Lines = chakra('div', { base: { flex: '1', minHeight: '0', overflow: 'auto' } })

const Note = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2', px: '2.5', py: '2', textStyle: 'note' } })

export interface OptionsProps {
  readonly id: string
  readonly label: string
  readonly open: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly found: FoundOptions
  readonly from: number
  readonly active: number
  readonly chosen: string | number | undefined
  /** Text of the line that creates a record; absent when the user may not. */
  readonly create: string | undefined
  onChoose(at: number): void
  onHover(at: number): void
  onClose(): void
}

/** The suggestions under a reference: code and label, and at the end the line that creates what was not found. */
export function Options({
  id,
  label,
  open,
  anchor,
  found,
  from,
  active,
  chosen,
  create,
  onChoose,
  onHover,
  onClose,
}: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open && active >= 0) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, open])
  const line = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'data-active': at === active || undefined,
    // The pointer must not take the focus from the box.
    onPointerDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => onChoose(at),
    onPointerMove: () => at !== active && onHover(at),
  })
  return (
    <Popover
      open={open}
      anchor={anchor}
      sameWidth
      onClose={onClose}
      p="1"
      maxWidth="32rem"
      display="flex"
      flexDirection="column"
      overflow="hidden"
    >
      <Message found={found} from={from} label={label} />
      {/* The listbox scrolls, and no panel around it: axe knows only of a listbox that the keys of its combobox move it. */}
      <Lines ref={list} id={id} role="listbox" aria-label={label}>
        {found.options.map((option, at) => (
          <Line
            key={option.id}
            {...line(at)}
            aria-selected={option.id === chosen}
            opacity={found.state === 'searching' ? 0.6 : 1}
          >
            <OptionText option={option} />
          </Line>
        ))}
        {create === undefined ? null : (
          <Line key="+" {...line(found.options.length)} aria-selected={false}>
            <Plus aria-hidden />
            {create}
          </Line>
        )}
      </Lines>
    </Popover>
  )
}

function OptionText({ option }: { option: ReferenceOption }) {
  return (
    <>
      {option.code === undefined || option.code === '' ? null : (
        <chakra.span color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums" flexShrink={0}>
          {option.code}
        </chakra.span>
      )}
      <chakra.span minWidth="0">{option.label}</chakra.span>
    </>
  )
}

function Message({ found, from, label }: Pick<OptionsProps, 'found' | 'from' | 'label'>) {
  const { say } = useInputServices()
  const first = found.options.length === 0
  const text =
    found.state === 'short'
      ? say('search-min', { min: from })
      : found.state === 'failed'
        ? say('load-options-failed', { resource: label })
        : found.state === 'found' && first
          ? say('empty')
          : found.state === 'searching' && first
            ? say('searching')
            : found.options[0]?.like
              ? say('search-like')
              : undefined
  return (
    <Note role="status" {...(text ? {} : { p: '0' })}>
      {found.state === 'searching' && first ? <Spinner /> : null}
      {text}
    </Note>
  )
}
