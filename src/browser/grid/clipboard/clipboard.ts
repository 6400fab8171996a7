/**
 * Puts text on the clipboard. The modern call needs a secure address; a shop's server in the local network is plain http,
 * where the copy event still works.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByEvent(text)
  }
}

function copyByEvent(text: string): boolean {
  let copied = false
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = true
  }
  document.addEventListener('copy', put, { once: true, capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return copied
}
