import { ApiError, type Queries } from '../../../server/domain.ts'
import { documentName, type FiscalDocument, readDocuments, readEntered } from '../../fiscal/public.ts'
import type { SpedPeriod } from './opening.ts'

/** Documents of a period that its file tells: those that count, of the one set that reports and the archive read. */
export interface SpedDocuments {
  /** Issued by the store, cancelled ones too. */
  readonly own: readonly FiscalDocument[]
  /** Suppliers' notes, by the day of their entry. */
  readonly entered: readonly FiscalDocument[]
}

/** Reads the documents of a period. */
export async function readSpedDocuments(q: Queries, lojaId: number, period: SpedPeriod): Promise<SpedDocuments> {
  const days = { lojaId, ...period }
  const documents = await readDocuments(q, days)
  return {
    own: documents.filter(
      ({ documento, vale, situacao }) =>
        documento !== 'RECEBIDA' && vale && (situacao === 'AUTORIZADA' || situacao === 'CANCELADA'),
    ),
    entered: await readEntered(q, days),
  }
}

/** Documents that a message names; how many there are it says as well. */
const named = 30

/** Of what was cancelled nothing but its number is told. @throws ApiError that names the documents whose XML is missing */
export function refuseMissing({ own, entered }: SpedDocuments): void {
  const missing = [...own.filter(({ situacao }) => situacao === 'AUTORIZADA'), ...entered].filter(({ xml }) => xml === null)
  if (missing.length === 0) return
  const names = missing.slice(0, named).map(documentName).join('; ')
  const more = missing.length > named ? `; e mais ${missing.length - named}` : ''
  throw new ApiError(422, 'accountant.sped-missing', { count: missing.length, documents: `${names}${more}` })
}
