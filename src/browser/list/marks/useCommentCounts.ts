import useSWR from 'swr'
import type { CommentCountReply } from '../../../api/comment.ts'
import type { Register } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'

/** Keys of one call. */
const MOST = 200

export type CommentCounts = ReadonlyMap<string, CommentCountReply>

const none: CommentCounts = new Map()

/** How much is said of these records, told live; empty until it is known, and where the register has no comments. */
export function useCommentCounts({ name, discuss }: Register, ids: readonly string[]): CommentCounts {
  const key = discuss && ids.length > 0 ? ['comments', name, cacheScope(), 'counts', ids.join()] : null
  const { data } = useSWR<CommentCounts>(
    key,
    async () => {
      const parts = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, at) => ids.slice(at * MOST, (at + 1) * MOST))
      const replies = await Promise.all(
        parts.map(part =>
          call<CommentCountReply[]>('GET', `${name}/comentarios/contagem`, { query: { ids: part.join() }, keepSession: true }),
        ),
      )
      return new Map(replies.flatMap(reply => reply.data.map(one => [one.id, one] as const)))
    },
    // A number beside a record is worth no failure: what cannot be read stays away.
    { keepPreviousData: true, shouldRetryOnError: false },
  )
  return data ?? none
}
