import type { XmlDocument, XmlElement } from 'libxml2-wasm'
import { decodeXml } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { childElements } from '../xml/readElement.ts'
import { unzipBase64 } from '../xml/unzip.ts'

/** Roots of documents and messages of NF-e and NFC-e. */
const roots = new Set([
  'NFe',
  'nfeProc',
  'enviNFe',
  'retEnviNFe',
  'consReciNFe',
  'retConsReciNFe',
  'consSitNFe',
  'retConsSitNFe',
  'consStatServ',
  'retConsStatServ',
  'inutNFe',
  'retInutNFe',
  'ProcInutNFe',
  'procInutNFe',
  'evento',
  'envEvento',
  'retEnvEvento',
  'procEventoNFe',
  'distDFeInt',
  'retDistDFeInt',
  'resNFe',
  'resEvento',
])

/** A message in a file: its element, and whether it is the file's own root. */
export interface Payload {
  readonly element: XmlElement
  readonly isRoot: boolean
  /** Holds the element: the file's, or one of its own to be disposed. */
  readonly document: XmlDocument
}

/** Levels of envelopes: `Envelope/Body/nfeDadosMsg`, in an answer one more. */
const maxEnvelopes = 6
/** Elements of envelopes and their headers that are looked at. */
const maxLooked = 1000
/** Messages of a file; who has more is told so. */
export const mostPayloads = 500

/**
 * The messages in a document: its root, or the known elements inside SOAP envelopes and whatever else people put notes into, also where one stands
 * there as text or packed (`nfeDadosMsgZip`), which is a document of its own. None where nothing is known.
 */
export function findPayloads(document: XmlDocument): readonly Payload[] {
  const found = payloadsIn(document)
  if (found.length > 0) return found
  const inner = innerText(document.root)
  if (inner === undefined) return []
  const parsed = parseXml(inner)
  const packed = payloadsIn(parsed)
  if (packed.length === 0) parsed.dispose()
  return packed
}

const payloadsIn = (document: XmlDocument): Payload[] =>
  findKnown(document.root).map(element => ({ element, isRoot: element.isSameNode(document.root), document }))

function findKnown(root: XmlElement): XmlElement[] {
  let looked = 0
  const find = (element: XmlElement, depth: number): XmlElement[] => {
    if (roots.has(element.name)) return [element]
    if (depth > maxEnvelopes || ++looked > maxLooked) return []
    const found: XmlElement[] = []
    for (const child of childElements(element)) {
      found.push(...find(child, depth + 1))
      if (looked > maxLooked || found.length > mostPayloads) break
    }
    return found
  }
  return find(root, 0)
}

/** A message that an envelope holds as text, or as base64 of gzip. */
function innerText(root: XmlElement): string | undefined {
  const text = root.content.trim()
  if (text.startsWith('<')) return decodeXml(Buffer.from(text)).text
  return /^H4sI[A-Za-z0-9+/=\s]+$/.test(text) ? decodeXml(unzipBase64(text)).text : undefined
}
