/** Code that the server has no more, or that the browser does not ask for again: only a reload brings it. */
export class ChunkLoadError extends Error {
  override name = 'CodeMissing'
}

let tell: () => void = () => undefined

/** Sets the listener that tells the person. */
export const onChunkLoadError = (act: () => void): void => {
  tell = act
}

export const reportChunkLoadError = (): void => tell()
