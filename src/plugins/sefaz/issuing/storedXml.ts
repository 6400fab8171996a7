import type { Queries } from '../../../server/plugin.ts'
import type { TransmissionKind } from './transmissions.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** A document with the authority's proof of it, as others want it. */
export interface StoredXml {
  readonly name: string
  readonly text: string
}

/** What stands around a document and its proof. */
const wrappers: Readonly<Record<TransmissionKind, readonly [name: string, version: string]>> = {
  NOTA: ['nfeProc', '4.00'],
  CANCELAMENTO: ['procEventoNFe', '1.00'],
  INUTILIZACAO: ['ProcInutNFe', '4.00'],
  MANIFESTACAO: ['procEventoNFe', '1.00'],
}

/** The XML of a record's note, cancellation or voided number; undefined where none is accepted. */
export async function storedXml(
  q: Queries,
  lojaId: number,
  nfceId: number,
  tipo: TransmissionKind,
): Promise<StoredXml | undefined> {
  const { rows } = await q.query<{ chave: string; documento: string; resposta: string | null }>(
    `SELECT chave, documento, resposta FROM "NFe_transmissaos"
     WHERE "lojaId" = $1 AND "nfceId" = $2 AND tipo = $3 AND estado = 'ACEITO' ORDER BY id DESC LIMIT 1`,
    [lojaId, nfceId, tipo],
  )
  const found = rows[0]
  if (!found) return undefined
  const [wrapper, version] = wrappers[tipo]
  const proof = found.resposta ?? ''
  const whole = proof.startsWith(`<${wrapper}`)
    ? proof
    : `<${wrapper} xmlns="${namespace}" versao="${version}">${found.documento}${proof}</${wrapper}>`
  return { name: `${found.chave}.xml`, text: `<?xml version="1.0" encoding="UTF-8"?>${whole}` }
}
