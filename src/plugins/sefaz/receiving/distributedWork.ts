import {
  type DocumentElement,
  isAccessKey,
  ReceivedNoteProblem,
  readReceivedNote,
  textAt,
} from '../../../domain/fiscal/core/public.ts'
import { decodeXml } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { unzipBase64 } from '../xml/unzip.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import type { NoteFile } from './readNoteFile.ts'

/** The facts of a note in a summary, as its columns take them. */
export interface NoteSummary {
  readonly key: string
  readonly name: string
  readonly taxId: string | null
  readonly total: string
  /** ISO 8601. */
  readonly issued: string
  readonly direction: 0 | 1
  readonly situation: number | null
}

/** A document of the distribution that says something: a note, its summary, or the news that it was cancelled. */
export type DistributedDocument =
  | { readonly kind: 'note'; readonly file: NoteFile }
  | { readonly kind: 'summary'; readonly summary: NoteSummary }
  | { readonly kind: 'cancelled'; readonly key: string }

/** Runs in a worker thread: unpacks and reads documents that others wrote. What cannot be read, or says nothing, is passed over. */
export const readPacked = (packed: readonly string[]): DistributedDocument[] => packed.flatMap(one => readOne(one) ?? [])

function readOne(packed: string): DistributedDocument | undefined {
  try {
    const { text } = decodeXml(unzipBase64(packed))
    using document = parseXml(text)
    const root = readElement(document.root)
    if (root.name === 'nfeProc') return { kind: 'note', file: { note: readReceivedNote(root), text: text.trim() } }
    if (root.name === 'resNFe') return readSummary(root)
    return eventTypeOf(root) === '110111' ? { kind: 'cancelled', key: cancelledKey(root) } : undefined
  } catch (error) {
    if (error instanceof XmlRefusal || error instanceof ReceivedNoteProblem) return undefined
    throw error
  }
}

const eventTypeOf = (root: DocumentElement): string | undefined =>
  root.name === 'procEventoNFe' ? textAt(root, 'evento/infEvento/tpEvento') : textAt(root, 'tpEvento')

const cancelledKey = (root: DocumentElement): string =>
  (root.name === 'procEventoNFe' ? textAt(root, 'evento/infEvento/chNFe') : textAt(root, 'chNFe')) ?? ''

function readSummary(root: DocumentElement): DistributedDocument | undefined {
  const key = textAt(root, 'chNFe') ?? ''
  const issued = new Date(textAt(root, 'dhEmi') ?? '')
  const total = textAt(root, 'vNF') ?? ''
  const taxId = textAt(root, 'CNPJ') ?? textAt(root, 'CPF') ?? null
  if (!isAccessKey(key) || Number.isNaN(issued.getTime()) || !/^\d{1,10}\.\d\d$/.test(total)) return undefined
  const situation = Number(textAt(root, 'cSitNFe'))
  return {
    kind: 'summary',
    summary: {
      key,
      name: (textAt(root, 'xNome') ?? '').slice(0, 150) || key,
      taxId: taxId?.slice(0, 14) ?? null,
      total,
      issued: issued.toISOString(),
      direction: textAt(root, 'tpNF') === '0' ? 0 : 1,
      situation: [1, 2, 3].includes(situation) ? situation : null,
    },
  }
}
