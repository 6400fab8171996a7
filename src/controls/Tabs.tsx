import { chakra } from '@chakra-ui/react/styled-system'
import { moveFocus } from './moveFocus.ts'
import { fadingEdges, useScrollEdges } from './useScrollEdges.ts'

export interface Tab {
  readonly id: string
  readonly title: string
  /** How many problems the tab holds; read aloud with `problemsLabel`. */
  readonly problems?: number
  readonly count?: number
}

const List = chakra('div', {
  base: {
    display: 'flex',
    gap: '1',
    borderBottomWidth: '1px',
    borderColor: 'border',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    isolation: 'isolate',
    ...fadingEdges,
    '& > button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      px: '3',
      minHeight: 'control',
      whiteSpace: 'nowrap',
      fontWeight: 'medium',
      color: 'fg.muted',
      borderTopRadius: 'md',
      _hover: { color: 'fg', bg: 'bg.muted' },
      _focusVisible: { outlineOffset: '-2px' },
      '&[aria-selected="true"]': {
        position: 'relative',
        color: 'accent.fg',
        _after: { content: '""', position: 'absolute', insetInline: '2', bottom: '-1px', height: '2px', bg: 'accent.solid' },
      },
    },
  },
})

const Count = chakra('span', {
  base: {
    fontSize: 'sm',
    lineHeight: '1.125rem',
    minWidth: '1.125rem',
    px: '1',
    borderRadius: 'full',
    textAlign: 'center',
    bg: 'colorPalette.muted',
    color: 'colorPalette.fg',
  },
})

export interface TabsProps {
  /** Prefix of the ids that join a tab and its panel: see `tabPanel`. */
  readonly id: string
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  /** "{n} problemas", for screen readers. */
  problemsLabel?(count: number): string
  onChange(id: string): void
}

/** A row of tabs; arrows move and choose. */
export function Tabs({ id, label, tabs, value, problemsLabel, onChange }: TabsProps) {
  return (
    <List
      ref={useScrollEdges()}
      role="tablist"
      aria-label={label}
      onKeyDown={event => moveFocus(event, '[role="tab"]', 'horizontal')}
    >
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={tab.id === value ? `${id}-panel-${tab.id}` : undefined}
          tabIndex={tab.id === value ? 0 : -1}
          onFocus={event => {
            if (tab.id !== value && event.currentTarget.matches(':focus-visible')) onChange(tab.id)
          }}
          onClick={() => onChange(tab.id)}
        >
          {tab.title}
          {tab.problems ? (
            <Count colorPalette="danger" aria-label={problemsLabel?.(tab.problems)}>
              {tab.problems}
            </Count>
          ) : null}
          {tab.count === undefined ? null : <Count colorPalette="neutral">{tab.count}</Count>}
        </button>
      ))}
    </List>
  )
}

/** Attributes of the panel of a tab. */
export const tabPanel = (id: string, tab: string) =>
  ({ role: 'tabpanel', id: `${id}-panel-${tab}`, 'aria-labelledby': `${id}-tab-${tab}`, tabIndex: -1 }) as const
