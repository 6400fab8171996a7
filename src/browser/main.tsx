import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setCodeLoader } from '../controls/codeOnDemand.ts'
import { Toaster } from '../controls/overlays/Toaster.tsx'

import '../controls/theme/font.css'
import { themeSystem } from '../controls/theme/theme.ts'
import { charts } from '../plugins/charts/browser.ts'
import { AdoptedStyles } from './app/AdoptedStyles.tsx'
import { App } from './app/App.tsx'
import { addPlugins } from './plugin.ts'
import { createBrowserHistory } from './router/history.ts'
import { Router } from './router/router.tsx'
import { DialogHost } from './ui/dialogs.tsx'
import './ui/firstPaint.css'
import { fallbackTexts } from './ui/fallbackTexts.ts'
import { loadControlCode } from './ui/loadControlCode.ts'
import { Tips } from './ui/Tips.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no #root in index.html')

setCodeLoader(loadControlCode)
addPlugins([charts])

const places = createBrowserHistory()

createRoot(root).render(
  <StrictMode>
    <AdoptedStyles>
      <ChakraProvider value={themeSystem}>
        <Router places={places}>
          <App />
          <DialogHost />
        </Router>
        <Toaster closeLabel={fallbackTexts.close} undoLabel={fallbackTexts.undo} regionLabel={fallbackTexts.notices} />
        <Tips />
      </ChakraProvider>
    </AdoptedStyles>
  </StrictMode>,
)
