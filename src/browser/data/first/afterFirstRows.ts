import { afterPaint } from './afterPaint.ts'

/** Milliseconds between two looks, and after which nothing waits any longer. */
const pause = 50
const most = 3_000

/** Does what can wait once nothing on the page is on its way any more: the first rows share the network with nothing. */
export function afterFirstRows(act: () => void): void {
  const until = Date.now() + most
  const look = (): void => {
    if (Date.now() < until && document.querySelector('[aria-busy=true]')) setTimeout(look, pause)
    else act()
  }
  afterPaint(look)
}
