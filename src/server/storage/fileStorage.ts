import type { Readable } from 'node:stream'

/** A file in a list of a storage. */
export interface ListedFile {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
}

/** A file that is being read; its stream must be read or destroyed. */
export interface OpenedFile {
  /** Bytes. */
  readonly size: number
  readonly stream: Readable
}

/**
 * Where pictures and attachments live: a folder, or a bucket. A key is a path below one of the trees, with the store's number as its
 * second part. Files are written once and never changed.
 */
export interface FileStorage {
  /** Writes a file: it is there whole afterwards, or not at all. */
  keep(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Buffer | undefined>
  open(key: string): Promise<OpenedFile | undefined>
  /** Bytes of a file; undefined where there is none. */
  size(key: string): Promise<number | undefined>
  /** Whole files below a tree, in the order of their keys. */
  list(tree: FileTree): AsyncIterable<ListedFile>
  remove(keys: readonly string[]): Promise<void>
  /** Removes what crashes left of files that were being written. */
  tidy(now?: number): Promise<void>
  /** Fails, in words, when the storage cannot be reached. */
  probe(): Promise<void>
}

/** The trees of files: those that anybody may see who knows the address, those given only to users who may see the record, and pictures that only the history names: given to nobody. */
export const fileTrees = ['files', 'attachments', 'withdrawn'] as const
export type FileTree = (typeof fileTrees)[number]

/** Tells whether a path is a key: below its tree, and nowhere above. */
export const isFileKey = (key: string): boolean => {
  const [tree, ...parts] = key.split('/')
  return (
    fileTrees.some(each => each === tree) &&
    parts.length > 0 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
    parts.every(part => part !== '' && part !== '.' && part !== '..' && !/[\\\u0000-\u001f\u007f]/.test(part))
  )
}

/** The key, if it is one: what leads elsewhere is no mistake of a person. */
export const demandFileKey = (key: string): string => {
  if (!isFileKey(key)) throw new Error(`No key of a file: ${JSON.stringify(key)}`)
  return key
}
