/** The proof in a letter that an e-mail is somebody's. */
export interface ProofInMail {
  /** Where its link leads, within the site. */
  readonly path: string
  readonly token: string
  /** Six digits, as they are written. */
  readonly code: string
}

/** Reads link and code in the plain text of a letter; both are empty where it has none. */
export function proofInMail(text: string): ProofInMail {
  const link = /https?:\/\/\S+\/confirmarEmail\S*/.exec(text)?.[0]
  const { pathname, search, searchParams } = new URL(link ?? 'http://none')
  return {
    path: link ? pathname + search : '',
    token: searchParams.get('t') ?? '',
    code: /código (\d{3} \d{3})/.exec(text)?.[1] ?? '',
  }
}
