import type { Decimal } from 'decimal.js'
import { type DocumentElement, decimalAt } from '../../../domain/fiscal/core/public.ts'
import { printedNumber } from './printed.ts'

/** Returns the amount that a note asks for: `vNFTot`, which from 2027 holds IS, IBS and CBS, where it tells one; else `vNF`. */
export function totalAsked(info: DocumentElement): Decimal | undefined {
  const whole = decimalAt(info, 'total/vNFTot')
  // Layouts since PL_010f let it be 0.
  return whole?.greaterThan(0) ? whole : decimalAt(info, 'total/ICMSTot/vNF')
}

/** The same as papers print it; 0,00 where the note has none. */
export const printedTotal = (info: DocumentElement): string => {
  const total = totalAsked(info)
  return total ? printedNumber(total, 2) : '0,00'
}
