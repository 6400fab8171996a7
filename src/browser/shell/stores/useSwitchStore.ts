import { showToast } from '../../../controls/overlays/toasts.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { addressInStore } from '../../router/addressInStore.ts'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { useEditing } from '../../router/useRoute.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { hasActiveBlocker } from '../../ui/navigationBlockers.ts'

/** What is said of a page that could not come along. */
const leftTexts = { record: 'session.store-record-left', page: 'session.store-page-left' } as const

/** Switches the store, unless a record is being edited; what was open stays open as far as the new store has it. */
export function useSwitchStore(): (id: number) => Promise<void> {
  const { store, stores, switchStore } = useSession()
  const say = useTranslate()
  const editing = useEditing()
  const navigate = useNavigate()
  const location = useLocation()
  const nameOf = (id: number): string => stores.find(one => one.id === id)?.nome_fantasia ?? ''
  return async id => {
    if (id === store?.id) return
    if (editing || hasActiveBlocker()) return showToast({ tone: 'warning', text: say('session.store-switch-refused') })
    try {
      await switchStore(id, ({ model, rights }) => {
        const { to, left } = addressInStore(model, rights, location)
        navigate(to, { replace: true })
        if (left) showToast({ tone: 'info', text: say(leftTexts[left], { store: nameOf(id) }) })
      })
    } catch (error) {
      await dialogs.alert(error instanceof Error ? error.message : String(error))
    }
  }
}
