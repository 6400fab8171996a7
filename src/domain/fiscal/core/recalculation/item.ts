import { type Amount, amount, percentOf, sumOf, zero } from '../calculation/amounts.ts'
import { operationValue } from '../calculation/icms.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'
import { type Formula, meets, type Place } from './findings.ts'

/** The facts of a note that the rules of an item need. */
export interface NoteFacts {
  /** Purpose: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit. */
  readonly finNFe: string
  readonly day: string
  /** States of issuer and recipient; `EX` abroad. Without a recipient, the sale is within the state. */
  /** The law of the note, where it is known. */
  readonly law?: TaxLaw | undefined
  readonly from: string
  readonly to: string
}

/** An item with the values that its bases are made of. */
export interface Item {
  readonly place: Place
  readonly note: NoteFacts
  readonly values: Readonly<Record<ItemValue, Amount>>
  readonly cfop: string
  /** ISSQN instead of ICMS: counts in `vServ`. */
  readonly isService: boolean
  /** `indTot` 1: counts in the note's total. */
  readonly counts: boolean
}

const itemValues = ['vProd', 'vDesc', 'vFrete', 'vSeg', 'vOutro'] as const
type ItemValue = (typeof itemValues)[number] | 'vIPI' | 'vII' | 'vICMS' | 'vICMSDeson' | 'vFCP'

export function readItem(place: Place, note: NoteFacts): Item {
  const prod = Object.fromEntries(itemValues.map(name => [name, place.value(`prod/${name}`) ?? zero]))
  const icms = place.inner('imposto/ICMS')?.group
  return {
    place,
    note,
    values: {
      vProd: zero,
      vDesc: zero,
      vFrete: zero,
      vSeg: zero,
      vOutro: zero,
      ...prod,
      vIPI: place.value('imposto/IPI/IPITrib/vIPI') ?? zero,
      vII: place.value('imposto/II/vII') ?? zero,
      vICMS: icms?.value('vICMS') ?? zero,
      vICMSDeson: icms?.value('vICMSDeson') ?? zero,
      vFCP: icms?.value('vFCP') ?? zero,
    },
    cfop: place.text('prod/CFOP') ?? '',
    isService: place.inner('imposto/ISSQN') !== undefined,
    counts: place.text('prod/indTot') !== '0',
  }
}

const operationRule = 'vProd − vDesc + vFrete + vSeg + vOutro'

/** The operation's value by the law, without and with IPI: whether IPI counts depends on what the buyer does with the goods. */
export const operationFormulas = ({ values }: Item): readonly Formula[] => {
  const ours = operationValue(values)
  return [
    { ours, rule: operationRule },
    ...(values.vIPI.isZero() ? [] : [{ ours: ours.plus(values.vIPI), rule: `${operationRule} + vIPI` }]),
  ]
}

/** Values that an issuer may have left out of, or put into, a base, for reasons that the note does not tell. */
function otherFormulas(item: Item): Formula[] {
  const { vFrete, vSeg, vOutro, vDesc, vICMSDeson, vIPI, vII } = item.values
  const optional: readonly (readonly [string, Amount])[] = [
    ['vFrete', vFrete.negated()],
    ['vSeg', vSeg.negated()],
    ['vOutro', vOutro.negated()],
    ['vDesc', vDesc],
    ['vICMSDeson', vICMSDeson.negated()],
    ['vIPI', vIPI],
    ['vII', vII],
  ]
  const present = optional.filter(([, value]) => !value.isZero())
  return Array.from({ length: 2 ** present.length - 1 }, (_, at) => {
    const chosen = present.filter((_, bit) => ((at + 1) >> bit) & 1)
    return {
      ours: operationValue(item.values).plus(sumOf(chosen.map(([, value]) => value))),
      rule: chosen.map(([name]) => name).join(', '),
    }
  })
}

/** How a base is made of the operation's value. */
type MakeBase = (value: Amount) => Amount

/** The further facts that decide a base. */
interface BaseCheck {
  readonly make: MakeBase
  readonly rule: string
  /** Why the base may be another one altogether; missing where the rule decides it. */
  readonly otherwise?: string | undefined
  /** The rate in the rule, as written: rounded, it leaves the base open by as much. */
  readonly rate?: string | undefined
}

/** Checks a base that is made of the operation's value. */
export function checkBase(place: Place, name: string, item: Item, { make, rule, otherwise, rate }: BaseCheck): void {
  const note = place.value(name)
  if (note === undefined) return
  const formulas = operationFormulas(item).map(({ ours, rule: value }) => ({
    ours: make(ours),
    rule: rule.replace('B', value),
    tolerance: roundingOf(ours, rate),
  }))
  if (formulas.some(formula => meets(note, formula))) place.findings.equal()
  else {
    const other = otherFormulas(item).find(({ ours }) =>
      meets(note, { ours: make(ours), rule, tolerance: roundingOf(ours, rate) }),
    )
    const why = other ? `whether the base holds ${other.rule} is not in the note` : (otherwise ?? undecidedBase(item))
    place.checkAny(name, formulas, why)
  }
}

/** Why the base of an item is not the operation's value by rule; undefined where it is. */
function undecidedBase({ note, cfop }: Item): string | undefined {
  if (note.finNFe === '4') return 'a return repeats the bases of the note it returns'
  if (note.finNFe !== '1') return 'a note of complement, adjustment, credit or debit has only what it corrects'
  if (cfop.startsWith('3')) return 'the base of an import holds duties and costs that are not in the note'
  return undefined
}

/** Half of the last written place of a rate, as an amount of the base, and at least a cent. */
export function roundingOf(base: Amount, rate: string | undefined): Amount {
  const places = Math.max(2, rate?.replace(/0+$/, '').split('.')[1]?.length ?? 0)
  const open = rate === undefined ? zero : percentOf(base.abs(), amount(0.5).times(amount(10).pow(-places)))
  return open.lessThan('0.01') ? amount('0.01') : open
}
