import { useEffect, useState } from 'react'

type Load = () => Promise<unknown>

const settledLoads = new WeakSet<Load>()

/**
 * Tells whether code that decides where things stand is there, or has failed to come; true where nothing is to be loaded. What stands
 * below waits for it: drawn before, it would be pushed away from under a hand that reaches for it.
 */
export function useSettledCode(load: Load | undefined): boolean {
  const [, tell] = useState(0)
  useEffect(() => {
    if (!load || settledLoads.has(load)) return
    let current = true
    const settle = (): void => {
      settledLoads.add(load)
      if (current) tell(times => times + 1)
    }
    void load().then(settle, settle)
    return () => {
      current = false
    }
  }, [load])
  return !load || settledLoads.has(load)
}
