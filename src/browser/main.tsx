import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../controls/overlays/Toaster.tsx'
import { TooltipLayer } from '../controls/overlays/Tooltip.tsx'
import '../controls/theme/font.css'
import { themeSystem } from '../controls/theme/theme.ts'
import { App } from './app/App.tsx'
import { addOverlay } from './app/overlays.ts'
import { addPlugin } from './report/plugins.ts'
import { createBrowserHistory } from './router/history.ts'
import { Router } from './router/router.tsx'
import { addPluginScreen } from './screens/pluginScreens.ts'
import { DialogHost } from './ui/dialogs.tsx'
import { fallbackTexts } from './ui/fallbackTexts.ts'

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
