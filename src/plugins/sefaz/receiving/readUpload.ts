import { setImmediate as nextTurn } from 'node:timers/promises'
import { openUpload, type Upload, uploadBudget } from './openUpload.ts'
import { type NoteFile, type NoteRefusal, readNoteFile } from './readNoteFile.ts'

/** A file of an upload: the note that it is, or why it is none. */
export interface ReadFile {
  readonly name: string
  readonly file: NoteFile | NoteRefusal
}

/** Tells whether a file is a note that the store can take in. */
export const isNote = (file: NoteFile | NoteRefusal): file is NoteFile => 'note' in file

/** Reads the files of an upload one by one: others are answered between them. @throws ApiError where they are none, or too much together */
export async function readUpload(upload: Upload, cnpj: string): Promise<ReadFile[]> {
  const read: ReadFile[] = []
  for (const { name, bytes } of openUpload(upload, uploadBudget())) {
    read.push({ name, file: readNoteFile(bytes, cnpj) })
    await nextTurn()
  }
  return read
}
