import { chakra } from '@chakra-ui/react/styled-system'
import type { Screen } from '../../../model/model.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { ScreenFormView } from './ScreenFormView.tsx'
import { useScreenForm } from './useScreenForm.ts'

/** A form that ends in a call: change the password. */
export function FormScreen({ screen, form }: { readonly screen: Screen; readonly form: ScreenBody<'form'> }) {
  const state = useScreenForm(screen, form)
  return (
    <chakra.div width="100%" maxWidth="34rem" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={{ ...screen, title: state.said.title }} />
      <chakra.div bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="lg" p={{ base: '4', md: '6' }}>
        <ScreenFormView form={form} state={state} />
      </chakra.div>
    </chakra.div>
  )
}
