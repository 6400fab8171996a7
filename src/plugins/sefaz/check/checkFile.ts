import type { XmlElement } from 'libxml2-wasm'
import {
  type DocumentElement,
  descendantsOf,
  elementAt,
  Findings,
  isAccessKey,
  Place,
  type Recalculation,
  textAt,
} from '../../../domain/fiscal/core/public.ts'
import type { SchemaValidator } from '../schema/schemaValidator.ts'
import { decodeXml, maxXmlBytes } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { unzipBase64 } from '../xml/unzip.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import { checkSchema } from './checkSchema.ts'
import { checkReceipt, checkSigned, type SignedReport, signedDocuments } from './checkSigned.ts'
import { type FileReport, unreadable } from './fileReport.ts'
import { findPayloads, mostPayloads, type Payload } from './findPayload.ts'

/** Bytes that all packed documents of one file may unpack to. */
const maxUnpacked = 4 * maxXmlBytes
/** Packed documents of one file: the authority packs 50. */
const maxPacked = 500

/** Checks the bytes of a file that anybody may have written. What is wrong is in the report; nothing is thrown for it. */
export function checkFile(schemas: SchemaValidator, file: string, bytes: Uint8Array): FileReport {
  try {
    return checkBytes(schemas, file, bytes, true)
  } catch (error) {
    if (error instanceof XmlRefusal) return unreadable(file, 'unreadable', error.message)
    throw error
  }
}

function checkBytes(schemas: SchemaValidator, file: string, bytes: Uint8Array, opensPacked: boolean): FileReport {
  const { text, problems } = decodeXml(bytes)
  const parsed = parseXml(text)
  let payloads: readonly Payload[] = []
  try {
    payloads = findPayloads(parsed)
    const [payload, another] = payloads
    if (!payload) return unreadable(file, 'unknown', `${parsed.root.name} is no document of NF-e or NFC-e`)
    const report = another
      ? checkSeveral(schemas, file, parsed.root.name, payloads, opensPacked)
      : checkPayload(schemas, file, payload, opensPacked)
    const all = [...problems, ...report.schema.problems]
    return { ...report, schema: { ...report.schema, valid: report.schema.valid && all.length === 0, problems: all } }
  } finally {
    const [payload] = payloads
    if (payload && payload.document !== parsed) payload.document.dispose()
    parsed.dispose()
  }
}

/** Notes that somebody put into one file, each as a file of its own. */
function checkSeveral(
  schemas: SchemaValidator,
  file: string,
  kind: string,
  payloads: readonly Payload[],
  opensPacked: boolean,
): FileReport {
  const reports = payloads
    .slice(0, mostPayloads)
    .map((payload, at) => checkPayload(schemas, `${file}#${at + 1}`, payload, opensPacked))
  const packages = new Set(reports.flatMap(({ schema }) => schema.package ?? []))
  const valid = reports.every(({ schema }) => schema.valid)
  const more =
    payloads.length > mostPayloads
      ? [unreadable(`${file}#${mostPayloads + 1}`, 'unreadable', `is in a file with more than ${mostPayloads} others`)]
      : []
  return {
    file,
    kind,
    ...together(reports),
    schema: { valid, package: [...packages].join(' + ') || null, problems: [] },
    documents: [...reports, ...more],
  }
}

function checkPayload(schemas: SchemaValidator, file: string, payload: Payload, opensPacked: boolean): FileReport {
  const { element } = payload
  const root = readElement(element)
  const [first] = descendantsOf({ ...root, children: [root] }, 'infNFe')
  const moment = {
    tpAmb: textAt(first, 'ide/tpAmb') ?? descendantsOf(root, 'tpAmb')[0]?.text.trim(),
    issued: textAt(first, 'ide/dhEmi') ?? descendantsOf(root, 'dhEvento')[0]?.text.trim(),
  }
  const schema = checkSchema(schemas, payload, moment)
  const signed = signedDocuments(element)
  const packed = opensPacked ? checkPacked(schemas, file, root) : []
  const reports = signed.map(checkSigned)
  const [only, another] = reports
  if (only && !another) return { file, kind: element.name, ...only, schema, recalculated: withReceipt(root, only) }
  const documents = [...reports.map((report, at) => documentReport(`${file}#${at + 1}`, signed[at], report, schema)), ...packed]
  return {
    file,
    kind: element.name,
    ...(only ? together(reports) : withoutSigned(root)),
    schema,
    ...(documents.length > 0 ? { documents } : {}),
  }
}

