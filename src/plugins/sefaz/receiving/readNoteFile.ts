import {
  type NoteDoubt,
  overlongText,
  type ReceivedNote,
  ReceivedNoteProblem,
  readReceivedNote,
} from '../../../domain/fiscal/core/public.ts'
import { decodeXml } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import { noteDoubt } from './noteDoubt.ts'

/** A note with the text that it came in. */
export interface NoteFile {
  readonly note: ReceivedNote
  readonly text: string
  /** Why it may be another than the one that was issued. */
  readonly doubt?: NoteDoubt
}

/** Code of the message for a file that is no note that the store can take in. */
export interface NoteRefusal {
  readonly code: string
  readonly params?: Readonly<Record<string, string>>
}

/** Code of the refusal of what is no authorised note's file at all. */
export const notANote = 'received.upload-failed'

/** Characters of a stored document. */
const longest = 1_100_000

const codes: Readonly<Record<ReceivedNoteProblem['code'], string>> = {
  file: notANote,
  'not-authorised': 'received.not-authorised',
  model: 'received.other-model',
}

/** Reads bytes that anybody may have written as an authorised note to a company: that of the CNPJ's root. */
export function readNoteFile(bytes: Uint8Array, cnpj: string): NoteFile | NoteRefusal {
  // UTF-16 takes two bytes for each.
  if (bytes.byteLength > longest * 2) return { code: notANote }
  try {
    const { text } = decodeXml(bytes)
    using document = parseXml(text)
    const root = readElement(document.root)
    const note = readReceivedNote(root)
    const long = overlongText(root)
    if (long) return { code: 'received.text-too-long', params: { field: long.field, max: `${long.most}` } }
    if (note.recipient.length !== 14 || note.recipient.slice(0, 8) !== cnpj.slice(0, 8))
      return { code: 'received.other-recipient', params: { recipient: note.recipient.slice(0, 14) || '—' } }
    const kept = text.trim()
    if (kept.length > longest) return { code: notANote }
    const doubt = noteDoubt(document.root)
    return { note, text: kept, ...(doubt ? { doubt } : {}) }
  } catch (error) {
    if (error instanceof ReceivedNoteProblem) return { code: codes[error.code] }
    if (error instanceof XmlRefusal) return { code: notANote }
    throw error
  }
}
