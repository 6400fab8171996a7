import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  readonly about: string
  /** Beside the title: whether it is on. */
  readonly status?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** One part of the page: what it is, how it stands, what can be done. */
export function FactorSection({ title, about, status, actions, children }: Props) {
  const id = useId()
  return (
    <chakra.section
      aria-labelledby={id}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      p="4"
      display="flex"
      flexDirection="column"
      gap="3"
    >
      <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap">
        <chakra.h2 id={id} textStyle="section">
          {title}
        </chakra.h2>
        {status}
      </chakra.div>
      <chakra.p color="fg.muted">{about}</chakra.p>
      {children}
      {actions ? (
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          {actions}
        </chakra.div>
      ) : null}
    </chakra.section>
  )
}
