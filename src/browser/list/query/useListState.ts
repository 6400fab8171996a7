import { useCallback, useMemo } from 'react'
import type { Register } from '../../../model/model.ts'
import { useSession } from '../../data/session.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { keepPageSize, keptLook, withKeptPageSize } from './keptPageSize.ts'
import { type ListState, readListState, writeListState } from './listUrlState.ts'

export type ChangeState = (change: Partial<ListState>, how?: { readonly replace?: boolean }) => void

/** The list's state, which lives in the address. Typing replaces the entry in the history, a choice adds one. */
export function useListState(register: Register): readonly [ListState, ChangeState] {
  const [params, setParams] = useSearchParams()
  const { id } = useSession().user
  const read = useCallback(
    (from: URLSearchParams) => readListState(from, withKeptPageSize(id, register), keptLook(id, register)),
    [register, id],
  )
  const state = useMemo(() => read(params), [params, read])
  const change = useCallback<ChangeState>(
    (change, { replace = false } = {}) => {
      if (change.perPage) keepPageSize(id, register, change.perPage)
      setParams(old => writeListState({ ...read(old), ...change }, withKeptPageSize(id, register)), { replace })
    },
    [setParams, register, id, read],
  )
  return [state, change]
}
