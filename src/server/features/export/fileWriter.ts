import type { ValueOptions } from '../../../kinds/kind.ts'

/** A column of a file. */
export interface FileColumn {
  readonly title: string
  /** The kind and options of its values. */
  readonly field: ValueOptions
}

/** Writes a file piece by piece; what is ready is taken out after each step. */
export interface FileWriter {
  /** The first bytes, with the header's titles. */
  start(titles: readonly string[]): Uint8Array
  /** In a worker thread, where they are many. @throws ApiError of `inWorker` */
  rows(rows: readonly (readonly unknown[])[]): Promise<Uint8Array>
  end(): Uint8Array
}
