/** The place that FAULT_POINT names, how many times it is passed before, and what happens there then. */
const [wanted, times = '1', how = 'die'] = (process.env.FAULT_POINT ?? '').split(':')
let left = Number(times)

/**
 * A named place at which the process ends at once, as by kill -9, where FAULT_POINT names it (`name:3`: the third time that it is
 * passed), or does nothing else any more (`name:3:hang`). It is there for tests of what a crash leaves; without the variable it does
 * nothing.
 */
export function faultPoint(name: string): void {
  if (name !== wanted) return
  left -= 1
  if (left > 0) return
  if (how === 'hang') for (;;);
  process.kill(process.pid, 'SIGKILL')
}
