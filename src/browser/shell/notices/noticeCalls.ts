import useSWR, { type SWRResponse } from 'swr'
import { type NoticeChoiceItem, type NoticeChoicesReply, type NoticeItem, noticesOfCall } from '../../../api/notice.ts'
import { type CallError, call } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { useSession } from '../../data/session.tsx'

/** The name under which the server tells that notices changed, as it tells it of registers. */
const name = 'avisos'

/** How many notices wait to be read. */
export function useUnreadNotices(): number {
  const { user } = useSession()
  const { data = 0 } = useSWR(['notices', name, `${user.id}`], async () => {
    // Nobody asked for it: a session that is over ends by a deed of its person, not in the middle of what they type.
    return (await call<{ readonly naoLidos: number }>('GET', 'avisos/contagem', { keepSession: true })).data.naoLidos
  })
  return data
}

/** The newest notices; so many of them, or none at all. */
export function useNotices(limit: number | undefined): SWRResponse<readonly NoticeItem[], CallError> {
  const { user } = useSession()
  return useSWR<readonly NoticeItem[], CallError>(
    limit === undefined ? null : ['notices', name, `${user.id}`, limit],
    () => fetchNotices(limit ?? 0),
    { keepPreviousData: true },
  )
}

async function fetchNotices(count: number): Promise<readonly NoticeItem[]> {
  const found: NoticeItem[] = []
  for (let wanted = count; wanted > 0; wanted = count - found.length) {
    const query = { limite: Math.min(wanted, noticesOfCall), depois: found.at(-1)?.id }
    const { avisos } = (await call<{ readonly avisos: readonly NoticeItem[] }>('GET', 'avisos', { query })).data
    found.push(...avisos)
    if (avisos.length < query.limite) break
  }
  return found
}

/** Of what one may be told, and how one chose. */
export function useNoticeChoices(): SWRResponse<NoticeChoicesReply, CallError> {
  const { user } = useSession()
  return useSWR<NoticeChoicesReply, CallError>(['notices', 'choices', `${user.id}`], async () => {
    return (await call<NoticeChoicesReply>('GET', 'avisos/escolhas')).data
  })
}

/** Marks these as read, or all. */
export async function readNotices(ids?: readonly string[]): Promise<void> {
  await call('POST', 'avisos/lidos', { body: ids ? { ids } : {}, isRead: true })
  await clearRegisterCache(name)
}

/** Keeps how one wants to be told of something. */
export const keepNoticeChoice = ({ nome, app, email, push }: NoticeChoiceItem): Promise<unknown> =>
  call('POST', 'avisos/escolhas', { body: { nome, app, email, push }, isRead: true })
