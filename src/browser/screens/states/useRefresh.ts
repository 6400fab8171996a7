import { useEffect, useRef } from 'react'
import type { Register } from '../../../model/model.ts'
import type { StatesView } from '../../../model/screen.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { clearRegisterCache } from '../../data/caches.ts'

interface Context {
  readonly register: Register
  /** Whether it may be asked at all now. */
  readonly active: boolean
  evaluate(expression: string): unknown
  /** Whether the page itself asks by a call, which is made again and brings all there is. */
  readonly loads: boolean
}

/** Makes the call that brings a record up to date, again and again while its condition holds and the page is looked at. */
export function useRefresh(refresh: StatesView['refresh'], context: Context): void {
  const latest = useRef(context)
  latest.current = context
  const due = refresh !== undefined && context.active && context.evaluate(refresh.when) === true
  useEffect(() => {
    if (!refresh || !due) return
    let standing = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (): void => {
      if (standing) timer = setTimeout(() => void ask(), refresh.seconds * 1000)
    }
    const ask = async (): Promise<void> => {
      const { register, evaluate, loads } = latest.current
      // A failed call is repeated: the page says how things stand, and not each try.
      if (document.visibilityState === 'visible')
        await (loads ? Promise.resolve() : runCallSpec(refresh.call, {}, evaluate))
          .then(() => clearRegisterCache(register.name))
          .catch(() => undefined)
      later()
    }
    if (latest.current.loads) later()
    else void ask()
    return () => {
      standing = false
      clearTimeout(timer)
    }
  }, [refresh, due])
}
