import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setCodeLoader } from '../controls/codeOnDemand.ts'

import '../controls/theme/font.css'
import '../controls/theme/forcedColors.css'
import { keepStyles } from '../controls/theme/styleMemory.ts'
import { themeSystem } from '../controls/theme/theme.ts'
import { charts } from '../plugins/charts/browser.ts'
import { nfeEditor } from '../plugins/nfe/browser.ts'
import { AdoptedStyles } from './app/AdoptedStyles.tsx'
import { App } from './app/App.tsx'
import { trustOwnScripts } from './app/ownScripts.ts'
import { prefetchPageCode } from './app/pageModules.ts'
import { prepareFirstPage } from './app/prepareFirstPage.ts'
import { beginFirstSession } from './data/first/firstSession.ts'
import { readStorage, writeStorage } from './data/storage.ts'
import { addPlugins } from './plugin.ts'
import { createBrowserHistory } from './router/history.ts'
import { Router } from './router/router.tsx'
import { DialogHost } from './ui/dialogs.tsx'
import './ui/firstPaint.css'
import { loadControlCode } from './ui/loadControlCode.ts'
import { Notices } from './ui/onDemand/Notices.tsx'
import { Tips } from './ui/onDemand/Tips.tsx'

/** Does a work at once while the page is new, for who leaves it soon, and later ones after a while. */
const atOnceAtFirst = (work: () => void): unknown => setTimeout(work, performance.now() < 2_000 ? 0 : 2_000)

const root = document.getElementById('root')
if (!root) throw new Error('no #root')

trustOwnScripts()
setCodeLoader(loadControlCode)
addPlugins([charts, nfeEditor])

// The file's name changes with everything that styles are made of.
if (import.meta.env.PROD)
  keepStyles(import.meta.url, readStorage('estilos'), text => writeStorage('estilos', text), atOnceAtFirst)

const places = createBrowserHistory()

/** Most milliseconds that the page's own boxes stand for the frame: then it says what it waits for. */
const patience = 500

const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <AdoptedStyles>
        <ChakraProvider value={themeSystem}>
          <Router places={places}>
            <App />
            <DialogHost />
          </Router>
          <Notices />
          <Tips />
        </ChakraProvider>
      </AdoptedStyles>
    </StrictMode>,
  )

// No await at the top: the code of pages imports this file, and would wait for it.
if (globalThis.firstCalls) {
  prefetchPageCode(location.pathname)
  void Promise.race([beginFirstSession(prepareFirstPage), new Promise(done => setTimeout(done, patience))]).then(draw)
} else draw()
