/** A QR code as a PNG picture, a data URL; what is one already stays. Empty where the text is too long for a code. */
export async function qrPicture(text: string): Promise<string> {
  if (text === '' || /^data:image\/png;base64,[\w+/=]+$/.test(text)) return text
  const { toDataURL } = await import('qrcode')
  return toDataURL(text, { margin: 0, width: 336 }).catch(() => '')
}
