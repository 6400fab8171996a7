import { useMemo, useRef } from 'react'
import { toast } from '../../controls/toasts.ts'
import { afterPaint } from '../data/painted.ts'
import { useSay } from '../data/session.tsx'
import { undo } from '../frame/undone.ts'

/** What was saved on this page, to be taken back: from the toast that says it, or by Ctrl+Z. */
export interface Undoing {
  /** Something was saved as this action: says so and offers to take it back. */
  did(action: string, text: string): void
  /** Takes the last one back; undefined when there is none. */
  undo(): Promise<void> | undefined
  redo(): Promise<void> | undefined
}

export function useUndoing(): Undoing {
  const say = useSay()
  const latest = useRef(say)
  latest.current = say
  return useMemo(() => createUndoing((code, params) => latest.current(code, params)), [])
}

type Say = ReturnType<typeof useSay>

function createUndoing(say: Say): Undoing {
  let done: string[] = []
  let undone: string[] = []

  /** `onto` keeps the undo itself, which is an action that can be taken back in turn. */
  const take = async (action: string, onto: (action: string) => void): Promise<void> => {
    const taken = await undo(say, action)
    if (taken && taken.desfeitos > 0) onto(taken.acaoId)
  }
  const takeDone = (action: string): Promise<void> => {
    done = done.filter(one => one !== action)
    return take(action, undo => undone.push(undo))
  }

  return {
    did(action, text) {
      if (!done.includes(action)) done.push(action)
      undone = []
      // Said once what was saved is on screen.
      afterPaint(() => toast({ text, undo: () => void takeDone(action) }))
    },
    undo() {
      const action = done.at(-1)
      return action === undefined ? undefined : takeDone(action)
    },
    redo() {
      const action = undone.pop()
      return action === undefined ? undefined : take(action, undo => done.push(undo))
    },
  }
}
