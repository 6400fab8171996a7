import { chakra } from '@chakra-ui/react/styled-system'

/** Where a table scrolls: it fills the rest of the page, and the keyboard reaches it. */
const Frame = chakra('section', {
  base: {
    flex: '1',
    minHeight: '0',
    overflow: 'auto',
    mx: { base: '0', md: '6' },
    mb: { base: '0', md: '6' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: { base: 'none', md: 'md' },
    _focusVisible: { outlineOffset: '-2px' },
  },
})

export function TableFrame({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Frame aria-label={label} tabIndex={0}>
      {children}
    </Frame>
  )
}

/** A table whose header and first column stay while the rest scrolls. */
export const StickyTable = chakra('table', {
  base: {
    borderCollapse: 'separate',
    borderSpacing: 0,
    textStyle: 'table',
    minWidth: '100%',
    '& th, & td': {
      px: '3',
      py: '2',
      textAlign: 'start',
      verticalAlign: 'top',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
      bg: 'bg.panel',
    },
    '& thead th': {
      position: 'sticky',
      top: 0,
      zIndex: 'sticky',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'medium',
      borderColor: 'border',
      verticalAlign: 'bottom',
    },
    '& tbody th': { fontWeight: 'normal' },
    '& [data-first]': {
      position: 'sticky',
      insetInlineStart: 0,
      zIndex: 'base',
      borderInlineEndWidth: '1px',
      borderInlineEndColor: 'border',
    },
    '& thead [data-first]': { zIndex: 'bar' },
    '& tbody tr:hover > *': { bg: 'bg.subtle' },
    '& tbody tr[data-heading] > *': { bg: 'bg.muted', fontWeight: 'semibold', color: 'fg', py: '1.5', borderColor: 'border' },
    '& tbody tr[data-lead] > *': { bg: 'accent.subtle' },
  },
})

export interface TableColumn {
  readonly title: string
  readonly width: string | { readonly base: string; readonly md: string }
}

/** The head of such a table; its first column stays. */
export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, width }, at) => (
          <chakra.th key={title} scope="col" minWidth={width} {...(at === 0 ? { 'data-first': '' } : {})}>
            {title}
          </chakra.th>
        ))}
      </tr>
    </thead>
  )
}

/** A name as the definitions spell it, under the words that people read. */
export const Code = chakra('code', {
  base: { fontFamily: 'mono', fontSize: '0.75rem', color: 'fg.subtle', overflowWrap: 'anywhere' },
})

/** Said to screen readers only. */
export const Hidden = chakra('span', {
  base: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
})
