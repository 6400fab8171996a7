import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { JsonObject } from './apiCall.ts'

/** How the document travels. */
export type DocumentEncoding = 'br' | 'gzip' | 'identity'

const packers: Readonly<Record<DocumentEncoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: bytes => promisify(gzip)(bytes),
  identity: async bytes => bytes,
}

const packed = new WeakMap<JsonObject, Map<DocumentEncoding, Promise<Buffer>>>()

/** The bytes of a document, made once for each way in which it travels: some megabytes, and whoever asks for them needs no session. */
export const packedDocument = (document: JsonObject, encoding: DocumentEncoding): Promise<Buffer> =>
  memoizeByKey(
    memoizeByKey(packed, document, () => new Map<DocumentEncoding, Promise<Buffer>>()),
    encoding,
    () => packers[encoding](Buffer.from(JSON.stringify(document))),
  )

/** The best of what a client takes, by its header `accept-encoding`. */
export function documentEncoding(accepted: string | undefined): DocumentEncoding {
  const taken = new Map(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map(part => {
        const [name = '', ...params] = part.split(';').map(text => text.trim())
        return [name, !params.some(param => /^q=0(\.0*)?$/.test(param))] as const
      }),
  )
  const takes = (name: string): boolean => taken.get(name) ?? taken.get('*') ?? false
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
