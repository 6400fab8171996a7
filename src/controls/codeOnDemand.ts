type Fetch = <M>(code: () => Promise<M>) => Promise<M>

let patient: Fetch = code => code()

/** The app says how code is fetched: it waits for a server that is away, and tells the person when the code is gone. */
export const setCodeLoader = (load: Fetch): void => {
  patient = load
}

/** Code that is fetched when it is first needed, and what came of it once it is there. */
export interface CodeOnDemand<M> {
  (): Promise<M>
  now(): M | undefined
}

/** Keeps what an import brings, so that what is opened again is drawn at once. */
export function codeOnDemand<M>(load: () => Promise<M>, fetch: Fetch = code => patient(code)): CodeOnDemand<M> {
  let found: M | undefined
  const fetched = async (): Promise<M> => {
    found = await fetch(load)
    return found
  }
  return Object.assign(fetched, { now: () => found })
}

/** Imports a file. A browser keeps that one did not come, and asks for its address no more: another address of the same file is asked for. */
export const importCode = <T>(load: () => Promise<T>, attempt = 0): Promise<T> =>
  load().catch((error: unknown) => {
    const [file] = /http\S+\.js/.exec(String(error)) ?? []
    if (!file) throw error
    return import(/* @vite-ignore */ `${file}?${attempt}`)
  })
