import { type Amount, amount, percentOf, sumOf, zero } from '../calculation/amounts.ts'
import { apportion } from '../calculation/apportion.ts'

/** How much of a tip stays out of the bases, in percent of the bill; undefined where the law of the day and place says nothing. */
export interface TipLimits {
  /** Of ICMS. Where a state has one, the tip is an item of its own. */
  readonly icms: number | undefined
  /** Of IBS and CBS. */
  readonly ibsCbs: number | undefined
  /** `cClassTrib` of such an item. */
  readonly classe: string | undefined
}

/** A part of a tip that is taxed alike. */
export interface TipPart {
  readonly valor: Amount
  readonly semIcms: boolean
  readonly semIbsCbs: boolean
}

/** Splits a tip at the limits: each part is inside of both, of one or of none. */
export function splitTip(tip: Amount, bill: Amount, { icms, ibsCbs }: TipLimits): TipPart[] {
  const most = (limit: number | undefined): Amount => {
    const allowed = limit === undefined ? zero : percentOf(bill, amount(limit))
    return allowed.lessThan(tip) ? allowed : tip
  }
  const [ofIcms, ofIbsCbs] = [most(icms), most(ibsCbs)]
  const ends = [ofIcms, ofIbsCbs, tip].toSorted((a, b) => a.comparedTo(b))
  return ends.flatMap((end, at) => {
    const valor = end.minus(ends[at - 1] ?? 0)
    return valor.isZero() ? [] : [{ valor, semIcms: !end.greaterThan(ofIcms), semIbsCbs: !end.greaterThan(ofIbsCbs) }]
  })
}

/** Returns the part of each line that stays out of the base of IBS and CBS: tips by the lines' service, what a marketplace keeps by their values. */
export function outsideOfBase(
  lines: readonly { readonly valor: Amount; readonly servico: Amount }[],
  { gorjeta, retido }: { readonly gorjeta: Amount; readonly retido: Amount },
): Amount[] {
  const values = lines.map(({ valor }) => valor)
  const bill = sumOf(values)
  const tips = apportion(
    gorjeta,
    lines.map(({ servico }) => servico),
  )
  const kept = apportion(retido.greaterThan(bill) ? bill : retido, values)
  return lines.map((_, at) => (tips[at] ?? zero).plus(kept[at] ?? zero))
}
