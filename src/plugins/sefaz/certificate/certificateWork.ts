import { type A1Certificate, A1Problem, openA1 } from './openA1.ts'

/** A .pfx file and its password, which are kept nowhere. */
export interface SentCertificate {
  readonly file: Uint8Array
  readonly password: string
}

/** The opened certificate, or why it does not open. */
export type OpenedCertificate = { readonly opened: A1Certificate } | { readonly problem: A1Problem['code'] }

/** Runs in a worker thread: the keys of a file at the limit are hashed for some seconds. */
export function openCertificate({ file, password }: SentCertificate): OpenedCertificate {
  try {
    return { opened: openA1(file, password) }
  } catch (error) {
    if (error instanceof A1Problem) return { problem: error.code }
    throw error
  } finally {
    file.fill(0)
  }
}
