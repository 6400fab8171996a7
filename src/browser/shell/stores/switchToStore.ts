import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { ClientSession } from '../../data/session.tsx'
import { addressInStore } from '../../router/addressInStore.ts'
import type { Location } from '../../router/history.ts'
import type { Navigate } from '../../router/router.tsx'
import { dialogs } from '../../ui/dialogs.tsx'
import { hasActiveBlocker } from '../../ui/navigationBlockers.ts'

/** The page on which the store is switched. */
interface SwitchedPage {
  readonly session: ClientSession
  readonly say: Translate
  /** A record is open for change. */
  readonly editing: boolean
  readonly navigate: Navigate
  readonly location: Location
}

/** The messages about a page that could not come along. */
const leftTexts = { record: 'session.store-record-left', page: 'session.store-page-left' } as const

/** Switches the store, unless a record is being edited; what was open stays open as far as the new store has it. */
export async function switchToStore(id: number, { session, say, editing, navigate, location }: SwitchedPage): Promise<void> {
  if (id === session.store?.id) return
  if (editing || hasActiveBlocker()) return showToast({ tone: 'warning', text: say('session.store-switch-refused') })
  const store = session.stores.find(one => one.id === id)?.nome_fantasia ?? ''
  try {
    await session.switchStore(id, ({ model, rights }) => {
      const { to, left } = addressInStore(model, rights, location)
      navigate(to, { replace: true })
      if (left) showToast({ tone: 'info', text: say(leftTexts[left], { store }) })
    })
  } catch (error) {
    await dialogs.alert(error instanceof Error ? error.message : String(error))
  }
}
