import { fileNameKeys } from './fileNameKeys.ts'

/** Most files at a time. */
export const mostImages = 500
/** Largest file that is opened, in megabytes: a photo of a good camera, which is made smaller before it travels. */
export const largestMegabytes = 30

/** A file that was chosen, and what its name may call its record. */
export interface ImageFile {
  readonly id: number
  readonly file: File
  readonly keys: readonly string[]
  /** Address of the picture in this page. */
  readonly url: string
  /** Message code of why it cannot be sent, whichever record it is for. */
  readonly fault?: 'images.not-image' | 'images.too-large'
}

const signatures = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^BM/, /^RIFF.{4}WEBP/s, /^.{4}ftypavi[fs]/s] as const

/** Tells whether the first bytes are those of a picture that browsers can draw; its name and type may say anything. */
async function isPicture(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const start = String.fromCharCode(...bytes)
  return signatures.some(signature => signature.test(start))
}

let last = 0

/** A chosen file, looked at. */
export async function readImageFile(file: File): Promise<ImageFile> {
  last += 1
  const id = last
  const found = { id, file, keys: fileNameKeys(file.name), url: URL.createObjectURL(file) }
  if (!(await isPicture(file))) return { ...found, fault: 'images.not-image' }
  return file.size > largestMegabytes * 1024 * 1024 ? { ...found, fault: 'images.too-large' } : found
}
