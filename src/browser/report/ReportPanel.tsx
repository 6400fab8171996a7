import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

interface Props {
  /** Of the title, by which the panel is named. */
  readonly id: string
  readonly title: string
  readonly help?: string | undefined
  readonly children: ReactNode
}

/** A titled box of a page of figures. */
export function ReportPanel({ id, title, help, children }: Props) {
  return (
    <chakra.section
      aria-labelledby={id}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      px="4"
      py="3"
      minWidth="0"
      css={{ breakInside: 'avoid' }}
    >
      <chakra.h2 id={id} textStyle="section" mb="1">
        {title}
      </chakra.h2>
      {help ? (
        <chakra.p color="fg.muted" mb="1">
          {help}
        </chakra.p>
      ) : null}
      {children}
    </chakra.section>
  )
}
