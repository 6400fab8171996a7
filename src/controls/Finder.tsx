import { chakra } from '@chakra-ui/react/styled-system'
import { Search } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { TextInput } from './fields/TextInput.tsx'
import type { FinderOption } from './finderOption.ts'
import { type FinderSearch, useFinder, useFinderFocus } from './useFinder.ts'

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    py: '1.5',
    minHeight: '2.5rem',
    borderRadius: 'md',
    cursor: 'pointer',
    '&[data-active]': { bg: 'bg.muted' },
    '&[aria-selected="true"]': { color: 'accent.fg', fontWeight: 'medium' },
    '& > svg, & > span[aria-hidden]': { color: 'fg.muted' },
    '& > svg': { boxSize: '1.125rem' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})

export interface FinderProps extends FinderSearch {
  /** Names box and list, read aloud. */
  readonly label: string
  readonly placeholder: string
  /** Shown when nothing is found. */
  empty(text: string): ReactNode
  /** Without the box, when there is little to choose from; arrows work on the list itself. */
  readonly box?: boolean
}

/** Type, arrows, Enter: a box over a list of what was found (a combobox whose list is always open). */
export function Finder(props: FinderProps) {
  const { label, placeholder, empty, box = true, onChoose } = props
  const { text, found, active, put, mark, onKeyDown } = useFinder(props)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const activeId = active && `${id}-${active.id}`
  useFinderFocus(activeId, box ? input : list)
  const aria = { 'aria-label': label, 'aria-activedescendant': activeId, onKeyDown }
  return (
    <>
      {box ? (
        <chakra.div p="2" borderBottomWidth="1px" borderColor="border.muted">
          <TextInput
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            ref={input}
            before={<Search aria-hidden />}
            placeholder={placeholder}
            value={text}
            onChange={event => put(event.currentTarget.value)}
            {...aria}
          />
        </chakra.div>
      ) : null}
      <chakra.div
        id={`${id}-list`}
        ref={list}
        role="listbox"
        {...(found.length > 0 ? { p: '1', overflow: 'auto', flex: '1', minHeight: '0' } : {})}
        {...(box ? { 'aria-label': label } : { tabIndex: 0, ...aria })}
      >
        {found.map((one, index) => (
          <Line
            key={one.id}
            id={`${id}-${one.id}`}
            role="option"
            aria-selected={one.current ?? false}
            data-active={one === active || undefined}
            onPointerMove={() => mark(index)}
            onClick={() => onChoose(one)}
          >
            <OptionTexts option={one} />
          </Line>
        ))}
      </chakra.div>
      {found.length === 0 ? (
        <chakra.p role="status" color="fg.muted" px="4" py="5" textAlign="center" flex="1">
          {empty(text)}
        </chakra.p>
      ) : null}
    </>
  )
}

const OptionTexts = ({ option }: { readonly option: FinderOption }) => (
  <>
    {option.icon}
    <chakra.span minWidth="0" flex="1">
      <chakra.span display="block" truncate>
        {option.title}
      </chakra.span>
      {option.detail ? (
        <chakra.span display="block" textStyle="note" fontWeight="normal" truncate>
          {option.detail}
        </chakra.span>
      ) : null}
    </chakra.span>
  </>
)
