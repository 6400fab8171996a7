/** Code that the server has no more, or that the browser does not ask for again: only a reload brings it. */
export class CodeMissing extends Error {
  override name = 'CodeMissing'
}

let tell: () => void = () => undefined

/** Who tells the person. */
export const onMissing = (act: () => void): void => {
  tell = act
}

export const tellMissing = (): void => tell()
