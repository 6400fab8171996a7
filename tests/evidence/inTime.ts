/** Returns the answer, if it comes within so many milliseconds; undefined when it does not, or fails. */
export const inTime = <T>(asked: Promise<T>, patience: number): Promise<T | undefined> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve(undefined), patience)
    asked.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  })
