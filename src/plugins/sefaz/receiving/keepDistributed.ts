import {
  type DocumentElement,
  isAccessKey,
  ReceivedNoteProblem,
  readReceivedNote,
  textAt,
} from '../../../domain/fiscal/core/public.ts'
import type { Queries } from '../../../server/plugin.ts'
import type { PackedDocument } from '../services/fetchDistribution.ts'
import { decodeXml } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { unzipBase64 } from '../xml/unzip.ts'
import { XmlRefusal } from '../xml/xmlRefusal.ts'
import { storeReceived } from './storeReceived.ts'

/** Keeps a document of the distribution: a note, its summary, or the news that it was cancelled. What cannot be read is passed over. */
export async function keepDistributed(q: Queries, lojaId: number, { packed }: PackedDocument): Promise<void> {
  try {
    const { text } = decodeXml(unzipBase64(packed))
    using document = parseXml(text)
    const root = readElement(document.root)
    if (root.name === 'nfeProc') await storeReceived(q, lojaId, { note: readReceivedNote(root), text: text.trim() })
    else if (root.name === 'resNFe') await keepSummary(q, lojaId, root)
    else if (eventTypeOf(root) === '110111') await markCancelled(q, lojaId, root)
  } catch (error) {
    if (!(error instanceof XmlRefusal) && !(error instanceof ReceivedNoteProblem)) throw error
  }
}

const eventTypeOf = (root: DocumentElement): string | undefined =>
  root.name === 'procEventoNFe' ? textAt(root, 'evento/infEvento/tpEvento') : textAt(root, 'tpEvento')

async function keepSummary(q: Queries, lojaId: number, root: DocumentElement): Promise<void> {
  const key = textAt(root, 'chNFe') ?? ''
  const issued = new Date(textAt(root, 'dhEmi') ?? '')
  const total = textAt(root, 'vNF') ?? ''
  const taxId = textAt(root, 'CNPJ') ?? textAt(root, 'CPF') ?? null
  if (!isAccessKey(key) || Number.isNaN(issued.getTime()) || !/^\d{1,10}\.\d\d$/.test(total)) return
  const situation = Number(textAt(root, 'cSitNFe'))
  await q.query(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "tpNF", "cSitNFe", ambiente)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, (SELECT coalesce(l.ambiente_fiscal, 2) FROM lojas l WHERE l."lojaId" = $1 AND l.id = $1)
     WHERE NOT EXISTS (SELECT FROM nfes WHERE "lojaId" = $1 AND "chNFe" = $2)`,
    [
      ...[
        lojaId,
        key,
        (textAt(root, 'xNome') ?? '').slice(0, 150) || key,
        taxId?.slice(0, 14) ?? null,
        total,
        issued.toISOString(),
      ],
      ...[textAt(root, 'tpNF') === '0' ? 0 : 1, [1, 2, 3].includes(situation) ? situation : null],
    ],
  )
}

async function markCancelled(q: Queries, lojaId: number, root: DocumentElement): Promise<void> {
  const key = root.name === 'procEventoNFe' ? textAt(root, 'evento/infEvento/chNFe') : textAt(root, 'chNFe')
  await q.query(
    `UPDATE nfes SET "cSitNFe" = 3, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND "chNFe" = $2 AND "cSitNFe" IS DISTINCT FROM 3`,
    [lojaId, key ?? ''],
  )
}
