import { dayOf } from '../../../base/dates.ts'
import type { DataRow, Queries } from '../../../server/domain.ts'
import {
  calculateDraft,
  type DraftGround,
  draftHeader,
  draftText,
  type FindTaxClass,
  findTaxClass,
  type NoteHeader,
  type WorkedOutDraft,
} from '../core/public.ts'
import { readTaxClasses } from '../rates/readTaxClasses.ts'

/** A draft that was worked out, and from what. */
export interface WorkedDraft extends WorkedOutDraft {
  readonly header: NoteHeader
  readonly findClass: FindTaxClass
}

/** Works out a draft of a store by what holds on its day of issue. */
export async function workOutDraft(q: Queries, { record, rows, ground, zone }: DraftToWorkOut): Promise<WorkedDraft> {
  const header = draftHeader(record, ground, moment => dayOf(moment, zone))
  const classes = rows.map(row => draftText(row.ibscbs_cclasstrib) || '000001')
  const findClass =
    ground.regime === 3 ? await readTaxClasses(q, { emitida_em: header.emitida_em, modelo: '55', classes }) : findTaxClass
  return { ...calculateDraft({ header, manual: record.calculo_manual === true, rows }, findClass), header, findClass }
}

interface DraftToWorkOut {
  /** The invoice's own fields. */
  readonly record: DataRow
  readonly rows: readonly DataRow[]
  readonly ground: DraftGround
  /** Time zone of the store. */
  readonly zone: string
}
