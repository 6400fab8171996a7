import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '1',
    px: '4',
    py: '12',
    mx: 'auto',
    maxWidth: '28rem',
    '& > [data-icon]': {
      display: 'grid',
      placeItems: 'center',
      boxSize: '2.75rem',
      mb: '2',
      borderRadius: 'full',
      bg: 'bg.muted',
      color: 'fg.muted',
      '& svg': { boxSize: '1.375rem' },
    },
  },
})

export interface EmptyStateProps {
  readonly icon?: ReactNode
  /** The thing that is (not) there. */
  readonly title: string
  /** Why, in a sentence. */
  readonly text?: ReactNode
  /** Set where it stands for the whole page: the title is the page's. */
  readonly page?: boolean
  /** The next step, as a button. */
  readonly action?: ReactNode
}

/** Shows a text in place of content: why it is empty and what to do next. */
export function EmptyState({ icon, title, text, page = false, action }: EmptyStateProps) {
  return (
    <Root>
      {icon ? (
        <span data-icon aria-hidden>
          {icon}
        </span>
      ) : null}
      <chakra.p textStyle="section" {...(page ? { as: 'h1' as const } : {})}>
        {title}
      </chakra.p>
      {text ? <chakra.div color="fg.muted">{text}</chakra.div> : null}
      {action ? (
        <chakra.div mt="4" display="flex" gap="2" flexWrap="wrap" justifyContent="center">
          {action}
        </chakra.div>
      ) : null}
    </Root>
  )
}
