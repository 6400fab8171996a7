import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeOnDemand } from './codeOnDemand.ts'

/**
 * The code once it is there, asked for when it is first `wanted`. (React's `lazy` shows its fallback for at least 300 ms after a
 * click, which keys pressed right after it would not survive.) `missing` is called when it does not come.
 */
export function useCodeOnDemand<M>(code: CodeOnDemand<M>, wanted: boolean, missing: () => void): M | undefined {
  const [, setCame] = useState(false)
  const told = useRef(missing)
  told.current = missing
  const found = code.now()
  useEffect(() => {
    if (!wanted || found) return
    let current = true
    code().then(
      // At once, with the focus that it takes: the next key is meant for it.
      () => current && flushSync(() => setCame(true)),
      () => current && told.current(),
    )
    return () => {
      current = false
    }
  }, [code, wanted, found])
  return found
}
