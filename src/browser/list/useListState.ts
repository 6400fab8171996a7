import { useCallback, useMemo } from 'react'
import type { Register } from '../../model/model.ts'
import { useSearchParams } from '../router/router.tsx'
import { type ListState, readState, writeState } from './urlState.ts'

export type ChangeState = (change: Partial<ListState>, how?: { readonly replace?: boolean }) => void

/** The list's state, which lives in the address. Typing replaces the entry in the history, a choice adds one. */
export function useListState(register: Register): readonly [ListState, ChangeState] {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readState(params, register), [params, register])
  const change = useCallback<ChangeState>(
    (change, { replace = false } = {}) => {
      const next = (old: URLSearchParams): URLSearchParams => writeState({ ...readState(old, register), ...change }, register)
      setParams(next, { replace })
    },
    [setParams, register],
  )
  return [state, change]
}
