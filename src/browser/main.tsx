import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../controls/Toaster.tsx'
import { TooltipLayer } from '../controls/Tooltip.tsx'
import '../controls/font.css'
import { themeSystem } from '../controls/theme.ts'
import { App } from './frame/App.tsx'
import { addOverlay } from './frame/corner.ts'
import { DialogHost } from './frame/dialogs.tsx'
import { fallbackTexts } from './frame/words.ts'
import { addPlugin } from './report/plugins.ts'
import { createBrowserHistory } from './router/places.ts'
import { Router } from './router/router.tsx'
import { addPluginScreen } from './screen/plugins.ts'

const root = document.getElementById('root')
if (!root) throw new Error('no #root in index.html')

addPlugin('charts', () => import('../plugins/charts/browser.tsx'))
addPluginScreen('survey', () => import('../plugins/survey/Summary.tsx'))
addOverlay(() => import('../plugins/survey/browser.tsx'))

const places = createBrowserHistory()

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={themeSystem}>
      <Router places={places}>
        <App />
        <DialogHost />
      </Router>
      <Toaster closeLabel={fallbackTexts.close} undoLabel={fallbackTexts.undo} regionLabel={fallbackTexts.notices} />
      <TooltipLayer />
    </ChakraProvider>
  </StrictMode>,
)
