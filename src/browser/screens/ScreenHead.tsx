import { chakra } from '@chakra-ui/react/styled-system'
import type { Screen } from '../../model/model.ts'

/** Title and what the page is for. */
export function ScreenHead({ screen }: { readonly screen: Screen }) {
  return (
    <chakra.header mb="5">
      <chakra.h1 textStyle="title">{screen.title}</chakra.h1>
      {screen.help ? (
        <chakra.p color="fg.muted" mt="1">
          {screen.help}
        </chakra.p>
      ) : null}
    </chakra.header>
  )
}
