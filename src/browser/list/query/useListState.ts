import { useCallback, useMemo } from 'react'
import type { Register } from '../../../model/model.ts'
import { useSession } from '../../data/session.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { keepPageSize, withKeptPageSize } from './keptPageSize.ts'
import { type ListState, readListState, writeListState } from './listUrlState.ts'

export type ChangeState = (change: Partial<ListState>, how?: { readonly replace?: boolean }) => void

/** The list's state, which lives in the address. Typing replaces the entry in the history, a choice adds one. */
export function useListState(register: Register): readonly [ListState, ChangeState] {
  const [params, setParams] = useSearchParams()
  const { id } = useSession().user
  const state = useMemo(() => readListState(params, withKeptPageSize(id, register)), [params, register, id])
  const change = useCallback<ChangeState>(
    (change, { replace = false } = {}) => {
      if (change.perPage) keepPageSize(id, register, change.perPage)
      const next = (old: URLSearchParams): URLSearchParams => {
        const own = withKeptPageSize(id, register)
        return writeListState({ ...readListState(old, own), ...change }, own)
      }
      setParams(next, { replace })
    },
    [setParams, register, id],
  )
  return [state, change]
}
