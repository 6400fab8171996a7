/** Tells whether the server answers. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    response => response.ok,
    () => false,
  )

/** Waits until it does. Code that was asked for in vain is not asked for again by every browser: it is fetched only then. */
export async function waitForServer(): Promise<void> {
  while (!(await isServerReachable())) await new Promise(resolve => setTimeout(resolve, 1_000))
}
