/**
 * Work that is done in a worker thread, as an area or an integration declares it: the module that has it, and the exported function's
 * name. The module is loaded by the thread that does it first; what it takes and gives must be data (strings, numbers, dates, bytes,
 * lists and plain records of them).
 */
export interface ThreadTask<I, O> {
  readonly module: string
  readonly name: string
  /** Tells whether an input is so small that the way to a thread would cost more: it is done where it is asked for. */
  isSmall?(input: I): boolean
  /** It handles secrets: its thread ends after each piece, and with it all that it remembers. */
  readonly secret?: boolean
  /** Never called; it is there for the compiler. */
  readonly gives?: () => O
}

interface Declared<I> {
  /** `new URL('./work.ts', import.meta.url)` */
  readonly module: URL
  readonly name: string
  isSmall?(input: I): boolean
  readonly secret?: boolean
}

/** Declares a task by the type of its function: `threadTask<typeof drawPaper>({ module, name: 'drawPaper' })`. */
export const threadTask = <F extends (input: never) => unknown>({
  module,
  ...declared
}: Declared<Parameters<F>[0]>): ThreadTask<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ ...declared, module: module.href })
