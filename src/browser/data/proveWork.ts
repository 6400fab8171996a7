import { isRecord } from '../../base/record.ts'

/** Digests that are worked out at once; in between the page answers whoever uses it. */
const BATCH = 512

/**
 * Does the work that the server asks of visitors while many come at once (428 with `proof`): the value for the header X-Proof. Undefined where nothing
 * is asked, or where this page cannot work it out (an address without https).
 */
export async function proveWork(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const asked = isRecord(body) && isRecord(body.proof) ? body.proof : undefined
  const { challenge, bits } = asked ?? {}
  if (typeof challenge !== 'string' || typeof bits !== 'number' || !globalThis.crypto?.subtle) return undefined
  for (let start = 0; ; start += BATCH) {
    const tried = Array.from({ length: BATCH }, (_, at) => `${challenge}:${start + at}`)
    const digests = await Promise.all(tried.map(text => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
    const found = digests.findIndex(digest => new DataView(digest).getUint32(0) >>> (32 - bits) === 0)
    if (found >= 0) return tried[found]
  }
}

/** Sends a call again with a proof of work where the server asked for one; the response that it gave otherwise. */
export async function sendProved<R extends Response | undefined>(
  refused: Response,
  again: (proof: Readonly<Record<string, string>>) => Promise<R>,
): Promise<R | Response> {
  const proof = await proveWork(refused)
  return proof === undefined ? refused : again({ 'X-Proof': proof })
}
