/** When a page in the background, which draws no frames, does what waits for one. */
const patience = 100

/** Runs when the next frame has been drawn; `run` may be called twice. */
export function afterFrame(run: () => void): void {
  const none = setTimeout(run, patience)
  globalThis.requestAnimationFrame?.(() => {
    clearTimeout(none)
    setTimeout(run)
  })
}
