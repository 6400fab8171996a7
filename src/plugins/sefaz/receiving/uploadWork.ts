import type { Upload } from './openUpload.ts'
import { type ReadFile, readUpload } from './readUpload.ts'

/** An upload, and the CNPJ of the store that its notes must be for. */
export interface SentUpload {
  readonly upload: Upload
  readonly cnpj: string
}

/** Runs in a worker thread: what people send is unpacked, parsed and recalculated there. @throws ApiError */
export const readSentUpload = ({ upload, cnpj }: SentUpload): Promise<ReadFile[]> => readUpload(upload, cnpj)