const withReceipt = (root: DocumentElement, { key, recalculated }: SignedReport): Recalculation =>
  merge([recalculated, checkReceipt(new Place(root, '', new Findings()), key)])

/** One of several signed documents: its schema is that of the message. */
const documentReport = (
  file: string,
  element: XmlElement | undefined,
  report: SignedReport,
  schema: FileReport['schema'],
): FileReport => ({
  file,
  kind: element?.name ?? '',
  ...report,
  schema,
})

/** A batch as a whole: its sums are told in its documents. */
function together(reports: readonly SignedReport[]): SignedReport {
  const [first] = reports
  const verdicts = reports.flatMap(({ signature }) => (signature.valid === null ? [] : [signature.valid]))
  return {
    model: first?.model ?? null,
    key: null,
    signature: {
      valid: verdicts.length === 0 ? null : verdicts.every(valid => valid),
      subject: first?.signature.subject ?? null,
    },
    keyDigit: reports.every(({ keyDigit }) => keyDigit !== false),
    recalculated: merge(reports.map(({ recalculated }, at) => under(`[${at + 1}]/`, recalculated))),
  }
}

/** Queries, answers and summaries: at most a key. */
function withoutSigned(root: DocumentElement): SignedReport {
  const keys = root.name === 'retDistDFeInt' ? [] : descendantsOf(root, 'chNFe').map(({ text }) => text.trim())
  const key = new Set(keys).size === 1 ? (keys[0] ?? null) : null
  const digits = keys.map(isAccessKey)
  return {
    model: key?.slice(20, 22) || (textAt(root, 'infInut/mod') ?? null),
    key,
    signature: { valid: null, subject: null },
    keyDigit: keys.length === 0 ? null : digits.every(valid => valid),
    recalculated: merge([]),
  }
}

/** The documents that a distribution packs, each checked as a file. */
function checkPacked(schemas: SchemaValidator, file: string, root: DocumentElement): FileReport[] {
  let left = maxUnpacked
  return (elementAt(root, 'loteDistDFeInt')?.children ?? [])
    .filter(({ name }) => name === 'docZip')
    .slice(0, maxPacked + 1)
    .map(({ attributes, text }, at) => {
      const name = `${file}#${attributes.NSU ?? at + 1}`
      try {
        if (at >= maxPacked) throw new XmlRefusal(`is packed in a file with more than ${maxPacked} others`)
        if (left <= 0) throw new XmlRefusal(`is packed in a file that unpacks to more than ${maxUnpacked} bytes`)
        const bytes = unzipBase64(text)
        left -= bytes.byteLength
        return checkBytes(schemas, name, bytes, false)
      } catch (error) {
        if (error instanceof XmlRefusal) return unreadable(name, 'unreadable', error.message)
        throw error
      }
    })
}

const merge = (all: readonly Recalculation[]): Recalculation => ({
  fields: all.reduce((sum, { fields }) => sum + fields, 0),
  equal: all.reduce((sum, { equal }) => sum + equal, 0),
  differences: all.flatMap(({ differences }) => differences),
  notDecidable: all.flatMap(({ notDecidable }) => notDecidable),
})

const under = (prefix: string, { differences, notDecidable, ...counts }: Recalculation): Recalculation => ({
  ...counts,
  differences: differences.map(each => ({ ...each, path: `${prefix}${each.path}` })),
  notDecidable: notDecidable.map(each => ({ ...each, path: `${prefix}${each.path}` })),
})
