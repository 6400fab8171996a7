/** Returns the result of work within so many milliseconds; undefined where it takes longer or fails. */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let waiting: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(done => {
    waiting = setTimeout(() => done(undefined), milliseconds)
  })
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(waiting))
}
