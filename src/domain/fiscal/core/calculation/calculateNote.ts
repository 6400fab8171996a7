import { memoizeByKey } from '../../../../base/memoizeByKey.ts'
import { type Amount, amount, sumOf, zero } from './amounts.ts'
import { apportion } from './apportion.ts'
import { calculateItem, itemTotal } from './calculateItem.ts'
import type { AmountName, CalculationProblem, ItemAmounts, NoteHeader, NoteItem } from './noteRecord.ts'
import type { TaxLaw } from './taxLaw.ts'

/** The totals of a note, named as in NFe_emissaos. */
export interface NoteTotals {
  readonly total_produtos: number
  readonly total_desconto: number
  readonly total_frete: number
  readonly total_seguro: number
  readonly total_outro: number
  readonly total_icms_bc: number
  readonly total_icms_v: number
  readonly total_fcp_v: number
  readonly total_icms_st_bc: number
  readonly total_icms_st_v: number
  readonly total_fcp_st_v: number
  readonly total_cred_sn_v: number
  readonly total_ipi_v: number
  readonly total_pis_v: number
  readonly total_cofins_v: number
  readonly total_ibs_uf_v: number
  readonly total_ibs_mun_v: number
  readonly total_cbs_v: number
  readonly total_nota: number
}

export interface CalculatedNote {
  readonly items: readonly ItemAmounts[]
  readonly totals: NoteTotals
  /** With any of them, the note cannot be issued: a rate that is not known is not zero. */
  readonly problems: readonly CalculationProblem[]
  /** Items that still have the amounts of before: more had changed than should be worked out at once. */
  readonly waiting?: number
}

/** Items calculated before: one that comes again under the same header, with the same shares, is not calculated anew. */
export type NoteMemory = WeakMap<NoteItem, KnownItem>

interface KnownItem {
  readonly value: Amount
  /** The inputs of the calculation besides the item itself. */
  readonly header?: string
  readonly shares?: readonly Amount[]
  readonly law?: TaxLaw
  readonly worked?: ReturnType<typeof calculateItem>
}

/**
 * Works a note out: amounts of the whole note are spread over the items by their totals, each item is worked out, and the totals are the
 * sums of the rounded fields, by the law of its day. With a `memory` only what changed is worked out, and of items that were worked out before at
 * most so many as `atOnce` says: the others keep their amounts until the next call.
 */
export function calculateNote(
  header: NoteHeader,
  items: readonly NoteItem[],
  law: TaxLaw,
  memory: NoteMemory = new WeakMap(),
  atOnce = Number.POSITIVE_INFINITY,
): CalculatedNote {
  const values = items.map(item => memoizeByKey<NoteItem, KnownItem>(memory, item, () => ({ value: itemTotal(item) })).value)
  const spread = (whole: number | undefined, own: (item: NoteItem) => number | undefined): Amount[] =>
    whole === undefined ? items.map(item => amount(own(item) ?? 0)) : apportion(amount(whole), values)
  const discounts = spread(header.total_desconto, item => item.valor_desconto)
  const freights = spread(header.total_frete, item => item.valor_frete)
  const insurances = spread(header.total_seguro, item => item.valor_seguro)
  const others = spread(header.total_outro, item => item.valor_outro)
  const around = whatItemsSee(header)
  const pace: Pace = { left: atOnce, waiting: 0 }
  const calculated = items.map((item, at) => {
    const shares = [discounts, freights, insurances, others].map(all => all[at] ?? zero)
    return calculateOnce(item, shares, { header, around, law, memory }, pace)
  })
  const amounts = calculated.map(item => item.amounts)
  return {
    items: amounts,
    totals: totalItems(amounts, law),
    problems: calculated.flatMap(({ problems }, item) => problems.map(code => ({ item, code }))),
    ...(pace.waiting > 0 ? { waiting: pace.waiting } : {}),
  }
}

/** The header without what is spread, which reaches an item by its share. */
const whatItemsSee = ({ total_desconto, total_frete, total_seguro, total_outro, ...header }: NoteHeader): string =>
  JSON.stringify(header)

interface Around {
  readonly header: NoteHeader
  readonly around: string
  readonly law: TaxLaw
  readonly memory: NoteMemory
}

/** How many items may still be worked out, and how many have to wait. */
interface Pace {
  left: number
  waiting: number
}

function calculateOnce(item: NoteItem, shares: readonly Amount[], { header, around, law, memory }: Around, pace: Pace) {
  const known = memory.get(item)
  const same = known?.header === around && known.law === law
  if (known?.worked && same && known.shares?.every((share, at) => share === shares[at] || share.equals(shares[at] ?? zero)))
    return known.worked
  pace.left -= 1
  if (known?.worked && pace.left < 0) {
    pace.waiting += 1
    return known.worked
  }
  const [valor_desconto = zero, valor_frete = zero, valor_seguro = zero, valor_outro = zero] = shares
  const worked = calculateItem(item, { valor_desconto, valor_frete, valor_seguro, valor_outro }, header, law)
  memory.set(item, { value: known?.value ?? itemTotal(item), header: around, shares, law, worked })
  return worked
}

/** Totals of items as they are: also where `calculo_manual` leaves them as typed. Summed in cents, which are whole numbers. */
export function totalItems(items: readonly ItemAmounts[], { addsIbsCbs }: Pick<TaxLaw, 'addsIbsCbs'>): NoteTotals {
  const cents = (name: AmountName): number => items.reduce((all, item) => all + Math.round(item[name] * 100), 0)
  const whole = paidParts(addsIbsCbs).reduce((all, name) => all + cents(name), cents('valor_total') - cents('valor_desconto'))
  const total = (name: AmountName): number => cents(name) / 100
  return {
    total_produtos: total('valor_total'),
    total_desconto: total('valor_desconto'),
    total_frete: total('valor_frete'),
    total_seguro: total('valor_seguro'),
    total_outro: total('valor_outro'),
    total_icms_bc: total('icms_bc'),
    total_icms_v: total('icms_v'),
    total_fcp_v: total('fcp_v'),
    total_icms_st_bc: total('icms_st_bc'),
    total_icms_st_v: total('icms_st_v'),
    total_fcp_st_v: total('fcp_st_v'),
    total_cred_sn_v: total('cred_sn_v'),
    total_ipi_v: total('ipi_v'),
    total_pis_v: total('pis_v'),
    total_cofins_v: total('cofins_v'),
    total_ibs_uf_v: total('ibs_uf_v'),
    total_ibs_mun_v: total('ibs_mun_v'),
    total_cbs_v: total('cbs_v'),
    total_nota: whole / 100,
  }
}

const reform = ['is_v', 'ibs_uf_v', 'ibs_mun_v', 'cbs_v'] as const
const added = ['valor_frete', 'valor_seguro', 'valor_outro', 'icms_st_v', 'fcp_st_v', 'ipi_v'] as const

/** Returns the amounts that a buyer pays beside goods less their discount. */
const paidParts = (addsIbsCbs: boolean): readonly AmountName[] => [...added, ...(addsIbsCbs ? reform : [])]

/** `vItem` (rule VB01-10): what an item adds to the note's total. */
export const itemPaid = (item: ItemAmounts, { addsIbsCbs }: Pick<TaxLaw, 'addsIbsCbs'>): Amount =>
  sumOf(paidParts(addsIbsCbs).map(name => amount(item[name])))
    .plus(item.valor_total)
    .minus(item.valor_desconto)

/** IS, IBS and CBS of items, in reais. */
export const reformOf = (items: readonly ItemAmounts[]): Amount =>
  sumOf(items.flatMap(item => reform.map(name => amount(item[name]))))
