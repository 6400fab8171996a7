import { dayOf } from '../../../base/dates.ts'
import type { DataRow, Queries } from '../../../server/domain.ts'
import { type FindTaxClass, findTaxClass, type NoteHeader } from '../core/public.ts'
import { readTaxClasses } from '../rates/readTaxClasses.ts'
import { type CalculatedDraft, calculateDraft } from './calculateDraft.ts'
import { draftText, isBlank, numberIn } from './mergeDraftRows.ts'
import type { DraftGround } from './readDraftGround.ts'

/** Amounts of the whole invoice that are spread over its items. */
const spread = ['total_desconto', 'total_frete', 'total_seguro', 'total_outro'] as const

/** A draft that was worked out, and from what. */
export interface WorkedDraft extends CalculatedDraft {
  readonly header: NoteHeader
  readonly findClass: FindTaxClass
}

/** Works out a draft of a store by what holds on its day of issue. */
export async function workOutDraft(q: Queries, { record, rows, ground, zone }: DraftToWorkOut): Promise<WorkedDraft> {
  const header = headerOf(record, ground, zone)
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

function headerOf(record: DataRow, ground: DraftGround, zone: string): NoteHeader {
  const issued = momentOf(record.emitida_em)
  const registration = numberIn(record.identificador_ie_dest)
  return {
    emitida_em: dayOf(issued.toISOString(), zone),
    regime: ground.regime,
    uf_emitente: ground.uf,
    uf_destinatario: ground.uf_destinatario,
    consumidor: isBlank(record.consumidor) || numberIn(record.consumidor) === 1,
    identificador_ie_dest: registration === 1 || registration === 2 ? registration : 9,
    pis_cofins_sem_icms: true,
    ...Object.fromEntries(spread.map(name => [name, numberIn(record[name])])),
  }
}

/** A moment as bodies and rows have it; now where there is none. */
function momentOf(value: unknown): Date {
  const moment = value instanceof Date ? value : new Date(draftText(value))
  return Number.isNaN(moment.getTime()) ? new Date() : moment
}
