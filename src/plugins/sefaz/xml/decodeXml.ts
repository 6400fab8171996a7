import { XmlRefusal } from './xmlRefusal.ts'

/** Bytes that are read of one document: twice what a distribution of 50 large notes takes. */
export const maxXmlBytes = 16 * 1024 * 1024

/** Text of a document, without its byte order mark and its declaration, and what is wrong with its bytes. */
export interface DecodedXml {
  readonly text: string
  readonly problems: readonly string[]
}

const declared = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/
const declaration = /^(\s*)<\?xml\b[^>]*\?>/

/**
 * Reads the bytes of a document: UTF-8, which alone the authority takes, and Latin-1 and UTF-16, which other systems store. Bytes that
 * are no UTF-8 although they say so are read as Latin-1, and that is told.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  if (bytes.byteLength > maxXmlBytes) throw new XmlRefusal(`larger than ${maxXmlBytes} bytes`)
  const { text, problems } = textOf(bytes)
  // The parser gets UTF-8 whatever the declaration says. Lines stay where they are.
  return { text: text.replace(declaration, lead => lead.replace(/[^\n]/g, '')), problems }
}

function textOf(bytes: Uint8Array): DecodedXml {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), problems: [] }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), problems: [] }
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, '')
  const encoding = declared.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (/^(iso-?8859-1|latin-?1|windows-1252|us-ascii)$/.test(encoding))
    return { text: new TextDecoder('windows-1252').decode(bytes), problems: [] }
  if (!/^utf-?(8|16)$/.test(encoding)) throw new XmlRefusal(`written in ${encoding}`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problems: [] }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      problems: ['says that it is UTF-8, and holds bytes that are not'],
    }
  }
}
