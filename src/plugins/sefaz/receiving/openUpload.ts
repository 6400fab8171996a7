import { ApiError } from '../../../server/worker.ts'
import { ReadBudget, ReadExceeded } from '../xml/readBudget.ts'
import { isZip, unpackZip } from '../xml/unpackZip.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import { notANote } from './readNoteFile.ts'

/** A file that may hold a note, by the name that people know it by. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Notes of one upload. */
const mostFiles = 200

/** Bytes of one note: the authority takes half of it. */
const mostBytes = 1_000_000

/** All files of an upload together: 200 notes of 40 items take four fifths of it. */
export const uploadBudget = (): ReadBudget => new ReadBudget({ bytes: 40_000_000, nodes: 500_000 })

/** The content of a call: the text of one document, or files as data URLs, one a line. */
export interface Upload {
  readonly xml?: string | undefined
  readonly arquivos?: string | undefined
}

/** The files of an upload, those of archives among them. @throws ApiError where an archive is none, or there is too much */
export function openUpload({ xml, arquivos }: Upload, budget: ReadBudget): UploadedFile[] {
  const urls = xml === undefined ? (arquivos ?? '').split('\n').filter(line => line !== '') : []
  const tooMany = (): ApiError => new ApiError(400, 'received.too-many-files', { max: mostFiles })
  if (urls.length > mostFiles) throw tooMany()
  try {
    const files: UploadedFile[] = xml === undefined ? [] : [{ name: 'XML', bytes: Buffer.from(xml) }]
    for (const [at, url] of urls.entries()) {
      files.push(...filesOf(url, at, budget))
      if (files.length > mostFiles) throw tooMany()
    }
    if (files.length === 0) throw new ApiError(422, notANote)
    for (const { bytes } of files) budget.takeNodes(bytes)
    return files
  } catch (error) {
    if (error instanceof ReadExceeded) throw new ApiError(400, 'received.too-much')
    if (error instanceof XmlRefusal) throw new ApiError(422, notANote)
    throw error
  }
}

const isNoteName = (name: string): boolean => /\.xml$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name)

function filesOf(url: string, at: number, budget: ReadBudget): UploadedFile[] {
  const [, name, base64 = ''] = /^data:[^,]{0,300}?(?:;name=([^;,]{1,200}))?;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (isZip(bytes)) return unpackZip(bytes, { files: mostFiles, bytes: mostBytes, budget, isWanted: isNoteName })
  budget.takeBytes(bytes.byteLength)
  return [{ name: name ? nameOf(name) : `${at + 1}`, bytes }]
}

function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
