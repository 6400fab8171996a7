import { chakra } from '@chakra-ui/react/styled-system'
import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../src/controls/Button.tsx'
import { TextInput } from '../../src/controls/fields/TextInput.tsx'

const Main = chakra('main', {
  base: { height: '100dvh', display: 'flex', flexDirection: 'column', bg: 'bg', color: 'fg', minWidth: 0 },
})
const Head = chakra('header', {
  base: { display: 'flex', flexDirection: 'column', gap: '3', px: { base: '4', md: '6' }, pt: '5', pb: '3' },
})
const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } })

/** The scrolling part under a page's title, where it is no table. */
export const PageBody = chakra('section', {
  base: {
    flex: '1',
    minHeight: '0',
    overflow: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: '6',
    px: { base: '4', md: '6' },
    pb: '8',
    '& > *': { flexShrink: 0 },
    _focusVisible: { outlineOffset: '-2px' },
  },
})

export interface PageLayoutProps {
  readonly title: string
  /** A line under the title: what the page tells, and how much of it. */
  readonly note: ReactNode
  readonly tools: ReactNode
  readonly children: ReactNode
}

/** A page of the review: title, tools, and the content that fills the rest. */
export function PageLayout({ title, note, tools, children }: PageLayoutProps) {
  return (
    <Main>
      <Head>
        <div>
          <chakra.h1 textStyle="title">{title}</chakra.h1>
          <chakra.p textStyle="note" mt="0.5">
            {note}
          </chakra.p>
        </div>
        <Tools>{tools}</Tools>
      </Head>
      {children}
    </Main>
  )
}

/** The search box of a page. */
export function SearchTool({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  onChange(value: string): void
}) {
  return (
    <chakra.div width={{ base: '100%', md: '20rem' }}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        before={<Search aria-hidden />}
        {...(value
          ? {
              after: (
                <IconButton label="Limpar a busca" size="sm" onClick={() => onChange('')}>
                  <X aria-hidden />
                </IconButton>
              ),
            }
          : {})}
      />
    </chakra.div>
  )
}

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '0.5',
    p: '0.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    bg: 'bg.panel',
  },
})

export interface Option {
  readonly id: string
  readonly title: string
}

/** One of a few: buttons side by side, the chosen one pressed. */
export function Choose({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  onChange(id: string): void
}) {
  return (
    <Group role="group" aria-label={label}>
      {options.map(option => (
        <Button key={option.id} look="ghost" size="sm" aria-pressed={option.id === value} onClick={() => onChange(option.id)}>
          {option.title}
        </Button>
      ))}
    </Group>
  )
}
