import type { CalculatedDraft } from '../../../browser/plugin.ts'
import {
  type DraftRecord,
  factsFor,
  fillOf,
  type InvoiceContext,
  isBlank,
  numberIn,
  operationOf,
  type ProductFacts,
} from '../../../domain/fiscal/core/public.ts'

type Item = NonNullable<CalculatedDraft['rows'][string]>[number]

/** The values that an item took of its product. */
interface Given {
  readonly product: number
  /** Where the goods go, on which CFOP and rate hang, and whether they are taxed: inside the state, to another one, abroad. */
  readonly place: string
  readonly facts: DraftRecord
}

/** Fills items from their products once these are chosen: what somebody types afterwards stays, what another product gave does not. */
export interface ItemFiller {
  /** Is told of the items before anything is known of them: taxes typed while answers are awaited did not come with the item. */
  meet(items: readonly Item[]): void
  /** Products of which something is wanted. */
  wanted(items: readonly Item[], facts: ReadonlyMap<number, ProductFacts>): readonly number[]
  fill(items: readonly Item[], facts: ReadonlyMap<number, ProductFacts>, context: InvoiceContext): readonly Item[]
}

export function createItemFiller(): ItemFiller {
  const given = new Map<string, Given>()
  const seen = new Set<string>()
  /** Items that stood without taxes when they were first met. */
  const untaxed = new Map<string, boolean>()
  /** An item that came with its taxes, saved or copied, is left as it is until it gets another product. */
  const isOpen = ({ key, base, values, removed }: Item): boolean => {
    if (removed || numberIn(values.produtoId) <= 0) return false
    const before = given.get(key)?.product ?? (seen.has(key) || base ? numberIn(base?.produtoId) : undefined)
    if (before !== undefined) return before !== numberIn(values.produtoId)
    return untaxed.get(key) === true || isBlank(values.icms_cst)
  }
  const fillItem = (item: Item, facts: ReadonlyMap<number, ProductFacts>, context: InvoiceContext): Item => {
    const product = numberIn(item.values.produtoId)
    const [known, before] = [facts.get(product), given.get(item.key)]
    const place = `${operationOf(context)} ${context.icms_interestadual ?? ''}`
    const moved = before?.product === product && before.place !== place
    let change: DraftRecord = {}
    if (known && (moved || isOpen(item))) {
      const own = factsFor(known, context)
      change = fillOf(item.values, own, before?.facts)
      given.set(item.key, { product, place, facts: own })
    } else if (!seen.has(item.key) && product > 0 && !isOpen(item)) given.set(item.key, { product, place, facts: {} })
    // Only once: who empties the rate wants to type another.
    if (!seen.has(item.key) && context.regime !== 3 && isBlank(item.values.cred_sn_alq))
      change = { ...change, cred_sn_alq: context.cred_sn_alq }
    seen.add(item.key)
    const same = Object.entries(change).every(([name, value]) => item.values[name] === value)
    return same ? item : { ...item, values: { ...item.values, ...change } }
  }
  return {
    meet(items) {
      for (const { key, values } of items) if (!untaxed.has(key)) untaxed.set(key, isBlank(values.icms_cst))
    },
    wanted: (items, facts) =>
      items.filter(isOpen).flatMap(({ values }) => (facts.has(numberIn(values.produtoId)) ? [] : numberIn(values.produtoId))),
    fill(items, facts, context) {
      const next = items.map(item => (item.removed ? item : fillItem(item, facts, context)))
      return next.every((item, at) => item === items[at]) ? items : next
    },
  }
}
