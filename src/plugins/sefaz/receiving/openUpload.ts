import { ApiError } from '../../../server/plugin.ts'
import { isZip, unpackZip } from '../xml/unpackZip.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import { notANote } from './readNoteFile.ts'

/** A file that may hold a note, by the name that people know it by. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Notes of one upload. */
export const mostFiles = 200

/** Bytes of one note: the authority takes half of it. */
const mostBytes = 1_000_000

const limits = { files: mostFiles, bytes: mostBytes, allBytes: 40_000_000 }

/** What a call brings: the text of one document, or files as data URLs, one a line. */
export interface Upload {
  readonly xml?: string | undefined
  readonly arquivos?: string | undefined
}

/** The files of an upload, those of archives among them. @throws ApiError where an archive is none, or there are too many */
export function openUpload({ xml, arquivos }: Upload): UploadedFile[] {
  if (xml !== undefined) return [{ name: 'XML', bytes: Buffer.from(xml) }]
  const urls = (arquivos ?? '').split('\n').filter(line => line !== '')
  if (urls.length === 0) throw new ApiError(422, notANote)
  const files = urls.slice(0, mostFiles + 1).flatMap((url, at) => filesOf(url, at))
  if (files.length === 0) throw new ApiError(422, notANote)
  if (files.length > mostFiles) throw new ApiError(400, 'received.too-many-files', { max: mostFiles })
  return files
}

function filesOf(url: string, at: number): UploadedFile[] {
  const [, name, base64 = ''] = /^data:[^,]{0,300}?(?:;name=([^;,]{1,200}))?;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const shown = name ? nameOf(name) : `${at + 1}`
  if (!isZip(bytes)) return [{ name: shown, bytes }]
  try {
    return unpackZip(bytes, limits).filter(({ name: inner }) => /\.xml$/i.test(inner) && !/(^|\/)(__MACOSX\/|\.)/.test(inner))
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error
    throw new ApiError(422, notANote)
  }
}

function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
