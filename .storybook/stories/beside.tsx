import { chakra } from '@chakra-ui/react/styled-system'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import { modelAddress } from '../productModel.ts'

/** The same scene twice: as the product has it, and with the layers over it. Called by the modules that the plugin makes. */
export function besideStory(title: string, name: string, exportName: string) {
  const id = toId(title, storyNameFromExport(exportName))
  return {
    name,
    render: () => (
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="2" minH="100vh">
        <Side id={id} title="Do produto" model="produto" />
        <Side id={id} title="Com as camadas" model="camadas" />
      </chakra.div>
    ),
  }
}

function Side({ id, title, model }: { readonly id: string; readonly title: string; readonly model: 'produto' | 'camadas' }) {
  return (
    <chakra.section display="flex" flexDirection="column" aria-label={title}>
      <chakra.h2 fontWeight="semibold" p="2">
        {title}
      </chakra.h2>
      <chakra.iframe src={modelAddress(id, model)} title={title} flex="1" minH="90vh" border="0" />
    </chakra.section>
  )
}
