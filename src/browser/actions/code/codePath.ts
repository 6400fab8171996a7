import { create } from 'qrcode'

/** A QR code as an outline: a square of one unit for each dark module, in a picture of `size` units a side. */
export interface CodePath {
  readonly size: number
  readonly path: string
}

/** Light modules around a code, without which cameras do not find it. */
export const QUIET = 4

/** The QR code of a text; undefined where the text is too long for one. */
export function codePath(text: string): CodePath | undefined {
  try {
    const { modules } = create([{ data: new TextEncoder().encode(text), mode: 'byte' }], { errorCorrectionLevel: 'M' })
    const { size } = modules
    const dark = Array.from(modules.data, (module, at) =>
      module ? `M${QUIET + (at % size)} ${QUIET + Math.floor(at / size)}h1v1h-1z` : '',
    )
    return { size: size + 2 * QUIET, path: dark.join('') }
  } catch {
    return undefined
  }
}
