/** Longest stretch of work before the page gets its turn: well under a frame of 16 ms. */
const BUDGET = 8
/** Between two tellings: drawing progress costs more than a step of the work. */
const PAUSE = 80

/** Lets the page paint and answer; unlike a timer it is not slowed down in a tab that is not seen. */
function breath(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/**
 * Runs long work in slices. `stale` is asked between them: work that nobody waits for any more ends and gives nothing.
 */
export async function runInSlices<Step, T>(
  work: Generator<Step, T>,
  tell: (step: Step) => void,
  stale: () => boolean,
): Promise<T | undefined> {
  let start = performance.now()
  let told = start
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - start < BUDGET) continue
    if (performance.now() - told > PAUSE) {
      tell(step.value)
      told = performance.now()
    }
    await breath()
    if (stale()) return undefined
    start = performance.now()
  }
}
