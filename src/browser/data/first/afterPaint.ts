/** Milliseconds after which what waits is done all the same: a tab in the background is not painted. */
const most = 250

/** Does what can wait once what just changed is on screen; gives what calls it off. */
export function afterPaint(act: () => void): () => void {
  let done = false
  const once = (): void => {
    if (done) return
    done = true
    act()
  }
  globalThis.requestAnimationFrame?.(() => setTimeout(once))
  setTimeout(once, most)
  return () => {
    done = true
  }
}
