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

/**
 * The message in a document: its root, or the first known element inside SOAP envelopes, also where it stands there as text or packed
 * (`nfeDadosMsgZip`), which is a document of its own. Undefined where there is none.
 */
export function findPayload(document: XmlDocument): Payload | undefined {
  const element = findKnown(document.root)
  if (element) return { element, isRoot: element.isSameNode(document.root), document }
  const inner = innerText(document.root)
  if (inner === undefined) return undefined
  const parsed = parseXml(inner)
  const found = findKnown(parsed.root)
  if (found) return { element: found, isRoot: found.isSameNode(parsed.root), document: parsed }
  parsed.dispose()
  return undefined
}

function findKnown(root: XmlElement): XmlElement | undefined {
  let looked = 0
  const find = (element: XmlElement, depth: number): XmlElement | undefined => {
    if (roots.has(element.name)) return element
    if (depth > maxEnvelopes || ++looked > maxLooked) return undefined
    for (const child of childElements(element)) {
      const found = find(child, depth + 1)
      if (found || looked > maxLooked) return found
    }
    return undefined
  }
  return find(root, 0)
}

/** A message that an envelope holds as text, or as base64 of gzip. */
function innerText(root: XmlElement): string | undefined {
  const text = root.content.trim()
  if (text.startsWith('<')) return decodeXml(Buffer.from(text)).text
  return /^H4sI[A-Za-z0-9+/=\s]+$/.test(text) ? decodeXml(unzipBase64(text)).text : undefined
}
