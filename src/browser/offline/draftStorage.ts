import { readStorage, storageKeys, writeStorage } from '../data/storage.ts'

/* Unsaved input of forms, kept in this browser by user, store and record. The form makes and reads the contents; here they are only kept, few and small. */

const prefix = 'rascunho:'
/** Characters of one draft, and how many drafts there are at most: the oldest goes. */
const LARGEST = 400_000
const MOST = 20

/** A draft as it is kept. */
export interface StoredDraft {
  readonly at: string
  /** Goes back into its form without a question. */
  readonly auto?: boolean
  readonly content: unknown
}

export const draftKey = (user: number, shop: number | undefined, register: string, record: string): string =>
  `${prefix}${user}:${shop ?? 0}:${register}:${record}`

/** The key of a new record's draft once it has an id. */
export const draftKeyWithId = (key: string, id: unknown): string => `${key.slice(0, key.lastIndexOf(':'))}:${String(id)}`

export function readStoredDraft(key: string): StoredDraft | undefined {
  try {
    const text = readStorage(key)
    return text === undefined ? undefined : (JSON.parse(text) as StoredDraft)
  } catch {
    return undefined
  }
}

/**
 * Keeps a draft; one that is too large is not kept, and an older one of the same record goes, since it is no longer true. One that says the same as the
 * one that is kept stays as old as that: a save that was asked for in between holds it all.
 */
export function storeDraft(key: string, draft: StoredDraft): void {
  const before = readStoredDraft(key)
  if (before && before.auto === draft.auto && JSON.stringify(before.content) === JSON.stringify(draft.content)) return
  const text = JSON.stringify(draft)
  writeStorage(key, text.length > LARGEST ? undefined : text)
  const others = storageKeys(prefix)
  if (others.length <= MOST) return
  const byAge = others.toSorted((a, b) => ((readStoredDraft(a)?.at ?? '') < (readStoredDraft(b)?.at ?? '') ? -1 : 1))
  for (const old of byAge.slice(0, others.length - MOST)) writeStorage(old, undefined)
}

export const deleteStoredDraft = (key: string): void => writeStorage(key, undefined)

/** A save that was asked for at that moment went through: its draft goes, unless more was typed since. */
export function deleteSavedDraft(key: string, asked: string): void {
  const draft = readStoredDraft(key)
  if (draft && draft.at <= asked) deleteStoredDraft(key)
}
