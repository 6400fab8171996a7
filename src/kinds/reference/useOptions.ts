import { useEffect, useRef, useState } from 'react'
import { type ReferenceOption, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'

/** The finds of a search so far. */
export interface FoundOptions {
  readonly options: readonly ReferenceOption[]
  readonly state: 'idle' | 'short' | 'searching' | 'found' | 'failed'
}

const idle: FoundOptions = { options: [], state: 'idle' }

/** Searches while the list is open: at once when it opens, then when typing pauses. Old answers never overtake new ones. */
export function useOptions(target: ReferenceTarget, text: string, open: boolean): FoundOptions {
  const { search } = useInputServices()
  const [found, setFound] = useState(idle)
  const { to, from, where } = target
  const short = text.trim().length < from
  useEffect(() => {
    if (!open || short) return setFound(open ? { options: [], state: 'short' } : idle)
    let current = true
    setFound(before => ({ ...before, state: 'searching' }))
    const run = (): void => {
      search(to, text.trim(), where).then(
        options => current && setFound({ options, state: 'found' }),
        () => current && setFound({ options: [], state: 'failed' }),
      )
    }
    // A register that asks for characters first is a long one: its searches wait a little more.
    const timer = setTimeout(run, text === '' ? 0 : from > 0 ? 500 : 300)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [search, to, from, where, text, open, short])
  return found
}

/** The text of the record that a value points at: given, asked for, or until that has answered as a search offered it. */
export function useLabel(
  target: ReferenceTarget | undefined,
  id: string | number | undefined,
  given: string | undefined,
  lost?: () => void,
): string | undefined {
  const { labelOf, offered } = useInputServices()
  const tell = useRef(lost)
  tell.current = lost
  const [known, setKnown] = useState<{ readonly key: string; readonly label: string | undefined }>()
  const key = target && id !== undefined ? `${target.to}/${id}` : ''
  const missing = given === undefined && key !== '' && known?.key !== key
  useEffect(() => {
    if (!missing || !target || id === undefined) return
    let current = true
    labelOf(target.to, id).then(
      label => current && setKnown({ key, label }),
      () => {
        if (!current) return
        setKnown({ key, label: undefined })
        tell.current?.()
      },
    )
    return () => {
      current = false
    }
  }, [missing, key, target, id, labelOf])
  if (id === undefined) return undefined
  return given ?? (known?.key === key ? known.label : undefined) ?? (target && offered?.(target.to, id))
}
