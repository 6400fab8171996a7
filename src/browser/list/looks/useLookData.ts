import { useCallback } from 'react'
import useSWR from 'swr'
import type { Register } from '../../../model/model.ts'
import type { CallError } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'
import type { RegisterRow } from '../../data/registerRows.ts'

/** The data of a look, and how a card moves in it before the server has said so. */
export interface LookData<T> {
  readonly data: T | undefined
  readonly error: CallError | undefined
  reload(): void
  /** Draws the change at once and saves it; a refused one is taken off again. */
  change(draw: (shown: T, saved?: RegisterRow) => T, save: () => Promise<RegisterRow | undefined>): Promise<void>
}

/** Data of a register's rows by a question, cached and kept live as rows are. */
export function useLookData<T>(register: Register, question: readonly unknown[], fetch: () => Promise<T>): LookData<T> {
  const { data, error, mutate } = useSWR<T, CallError>(['rows', register.name, cacheScope(), ...question], fetch, {
    keepPreviousData: true,
  })
  const change = useCallback<LookData<T>['change']>(
    async (draw, save) => {
      // Nothing is shown that could be moved before it is there.
      if (data === undefined) return
      await mutate(
        async shown => {
          const saved = await save()
          return shown === undefined ? shown : draw(shown, saved)
        },
        { optimisticData: shown => draw(shown ?? data), rollbackOnError: true, populateCache: true, revalidate: true },
      )
    },
    [mutate, data],
  )
  const reload = useCallback(() => void mutate(), [mutate])
  return { data, error, reload, change }
}
