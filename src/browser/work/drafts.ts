import { store, stored, storedKeys } from '../data/storage.ts'

/*
 * What was typed in forms and not saved, kept in this browser by user, store and record. The form makes and reads the
 * contents; here they are only kept, few and small.
 */

const prefix = 'rascunho:'
/** Characters of one draft, and how many drafts there are at most: the oldest goes. */
const LARGEST = 400_000
const MOST = 20

/** A draft as it is kept. */
export interface KeptDraft {
  readonly at: string
  /** Goes back into its form without a question. */
  readonly auto?: boolean
  readonly content: unknown
}

export const draftKey = (user: number, shop: number | undefined, register: string, record: string): string =>
  `${prefix}${user}:${shop ?? 0}:${register}:${record}`

/** The key of a new record's draft once it has an id. */
export const draftKeyAfter = (key: string, id: unknown): string => `${key.slice(0, key.lastIndexOf(':'))}:${String(id)}`

export function readDraft(key: string): KeptDraft | undefined {
  try {
    const text = stored(key)
    return text === undefined ? undefined : (JSON.parse(text) as KeptDraft)
  } catch {
    return undefined
  }
}

/** Keeps a draft; one that is too large is not kept, and an older one of the same record goes, since it is no longer true. */
export function keepDraft(key: string, draft: KeptDraft): void {
  const text = JSON.stringify(draft)
  store(key, text.length > LARGEST ? undefined : text)
  const others = storedKeys(prefix)
  if (others.length <= MOST) return
  const byAge = others.toSorted((a, b) => ((readDraft(a)?.at ?? '') < (readDraft(b)?.at ?? '') ? -1 : 1))
  for (const old of byAge.slice(0, others.length - MOST)) store(old, undefined)
}

export const dropDraft = (key: string): void => store(key, undefined)

/** A save that was asked for at that moment went through: its draft goes, unless more was typed since. */
export function dropSaved(key: string, asked: string): void {
  const draft = readDraft(key)
  if (draft && draft.at <= asked) dropDraft(key)
}
