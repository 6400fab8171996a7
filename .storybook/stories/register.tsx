import model from 'virtual:model'
import { useEffect, useState } from 'react'
import { keepStoreId, keepToken } from '../../src/browser/data/identity.ts'
import { SessionProvider } from '../../src/browser/data/SessionProvider.tsx'
import { SurroundingsFromSession } from '../../src/browser/data/surroundings.tsx'
import { DialogHost } from '../../src/browser/frame/dialogs.tsx'
import { PageSkeleton } from '../../src/browser/frame/FrameSkeleton.tsx'
import { Page } from '../../src/browser/frame/Page.tsx'
import { MemoryRouter } from '../../src/browser/router/router.tsx'
import type { Scene } from '../scenes.ts'
import { answer, type Shown } from './answers.ts'

/** Where a scene takes place, as the browser's address. */
function addressOf(scene: Shown): string {
  const path = model.registers[scene.register]?.views.path ?? '/'
  if (scene.view === 'list') return path
  if (scene.state === 'create' || scene.state === 'problems') return `${path}/create`
  return `${path}/${model.registers[scene.register]?.textKey ? '10000001' : '1'}`
}

/** Calls of the page go to the story's own server; everything else to the network as ever. */
function answerCalls(scene: Shown): () => void {
  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith('/api/')) return real(input, init)
    return answer(model, scene, { method: init?.method ?? 'GET', url })
  }
  return () => {
    window.fetch = real
  }
}

/** One page of the product, alone, before a server that holds samples. */
function Stage({ scene }: { readonly scene: Shown }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    keepToken('story')
    keepStoreId(1)
    const restore = answerCalls(scene)
    setReady(true)
    return restore
  }, [scene])
  if (!ready) return null
  return (
    <MemoryRouter start={addressOf(scene)}>
      <SessionProvider waiting={<PageSkeleton />} failed={error => <p role="alert">{error.message}</p>} onOut={() => undefined}>
        <SurroundingsFromSession>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a page that scrolls is reached by keyboard */}
          <main tabIndex={0} style={{ height: '100dvh', overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
            <Page />
          </main>
        </SurroundingsFromSession>
      </SessionProvider>
      <DialogHost />
    </MemoryRouter>
  )
}

/** Sends the empty form. Who may not create meets a page without one. */
async function saveEmpty({ canvasElement }: { readonly canvasElement: HTMLElement }): Promise<void> {
  const until = Date.now() + 5000
  while (Date.now() < until) {
    const form = canvasElement.querySelector('form')
    if (form) return form.requestSubmit()
    if (canvasElement.querySelector('h1, h2')) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The story of a register in a scene; called by the modules that the plugin makes. */
export function registerStory(register: string, scene: Scene) {
  const shown: Shown = { ...scene, register }
  return {
    name: scene.title,
    render: () => <Stage key={`${register} ${scene.exportName}`} scene={shown} />,
    ...(scene.state === 'problems' ? { play: saveEmpty } : {}),
  }
}
