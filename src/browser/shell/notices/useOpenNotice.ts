import type { NoticeItem } from '../../../api/notice.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { useNavigate } from '../../router/router.tsx'
import { useEditing } from '../../router/useRoute.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { hasActiveBlocker } from '../../ui/navigationBlockers.ts'
import { readNotices } from './noticeCalls.ts'

/** Opens what a notice tells of, in its store, and marks it as read. */
export function useOpenNotice(): (notice: NoticeItem) => Promise<void> {
  const say = useTranslate()
  const navigate = useNavigate()
  const editing = useEditing()
  const { store, switchStore } = useSession()
  return async ({ id, lojaId, pagina, lido }) => {
    const isElsewhere = store?.id !== lojaId
    if (isElsewhere && (editing || hasActiveBlocker()))
      return showToast({ tone: 'warning', text: say('session.store-switch-refused') })
    if (!lido) readNotices([id]).catch(() => undefined)
    if (!isElsewhere) return navigate(pagina)
    try {
      await switchStore(lojaId, () => navigate(pagina))
    } catch (error) {
      await dialogs.alert(error instanceof Error ? error.message : String(error))
    }
  }
}
