import { amount, zero } from '../calculation/amounts.ts'
import { shareTips, type TipLimits, tipCode, tipFields, tipNcm, tipOperation } from '../regime/tips.ts'
import type { PaidSale, SaleStore, SoldLine } from './sale.ts'

/** A line of a note: as it was sold, with what of it is outside of the base of IBS and CBS. */
export interface NotedLine extends SoldLine {
  readonly ibscbs_fora: number
  /** A tip, which has no product that could say its benefit. */
  readonly ehGorjeta: boolean
}

/**
 * Gives lines what of them is outside of the base of IBS and CBS (LC 214/2025, art. 274). Where the state wants tips told apart, they leave the lines and
 * stand after them, each part as far as the limits allow; what is above a limit is taxed as the line that is worth most.
 */
export function tellTips(lines: readonly SoldLine[], sale: PaidSale, store: SaleStore, limits: TipLimits): NotedLine[] {
  const valued = lines.map(line => ({
    valor: amount(line.valor_bruto).minus(line.valor_desconto),
    servico: amount(line.valor_servico),
  }))
  const { apart, outside } = shareTips(valued, { gorjeta: store.gorjeta ?? false, retido: amount(sale.retido ?? 0), limits })
  const noted = lines.map((line, at) => ({
    ...line,
    valor_servico: apart.length > 0 ? 0 : line.valor_servico,
    ibscbs_fora: (outside[at] ?? zero).toNumber(),
    ehGorjeta: false,
  }))
  const main = noted.toSorted((a, b) => b.valor_bruto - a.valor_bruto)[0]
  if (!main) return noted
  const law = { regime: store.regime_tributario, classe: limits.classe }
  const tips = apart.map((part): NotedLine => {
    const value = part.valor.toNumber()
    return {
      ...main,
      ...tipFields(part, law),
      cfop_estadual: tipOperation(part, main.cfop_estadual ?? ''),
      qtd: 1,
      valor_unitario: value,
      valor_bruto: value,
      valor_desconto: 0,
      cod_prod: tipCode,
      cod_aux: null,
      ncm: tipNcm,
      cest: null,
      codigo_beneficio: null,
      ibscbs_fora: 0,
      ehGorjeta: true,
    }
  })
  return [...noted, ...tips]
}
