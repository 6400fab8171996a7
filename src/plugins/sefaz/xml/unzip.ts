import { gunzipSync } from 'node:zlib'
import { maxXmlBytes } from './decodeXml.ts'
import { XmlRefusal } from './xmlRefusal.ts'

/** The bytes of a `docZip`: base64 of gzip. What unpacks to more than a document may have is refused before it does. */
export function unzipBase64(text: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: maxXmlBytes })
  } catch (error) {
    const tooLarge = error instanceof RangeError
    throw new XmlRefusal(tooLarge ? `unpacks to more than ${maxXmlBytes} bytes` : 'is no gzip')
  }
}
