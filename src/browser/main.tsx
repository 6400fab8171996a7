import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../controls/Toaster.tsx'
import { TooltipLayer } from '../controls/Tooltip.tsx'
import '../controls/font.css'
import { system } from '../controls/theme.ts'
import { App } from './frame/App.tsx'
import { addCorner } from './frame/corner.ts'
import { DialogHost } from './frame/dialogs.tsx'
import { words } from './frame/words.ts'
import { addPlugin } from './report/plugins.ts'
import { browserPlaces } from './router/places.ts'
import { Router } from './router/router.tsx'
import { addScreen } from './screen/plugins.ts'

const root = document.getElementById('root')
if (!root) throw new Error('no #root in index.html')

addPlugin('charts', () => import('../plugins/charts/browser.tsx'))
addScreen('survey', () => import('../plugins/survey/Summary.tsx'))
addCorner(() => import('../plugins/survey/browser.tsx'))

const places = browserPlaces()

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <Router places={places}>
        <App />
        <DialogHost />
      </Router>
      <Toaster closeLabel={words.close} undoLabel={words.undo} regionLabel={words.notices} />
      <TooltipLayer />
    </ChakraProvider>
  </StrictMode>,
)
