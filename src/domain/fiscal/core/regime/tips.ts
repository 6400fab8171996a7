import { type Amount, amount, percentOf, sumOf, zero } from '../calculation/amounts.ts'
import { apportion } from '../calculation/apportion.ts'
import { paysIcmsInDas } from '../calculation/icmsCode.ts'

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
function splitTip(tip: Amount, bill: Amount, { icms, ibsCbs }: TipLimits): TipPart[] {
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
function outsideOfBase(
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

/** A bill's tips by the law: parts that stand as items of their own, and what of each line is outside of the base of IBS and CBS. */
export interface SharedTips {
  /** Empty where tips stay in the lines. */
  readonly apart: readonly TipPart[]
  readonly outside: readonly Amount[]
}

/** Shares a bill's tips out: where the state wants them told apart they leave the lines. */
export function shareTips(
  lines: readonly { readonly valor: Amount; readonly servico: Amount }[],
  { gorjeta, retido, limits }: { readonly gorjeta: boolean; readonly retido: Amount; readonly limits: TipLimits },
): SharedTips {
  const bill = sumOf(lines.map(({ valor }) => valor))
  const service = sumOf(lines.map(({ servico }) => servico))
  const parts = gorjeta ? splitTip(service, bill, limits) : []
  const apart = limits.icms === undefined ? [] : parts
  const inLines = apart.length > 0 ? zero : sumOf(parts.flatMap(({ semIbsCbs, valor }) => (semIbsCbs ? [valor] : [])))
  return { apart, outside: outsideOfBase(lines, { gorjeta: inLines, retido }) }
}

/** The code by which an item says that it is a tip: it has no product, no code of goods and no benefit. */
export const tipCode = 'GORJETA'

/** NCM of what is no goods. */
export const tipNcm = '00'

/** Under which operation a part of a tip is told: as the line as which it is taxed; untaxed by ICMS, never as goods whose tax was withheld (382, 386). */
export const tipOperation = ({ semIcms }: Pick<TipPart, 'semIcms'>, cfop: string): string =>
  semIcms && cfop === '5405' ? '5102' : cfop

/** Returns what an item for a part of a tip says otherwise than the line that is worth most, as which it is taxed. */
export function tipFields(
  { semIcms, semIbsCbs }: TipPart,
  { regime, classe }: { readonly regime: 1 | 2 | 3 | 4; readonly classe: string | undefined },
) {
  return {
    descricao: semIcms ? 'Gorjeta' : 'Gorjeta excedente',
    unidade: 'UN',
    is_cclasstrib: null,
    // CST of what ICMS does not tax, and of the same where it is paid within the DAS.
    ...(semIcms ? { icms_cst: paysIcmsInDas(regime) ? '400' : '41', icms_alq: 0, icms_red_bc: 0 } : {}),
    ...(semIbsCbs ? { ibscbs_cclasstrib: classe ?? '' } : {}),
  }
}
