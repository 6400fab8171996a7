import { isCnpj, isCpf } from '../../../../kinds/taxId/digits.ts'
import { SaleProblem } from './sale.ts'

/** Codes of ICMS that no consumer's note has (rejections 766 and 383): of 90 and 900 each state says. */
const notForConsumers = new Set(['10', '30', '50', '51', '70', '101', '201', '202', '203'])

/** Goods whose ICMS was withheld before, and their operation; others are sold under others (382, 386). */
const withheld = new Set(['60', '500'])
const withheldSale = '5405'
const commonSales = new Set(['5101', '5102'])

/**
 * Refuses a product by its codes where the authority would refuse its note, which a consumer may have in hand by then: one of another place or
 * direction (518, 523), of a code that notes to consumers do not have, or of two that contradict each other. @throws SaleProblem
 */
export function refuseCodes(product: string, code: string, cfop: string): void {
  if (!cfop.startsWith('5')) throw new SaleProblem('nfce.product-cfop', { product, cfop })
  if (notForConsumers.has(code)) throw new SaleProblem('nfce.product-code', { product, code })
  if (withheld.has(code) ? commonSales.has(cfop) : cfop === withheldSale)
    throw new SaleProblem('nfce.product-withheld', { product, code, cfop })
}

/** Refuses a buyer's number that nobody has (237 and 208). @throws SaleProblem */
export function refuseTaxId(number: string | undefined): void {
  if (number !== undefined && !isCpf(number) && !isCnpj(number)) throw new SaleProblem('nfce.tax-id', { number })
}
