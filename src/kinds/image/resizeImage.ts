/** Widest and highest picture that is kept; larger ones are made smaller before they travel. */
const largestImage = { width: 1280, height: 720 } as const

/** Size of a picture that fits, with its proportions. */
export function fitImage(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, largestImage.width / width, largestImage.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** PNG stays PNG, for it may be transparent; everything else becomes JPEG. */
export const keptImageType = (type: string): 'image/png' | 'image/jpeg' => (type === 'image/png' ? 'image/png' : 'image/jpeg')

/** The picture as it is stored: as it came when it fits and is of a known type, else drawn anew at quality 70. */
export async function resizeImage(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  try {
    const { width, height } = fitImage(picture.width, picture.height)
    const keeps = width === picture.width && /^image\/(png|jpeg|webp)$/.test(file.type)
    if (keeps) return file
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    return await new Promise((done, refuse) => {
      canvas.toBlob(blob => (blob ? done(blob) : refuse(new Error('toBlob'))), keptImageType(file.type), 0.7)
    })
  } finally {
    picture.close()
  }
}
