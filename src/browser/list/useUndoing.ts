import { useMemo, useRef } from 'react'
import { toast } from '../../controls/toasts.ts'
import { afterPaint } from '../data/painted.ts'
import { useSay } from '../data/session.tsx'
import { undo } from '../frame/undone.ts'
import { createUndoing, type Undoing } from './undoing.ts'

/** The undoing of one page. */
export function useUndoing(): Undoing {
  const say = useSay()
  const latest = useRef(say)
  latest.current = say
  return useMemo(
    () =>
      createUndoing({
        take: async action => {
          let away = false
          const taken = await undo(latest.current, action, undefined, () => {
            away = true
          })
          return away ? 'away' : taken
        },
        // Said once what was saved is on screen.
        tell: (text, undo) => afterPaint(() => toast({ text, undo })),
      }),
    [],
  )
}
