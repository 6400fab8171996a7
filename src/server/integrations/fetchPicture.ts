/** Milliseconds and bytes that a picture may take. */
const timeout = 2000
const most = 2 * 1024 * 1024

/**
 * The bytes of a picture that a service's answer points to; undefined when there is none to be had. Only addresses of the origins
 * given are asked: what a service answers does not send us elsewhere.
 */
export async function fetchPicture(address: unknown, origins: ReadonlySet<string>): Promise<Buffer | undefined> {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!origins.has(url.origin) || url.username || url.password) return undefined
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: { accept: 'image/*' },
    })
    const chunks: Uint8Array[] = []
    let size = 0
    if (!response.ok) await response.body?.cancel()
    else
      for await (const chunk of response.body ?? []) {
        size += chunk.byteLength
        if (size > most) return undefined
        chunks.push(chunk)
      }
    return size === 0 ? undefined : Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
