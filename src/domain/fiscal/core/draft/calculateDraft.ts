import { amount, percentOf } from '../calculation/amounts.ts'
import { type CalculatedNote, calculateNote, type NoteMemory, totalItems } from '../calculation/calculateNote.ts'
import { type AmountName, type ItemAmounts, mapAmounts, type NoteHeader, type NoteItem } from '../calculation/noteRecord.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'
import { type DraftRecord, draftText, isBlank, numberIn, stays } from './draftValues.ts'

/** The parts of a draft that the calculation takes: its header, its rows. */
export interface DraftToCalculate<R extends DraftRecord = DraftRecord> {
  readonly header: NoteHeader
  /** Amounts stay as somebody typed them: only the totals are summed up. */
  readonly manual: boolean
  readonly rows: readonly R[]
}

/** Items as they were read from rows, and what was worked out of them: rows that stay what they are cost nothing. */
export interface DraftMemory {
  readonly items: WeakMap<DraftRecord, NoteItem>
  readonly note: NoteMemory
  /** Amounts that a row has already. */
  readonly done: WeakMap<DraftRecord, ItemAmounts>
}

export const createDraftMemory = (): DraftMemory => ({ items: new WeakMap(), note: new WeakMap(), done: new WeakMap() })

/** A draft as it was worked out. Rows that go are among the rows, and left alone. */
export interface WorkedOutDraft<R extends DraftRecord = Record<string, unknown>> {
  readonly rows: (R & Partial<ItemAmounts>)[]
  readonly totals: CalculatedNote['totals']
  /** Of the rows that stay, in their order. */
  readonly itens: readonly NoteItem[]
  readonly calculo: CalculatedNote
}

/** Works a draft out: its rows with their amounts, and its totals. Rows that go, or have their amounts already, are left as they are. `atOnce`: rows
 * that are worked out anew at most. */
export function calculateDraft<R extends DraftRecord>(
  { header, manual, rows }: DraftToCalculate<R>,
  law: TaxLaw,
  memory: DraftMemory = createDraftMemory(),
  atOnce?: number,
): WorkedOutDraft<R> {
  const kept = rows.filter(stays)
  const itens = kept.map(row => memory.items.get(row) ?? noteItemOf(row))
  const calculo = manual ? typedNote(kept, law) : calculateNote(header, itens, law, memory.note, atOnce)
  let at = -1
  const worked = rows.map((row): R & Partial<ItemAmounts> => {
    if (!stays(row)) return row
    at += 1
    const [item, amounts] = [itens[at], calculo.items[at]]
    const next = amounts && memory.done.get(row) === amounts ? row : withAmounts(row, amounts)
    if (amounts) memory.done.set(next, amounts)
    if (item) memory.items.set(next, item)
    return next
  })
  return { rows: worked, totals: calculo.totals, itens, calculo }
}

/** Amounts as somebody typed them; what a deferred tax would be without its deferral follows from them. */
function typedNote(rows: readonly DraftRecord[], law: TaxLaw): CalculatedNote {
  const items = rows.map(row => {
    const typed = mapAmounts(name => numberIn(row[name]))
    if (draftText(row.icms_cst) !== '51') return { ...typed, icms_op_v: typed.icms_v, icms_dif_v: 0 }
    const whole = percentOf(amount(typed.icms_bc), amount(numberIn(row.icms_alq)))
    return { ...typed, icms_op_v: whole.toNumber(), icms_dif_v: Math.max(whole.minus(typed.icms_v).toNumber(), 0) }
  })
  return { items, totals: totalItems(items, law), problems: [] }
}

const amountNames: readonly AmountName[] = Object.values(mapAmounts(name => name))

const withAmounts = <R extends DraftRecord>(row: R, amounts: ItemAmounts | undefined): R & Partial<ItemAmounts> =>
  !amounts || hasAmounts(row, amounts) ? row : { ...row, ...amounts }

const hasAmounts = (row: DraftRecord, amounts: ItemAmounts): boolean => amountNames.every(name => row[name] === amounts[name])

/** The rates of an item. */
export const itemRates = [
  'icms_red_bc',
  'icms_alq',
  'icms_dif_alq',
  'icms_st_mva',
  'icms_st_red_bc',
  'icms_st_alq',
  'fcp_alq',
  'fcp_st_alq',
  'cred_sn_alq',
  'icms_st_ret_bc',
  'icms_st_ret_alq',
  'icms_st_ret_sub_v',
  'fcp_st_ret_alq',
  'icms_efet_red_bc',
  'icms_efet_alq',
  'icms_uf_dest_alq',
  'fcp_uf_dest_alq',
  'ipi_alq',
  'pis_alq',
  'cofins_alq',
] as const

/** An item as the calculation knows it; a rate that is blank is not known, which is not 0. */
export function noteItemOf(row: DraftRecord): NoteItem {
  const known = itemRates.filter(name => !isBlank(row[name]))
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
    ...(isBlank(row.ibscbs_fora) ? {} : { ibscbs_fora: numberIn(row.ibscbs_fora) }),
    ...(isBlank(row.is_cclasstrib) ? {} : { is_cclasstrib: draftText(row.is_cclasstrib) }),
  }
}

/** The largest amount of a note's fields. */
const largest = 9_999_999_999.99

/** The first amount that no field of a note holds. */
export const excessOf = (totals: CalculatedNote['totals']): string | undefined =>
  Object.entries(totals).find(([, value]) => Math.abs(value) > largest)?.[0]
