import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const prefix = 'Controles/'

/** A control alone, under its name; stories of pages bring their own page. */
export function ControlFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (!title.startsWith(prefix)) return children
  return (
    <chakra.main p="6" minHeight="100dvh" bg="bg.panel">
      <chakra.h1 textStyle="section" mb="4">
        {title.slice(prefix.length)}
      </chakra.h1>
      <chakra.div maxWidth="36rem">{children}</chakra.div>
    </chakra.main>
  )
}
