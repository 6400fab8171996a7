import { type Amount, amount, percentOf } from './amounts.ts'

/** A row of the IBPT table: rates in percent, and until when they hold. */
export interface ApproximateRates {
  readonly nacional: number
  readonly importado: number
  readonly estadual: number
  readonly municipal: number
  /** Last day of validity: 2026-03-31. */
  readonly vigencia_fim?: string | null
  readonly fonte?: string | null
  readonly chave?: string | null
}

/** `orig` of goods that the seller or another one imported. */
const imported = new Set(['1', '2', '6', '7'])

/** `vTotTrib` of an item (Lei 12.741/2012) in its three parts, each to cents. */
export function approximateTaxes(
  value: number,
  orig: string,
  rates: ApproximateRates,
): Record<'federal' | 'estadual' | 'municipal', Amount> {
  const part = (percent: number): Amount => percentOf(amount(value), amount(percent))
  return {
    federal: part(imported.has(orig) ? rates.importado : rates.nacional),
    estadual: part(rates.estadual),
    municipal: part(rates.municipal),
  }
}

/** Whether the table's row is out of date on a day. */
export const isExpired = ({ vigencia_fim }: ApproximateRates, day: string): boolean => !!vigencia_fim && vigencia_fim < day
