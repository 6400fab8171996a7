import { createContext, useContext } from 'react'
import type { FileValue, ReferenceTarget, Value } from './kind.ts'

/** One record offered by a search. */
export interface ReferenceOption {
  readonly id: string | number
  readonly label: string
  readonly code?: string
  /** It does not hold all that was typed: it is like it. */
  readonly like?: boolean
}

/** The services that inputs need and may not import: other records, uploads, the store's clock. */
export interface InputServices {
  /** At most 25 records of a register that match what is typed, narrowed by the values of the record that refers. */
  search(
    register: string,
    text: string,
    where?: Readonly<Record<string, unknown>>,
    record?: Readonly<Record<string, unknown>>,
  ): Promise<readonly ReferenceOption[]>
  /** Text of one record. */
  labelOf(register: string, id: string | number): Promise<string | undefined>
  /** Text of a record that a search has offered here before: shown until `labelOf` has answered. */
  offered?(register: string, id: string | number): string | undefined
  /** Returns the title of a register. */
  titleOf?(register: string): string
  /** Field of a register whose value names a record: what an included record shows. */
  labelField?(register: string): string | undefined
  /** Asks for a new record in a dialog, starting from what was typed and from `values`; undefined when given up. */
  create?(target: ReferenceTarget, text: string, values?: Readonly<Record<string, unknown>>): Promise<ReferenceOption | undefined>
  /** Tells whether the user may create in that register. */
  mayCreate?(register: string): boolean
  /** Address in the browser of a record, for the link that opens it in a new tab; undefined when it may not be opened. */
  address?(register: string, id: string | number): string | undefined
  /** Stores an image and says where it is. `progress` goes from 0 to 1. */
  upload(file: Blob, name: string, progress?: (part: number) => void): Promise<string>
  /** Keeps a file for a field of the screen's register. `progress` goes from 0 to 1. */
  attach(file: Blob, name: string, field: string, progress?: (part: number) => void): Promise<FileValue>
  /** Brings an attachment to the person's own files. */
  download(file: FileValue): Promise<void>
  /** Puts a text on the clipboard; false where the browser does not let it. */
  copy?(text: string): Promise<boolean>
  /** Text of a message code. */
  say(code: string, params?: Readonly<Record<string, string | number>>): string
  /** The store's time zone. */
  readonly zone: string
}

const nowhere: InputServices = {
  search: async () => [],
  labelOf: async () => undefined,
  upload: async () => Promise.reject(new Error('no upload')),
  attach: async () => Promise.reject(new Error('no upload')),
  download: async () => undefined,
  say: code => code,
  zone: 'America/Sao_Paulo',
}

const Context = createContext<InputServices>(nowhere)

export const InputServicesProvider = Context.Provider
export const useInputServices = (): InputServices => useContext(Context)

/** A reference's id, when the value is one. */
export const referenceId = (value: Value): string | number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined
