import type { DataRow } from '../../../server/domain.ts'
import {
  amount,
  type CalculatedNote,
  calculateNote,
  type FindTaxClass,
  mapAmounts,
  type NoteHeader,
  type NoteItem,
  percentOf,
  totalItems,
} from '../core/public.ts'
import { draftText, isBlank, numberIn, stays } from './mergeDraftRows.ts'

/** What the calculation takes of a draft: its header, its rows. */
export interface DraftToCalculate {
  readonly header: NoteHeader
  /** Amounts stay as somebody typed them: only the totals are summed up. */
  readonly manual: boolean
  readonly rows: readonly DataRow[]
}

/** A draft as it was worked out. Rows that go are among the rows, and left alone. */
export interface CalculatedDraft {
  readonly rows: DataRow[]
  readonly totals: CalculatedNote['totals']
  /** Of the rows that stay, in their order. */
  readonly itens: readonly NoteItem[]
  readonly calculo: CalculatedNote
}

/** Works a draft out: its rows with their amounts, and its totals. */
export function calculateDraft({ header, manual, rows }: DraftToCalculate, findClass: FindTaxClass): CalculatedDraft {
  const kept = rows.filter(stays)
  const itens = kept.map(noteItemOf)
  const calculo = manual ? typedNote(kept, header) : calculateNote(header, itens, findClass)
  const worked = new Map(kept.map((row, at) => [row, calculo.items[at]]))
  return { rows: rows.map(row => ({ ...row, ...worked.get(row) })), totals: calculo.totals, itens, calculo }
}

/** Amounts as somebody typed them; what a deferred tax would be without its deferral follows from them. */
function typedNote(rows: readonly DataRow[], header: NoteHeader): CalculatedNote {
  const items = rows.map(row => {
    const typed = mapAmounts(name => numberIn(row[name]))
    if (draftText(row.icms_cst) !== '51') return { ...typed, icms_op_v: typed.icms_v, icms_dif_v: 0 }
    const whole = percentOf(amount(typed.icms_bc), amount(numberIn(row.icms_alq)))
    return { ...typed, icms_op_v: whole.toNumber(), icms_dif_v: Math.max(whole.minus(typed.icms_v).toNumber(), 0) }
  })
  return { items, totals: totalItems(items, header.emitida_em), problems: [] }
}

const rates = [
  'icms_red_bc',
  'icms_alq',
  'icms_dif_alq',
  'icms_st_mva',
  'icms_st_red_bc',
  'icms_st_alq',
  'fcp_alq',
  'fcp_st_alq',
  'cred_sn_alq',
  'icms_uf_dest_alq',
  'fcp_uf_dest_alq',
  'ipi_alq',
  'pis_alq',
  'cofins_alq',
] as const

/** An item as the calculation knows it; a rate that is blank is not known, which is not 0. */
export function noteItemOf(row: DataRow): NoteItem {
  const known = rates.filter(name => !isBlank(row[name]))
  return {
    ...Object.fromEntries(known.map(name => [name, numberIn(row[name])])),
    quantidade: numberIn(row.quantidade),
    valor_unitario: numberIn(row.valor_unitario),
    origem: draftText(row.origem) || '0',
    icms_cst: draftText(row.icms_cst),
    ipi_cst: draftText(row.ipi_cst),
    pis_cst: draftText(row.pis_cst),
    cofins_cst: draftText(row.cofins_cst),
    ibscbs_cclasstrib: draftText(row.ibscbs_cclasstrib) || '000001',
  }
}

/** The largest amount of a note's fields. */
const largest = 9_999_999_999.99

/** The first amount that no field of a note holds. */
export const excessOf = (totals: CalculatedNote['totals']): string | undefined =>
  Object.entries(totals).find(([, value]) => Math.abs(value) > largest)?.[0]
