/** An image that may be kept, by what its first bytes say and not by its name. */
export interface ImageType {
  readonly extension: 'png' | 'jpg' | 'webp'
  readonly type: string
}

const starts = (bytes: Buffer, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const riff = [0x52, 0x49, 0x46, 0x46]
const webp = [0x57, 0x45, 0x42, 0x50]

/** PNG, JPEG and WebP. SVG is none: it may hold scripts. */
export const imageTypeOf = (bytes: Buffer): ImageType | undefined => {
  if (bytes.length < 16) return undefined
  if (starts(bytes, png)) return { extension: 'png', type: 'image/png' }
  if (starts(bytes, jpeg)) return { extension: 'jpg', type: 'image/jpeg' }
  if (starts(bytes, riff) && starts(bytes, webp, 8)) return { extension: 'webp', type: 'image/webp' }
  return undefined
}

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** The type of a picture that was kept under this name, which ends in what its bytes said. */
export const imageTypeOfName = (name: string): string | undefined => types[/\.(png|jpg|webp)$/.exec(name)?.[1] ?? '']
