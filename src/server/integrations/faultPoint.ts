/** The place that FAULT_POINT names, and how many times it is passed before. */
const [wanted, times = '1'] = (process.env.FAULT_POINT ?? '').split(':')
let left = Number(times)

/**
 * A named place at which the process ends at once, as by kill -9, where FAULT_POINT names it (`name:3`: the third time that it is
 * passed). It is there for tests of what a crash leaves; without the variable it does nothing.
 */
export function faultPoint(name: string): void {
  if (name !== wanted) return
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}
