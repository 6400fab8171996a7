import { useCallback, useMemo } from 'react'
import type { Register } from '../../../model/model.ts'
import { useSearchParams } from '../../router/router.tsx'
import { type ListState, readListState, writeListState } from './listUrlState.ts'

export type ChangeState = (change: Partial<ListState>, how?: { readonly replace?: boolean }) => void

/** The list's state, which lives in the address. Typing replaces the entry in the history, a choice adds one. */
export function useListState(register: Register): readonly [ListState, ChangeState] {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params, register), [params, register])
  const change = useCallback<ChangeState>(
    (change, { replace = false } = {}) => {
      const next = (old: URLSearchParams): URLSearchParams =>
        writeListState({ ...readListState(old, register), ...change }, register)
      setParams(next, { replace })
    },
    [setParams, register],
  )
  return [state, change]
}
