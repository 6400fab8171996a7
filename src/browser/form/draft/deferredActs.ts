import { afterPaint } from '../../data/first/afterPaint.ts'

/** Acts that wait for the next frame: a letter is painted before what follows from it. */
export interface DeferredActs {
  defer(act: () => void): void
  /** Does now what still waits. */
  settle(): void
}

export function createDeferredActs(): DeferredActs {
  let awaited: (() => void)[] = []
  const settle = (): void => {
    const acts = awaited
    awaited = []
    for (const act of acts) act()
  }
  return {
    defer(act) {
      awaited.push(act)
      if (awaited.length === 1) afterPaint(settle)
    },
    settle,
  }
}
