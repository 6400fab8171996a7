import { nextVersion, type Queries, type ValuesOf } from '../../../server/plugin.ts'
import type { DistributedDocument, NoteSummary } from './distributedWork.ts'
import { storeReceived } from './storeReceived.ts'

/** Keeps a document of the distribution that was read: a note, its summary, or the news that it was cancelled. */
export async function keepDistributed(q: Queries, lojaId: number, document: DistributedDocument): Promise<void> {
  if (document.kind === 'note') await storeReceived(q, lojaId, document.file)
  else if (document.kind === 'summary') await keepSummary(q, lojaId, document.summary)
  else await markCancelled(q, lojaId, document.key)
}

async function keepSummary(q: Queries, lojaId: number, summary: NoteSummary): Promise<void> {
  const { key, name, taxId, total, issued, direction, situation } = summary
  // In the order of the statement.
  const note: ValuesOf<'nfes', 'chNFe' | 'xNome' | 'CNPJ' | 'vNF' | 'dhEmi' | 'tpNF' | 'cSitNFe'> = {
    chNFe: key,
    xNome: name,
    CNPJ: taxId,
    vNF: total,
    dhEmi: issued,
    tpNF: direction,
    cSitNFe: situation,
  }
  await q.query(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "tpNF", "cSitNFe", ambiente)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, (SELECT coalesce(l.ambiente_fiscal, 2) FROM lojas l WHERE l."lojaId" = $1 AND l.id = $1)
     WHERE NOT EXISTS (SELECT FROM nfes WHERE "lojaId" = $1 AND "chNFe" = $2)`,
    [lojaId, ...Object.values(note)],
  )
}

async function markCancelled(q: Queries, lojaId: number, key: string): Promise<void> {
  await q.query(
    `UPDATE nfes SET "cSitNFe" = 3, ${nextVersion()} WHERE "lojaId" = $1 AND "chNFe" = $2 AND "cSitNFe" IS DISTINCT FROM 3`,
    [lojaId, key],
  )
}
