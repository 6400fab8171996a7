import { get as getPlainly, type IncomingMessage, type RequestOptions } from 'node:http'
import { get as getSafely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { publicLookup } from '../security/publicLookup.ts'

/** Milliseconds and bytes that a picture may take. */
const timeout = 2000
const most = 2 * 1024 * 1024

/**
 * The bytes of a picture that a service's answer points to; undefined when there is none to be had. Only addresses of the origins
 * given are asked: what a service answers does not send us elsewhere, neither by a redirect nor by a name that leads into the own
 * network. An origin that is written as a number, or as localhost, is the installation's own word and may be anywhere.
 */
export async function fetchPicture(
  address: unknown,
  origins: ReadonlySet<string>,
  lookup: LookupFunction = publicLookup(),
): Promise<Buffer | undefined> {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!origins.has(url.origin) || url.username || url.password) return undefined
  const isOwn = isIP(url.hostname.replace(/[[\]]/g, '')) !== 0 || url.hostname === 'localhost'
  const options: RequestOptions = {
    headers: { accept: 'image/*' },
    signal: AbortSignal.timeout(timeout),
    agent: false,
    ...(isOwn ? {} : { lookup }),
  }
  try {
    return await bytesOf(await ask(url, options))
  } catch {
    return undefined
  }
}

const ask = (url: URL, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSafely : getPlainly
    get(url, options, resolve).once('error', reject)
  })

async function bytesOf(response: IncomingMessage): Promise<Buffer | undefined> {
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode > 299) {
    response.destroy()
    return undefined
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.byteLength
    // Leaving the loop ends the connection: the rest is not read.
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return size === 0 ? undefined : Buffer.concat(chunks)
}
