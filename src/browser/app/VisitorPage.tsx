import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { PublicModelReply } from '../../api/session.ts'
import { publicScreen } from '../../model/access/publicModel.ts'
import type { Model } from '../../model/model.ts'
import { CallError, call } from '../data/api.ts'
import { type ClientSession, SessionContextProvider } from '../data/session.tsx'
import { lazyModule } from '../ui/lazyModule.ts'
import { SessionInputServices } from './SessionInputServices.tsx'

const PublicScreen = lazy(lazyModule(() => import('../screens/PublicScreen.tsx')))

interface VisitorProps {
  readonly pathname: string
  /** The page of an address that is not public. */
  readonly otherwise: ReactNode
}

/** Somebody without a session: public pages are drawn from the definitions that everybody may see. */
export default function VisitorPage({ pathname, otherwise }: VisitorProps) {
  const [found, setFound] = useState<{ readonly pathname: string; readonly model: Model | undefined }>()
  useEffect(() => {
    let current = true
    const take = (model: Model | undefined): void => {
      if (current) setFound({ pathname, model })
    }
    call<PublicModelReply>('GET', 'publico', { query: { caminho: pathname }, keepSession: true, noRetry: true }).then(
      ({ data }) => take(data.model),
      (error: unknown) => {
        if (error instanceof CallError) take(undefined)
      },
    )
    return () => {
      current = false
    }
  }, [pathname])
  if (found?.pathname !== pathname) return null
  const screen = found.model && publicScreen(found.model, pathname)
  if (!found.model || !screen) return otherwise
  return (
    <SessionContextProvider session={nobody(found.model)}>
      <SessionInputServices>
        <Suspense fallback={null}>
          <PublicScreen key={screen.name} screen={screen} />
        </Suspense>
      </SessionInputServices>
    </SessionContextProvider>
  )
}

/** Returns the session that screens see of somebody who did not sign in. */
const nobody = (model: Model): ClientSession => ({
  user: { id: 0, email: '', nome: '', admin: false },
  store: null,
  stores: [],
  permission: { ADMIN: false, PROPRIETARIO: false },
  rights: {},
  model,
  adminActive: true,
  zone: 'America/Sao_Paulo',
  switchStore: async () => undefined,
  reload: async () => model,
  logout: async () => undefined,
})
