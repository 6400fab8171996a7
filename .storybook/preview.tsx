import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { Preview } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import { configure } from 'storybook/test'
import { Toaster } from '../src/controls/overlays/Toaster.tsx'
import TooltipLayer from '../src/controls/overlays/Tooltip.tsx'
import { themeSystem } from '../src/controls/theme/theme.ts'
import { ControlFrame } from './ControlFrame.tsx'

// A story waits for what is meant, however busy the machine is: a second, as the library says, is no time for a module that is fetched.
configure({ asyncUtilTimeout: 60_000 })

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    // The pages that an administrator comes for stand first.
    options: {
      storySort: {
        method: 'alphabetical',
        order: [
          'Revisão',
          ['Mudanças', 'Permissões', 'Mensagens', '*'],
          'Registros',
          'Relatórios',
          'Importações',
          'Telas',
          'Controles',
        ],
      },
    },
    viewport: {
      options: {
        phone: { name: 'Celular 390', styles: { width: '390px', height: '844px' } },
        tablet: { name: 'Tablet 1024', styles: { width: '1024px', height: '768px' } },
        desk: { name: 'Mesa 1440', styles: { width: '1440px', height: '900px' } },
      },
    },
  },
  globalTypes: {
    theme: {
      description: 'Tema',
      toolbar: {
        title: 'Tema',
        icon: 'contrast',
        items: [
          { value: 'light', title: 'Claro' },
          { value: 'dark', title: 'Escuro' },
        ],
        dynamicTitle: true,
      },
    },
  },
  // Which definitions a story shows is asked by its address alone: productModel.ts.
  initialGlobals: { theme: 'light', camadas: 'camadas' },
  decorators: [
    (Story, { globals, title }) => {
      useLayoutEffect(() => {
        document.documentElement.classList.toggle('dark', globals.theme === 'dark')
        document.documentElement.lang = 'pt-BR'
      }, [globals.theme])
      return (
        <ChakraProvider value={themeSystem}>
          <ControlFrame title={title}>
            <Story />
          </ControlFrame>
          <Toaster closeLabel="Fechar" undoLabel="Desfazer" regionLabel="Avisos" />
          <TooltipLayer />
        </ChakraProvider>
      )
    },
  ],
}

export default preview
