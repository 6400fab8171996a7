import { dayOf } from '../../../base/dates.ts'
import type { DataRow, Queries } from '../../../server/domain.ts'
import {
  calculateDraft,
  draftHeader,
  draftText,
  type InvoiceContext,
  lawPlaceOf,
  type NoteHeader,
  type TaxLaw,
  taxLawOn,
  type WorkedOutDraft,
} from '../core/public.ts'
import { readLawRows } from '../rates/readTaxLaw.ts'
import { returnedDay } from './returnedDay.ts'

/** A draft that was worked out, and from what. */
export interface WorkedDraft extends WorkedOutDraft {
  readonly header: NoteHeader
  readonly law: TaxLaw
}

/** Works out a draft of a store by the law of its day of issue; a return by that of the sale that it takes back. */
export async function workOutDraft(
  q: Queries,
  { lojaId, record, rows, keys, context, zone }: DraftToWorkOut,
): Promise<WorkedDraft> {
  const header = draftHeader(record, context, moment => dayOf(moment, zone))
  const classes = rows.map(row => draftText(row.ibscbs_cclasstrib) || '000001')
  const { uf_destinatario: uf, municipio_destinatario: municipio } = context
  const law = await readLawRows(q, { uf, municipio, classes })
  const sold = await returnedDay(q, { lojaId, record, keys, zone })
  const own = taxLawOn(law, lawPlaceOf({ law, header, context, sold }))
  return { ...calculateDraft({ header, manual: record.calculo_manual === true, rows }, own), header, law: own }
}

interface DraftToWorkOut {
  readonly lojaId: number
  /** The invoice's own fields. */
  readonly record: DataRow
  readonly rows: readonly DataRow[]
  /** Keys of notes that it refers to. */
  readonly keys: readonly string[]
  readonly context: InvoiceContext
  /** Time zone of the store. */
  readonly zone: string
}
