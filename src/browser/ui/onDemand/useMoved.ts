import { useEffect, useState } from 'react'

/** Tells whether somebody is at the page: true once a pointer or a key moved. */
export function useMoved(): boolean {
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    const move = (): void => setMoved(true)
    addEventListener('pointermove', move, { once: true, passive: true })
    addEventListener('keydown', move, { once: true })
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('keydown', move)
    }
  }, [])
  return moved
}
