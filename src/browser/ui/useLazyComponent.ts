import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ChunkLoadError, reportChunkLoadError } from './chunkLoadError.ts'

/**
 * A component that is fetched when it is first wanted, and then at once. (React's `lazy` shows its fallback for at least 300 ms
 * after a click, which keys typed right after it would not survive.) When it does not come, a reload is offered and `missing` called.
 */
export function useLazyComponent<P>(
  load: (() => Promise<{ default: ComponentType<P> }>) | undefined,
  wanted: boolean,
  missing?: () => void,
): ComponentType<P> | undefined {
  const [found, setFound] = useState<{ readonly by: typeof load; readonly part: ComponentType<P> }>()
  const part = found?.by === load ? found?.part : undefined
  const told = useRef(missing)
  told.current = missing
  useEffect(() => {
    if (!load || !wanted || part) return
    let current = true
    load().then(
      module => {
        if (current) setFound({ by: load, part: module.default })
      },
      (error: unknown) => {
        if (!current) return
        if (error instanceof ChunkLoadError) reportChunkLoadError()
        told.current?.()
      },
    )
    return () => {
      current = false
    }
  }, [load, wanted, part])
  return part
}
