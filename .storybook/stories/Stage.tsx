import { type ReactNode, useEffect, useState } from 'react'
import { SWRConfig } from 'swr'
import { RoutedPage } from '../../src/browser/app/RoutedPage.tsx'
import { SessionInputServices } from '../../src/browser/app/SessionInputServices.tsx'
import { saveStoreId, saveToken } from '../../src/browser/data/identity.ts'
import { SessionProvider } from '../../src/browser/data/SessionProvider.tsx'
import { MemoryRouter } from '../../src/browser/router/router.tsx'
import { PageSkeleton } from '../../src/browser/shell/FrameSkeleton.tsx'
import { DialogHost } from '../../src/browser/ui/dialogs.tsx'

/** A request to a story's server. */
export interface StoryRequest {
  readonly method: string
  readonly url: URL
}

type Answer = (request: StoryRequest) => Response | Promise<Response>

/** Calls of the page go to the story's own server; everything else to the network as ever. */
function answerCalls(answer: Answer): () => void {
  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith('/api/')) return real(input, init)
    return answer({ method: init?.method ?? 'GET', url })
  }
  return () => {
    window.fetch = real
  }
}

/** Forgets what earlier stories kept in this browser (drafts, widths, folded filters); Storybook's own stays. */
function forgetKept(): void {
  for (const key of Object.keys(localStorage)) if (!key.startsWith('@storybook')) localStorage.removeItem(key)
}

/** Each story reads for itself: what another one's server answered, or never answered, is not remembered. */
const ownCache = { provider: () => new Map() }

interface StageProps {
  readonly start: string
  readonly answer: Answer
  /** The content in place of the page at that address. */
  readonly children?: ReactNode
  /** Whether the page stands in no frame and is the main part by itself. */
  readonly isWhole?: boolean
}

/** One page of the product, alone, before a server that holds samples. `answer` must stay the same function. */
export function Stage({ start, answer, children = <RoutedPage />, isWhole = false }: StageProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    forgetKept()
    saveToken('story')
    saveStoreId(1)
    const restore = answerCalls(answer)
    setReady(true)
    return restore
  }, [answer])
  if (!ready) return null
  return (
    <SWRConfig value={ownCache}>
      <MemoryRouter start={start}>
        <SessionProvider
          fallback={<PageSkeleton />}
          renderError={error => <p role="alert">{error.message}</p>}
          onSignedOut={() => undefined}
          onOtherUser={() => undefined}
        >
          <SessionInputServices>
            {isWhole ? (
              children
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a page that scrolls is reached by keyboard
              <main tabIndex={0} style={{ height: '100dvh', overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
                {children}
              </main>
            )}
          </SessionInputServices>
        </SessionProvider>
        <DialogHost />
      </MemoryRouter>
    </SWRConfig>
  )
}
