import { useCallback } from 'react'
import useSWR from 'swr'
import type { CommentPerson, CommentReply } from '../../../api/comment.ts'
import type { Register } from '../../../model/model.ts'
import { type CallError, call } from '../../data/api.ts'
import { cacheScope, clearRegisterCache } from '../../data/caches.ts'
import { storeId } from '../../data/identity.ts'

/** So many of the newest comments of a record, and all down to the one that is named; and the calls that change them. Told live, since their key has the register's name. */
export function useComments({ name }: Register, id: string, limit: number, named: string | null) {
  const path = `${name}/${encodeURIComponent(id)}/comentarios`
  const { data, error, isLoading } = useSWR<{ readonly rows: readonly CommentReply[]; readonly count: number }, CallError>(
    ['comments', name, cacheScope(), id, limit, named],
    async () => {
      const rows: CommentReply[] = []
      let count = 0
      const missing = (): boolean => named !== null && rows.every(row => row.id !== named)
      // A call gives a hundred at most.
      for (let skip = 0; skip < limit || missing(); skip += 100) {
        const query = { skip, limit: missing() ? 100 : Math.min(100, limit - skip) }
        const reply = await call<CommentReply[]>('GET', path, { query, keepSession: true })
        rows.push(...reply.data)
        count = reply.count ?? rows.length
        if (rows.length >= count) break
      }
      return { rows, count }
    },
    { keepPreviousData: true },
  )
  const act = useCallback(
    async (method: 'POST' | 'PATCH' | 'DELETE', rest: string, body: object): Promise<void> => {
      await call(
        method,
        `${path}${rest}`,
        method === 'DELETE' ? { query: { lojaId: storeId() } } : { body: { lojaId: storeId(), ...body } },
      )
      await clearRegisterCache(name)
    },
    [path, name],
  )
  const people = useCallback(
    async (busca: string): Promise<readonly CommentPerson[]> =>
      (await call<CommentPerson[]>('GET', `${path}/pessoas`, { query: { busca }, keepSession: true })).data,
    [path],
  )
  return { rows: data?.rows, count: data?.count ?? 0, error, isLoading, act, people }
}

export type CommentCalls = ReturnType<typeof useComments>
