import { amount, sumOf, zero } from '../calculation/amounts.ts'
import { outsideOfBase, splitTip, type TipLimits } from '../regime/tips.ts'
import type { PaidSale, SaleStore, SoldLine } from './sale.ts'

/** A line of a note: as it was sold, with what of it is outside of the base of IBS and CBS. */
export interface NotedLine extends SoldLine {
  readonly ibscbs_fora: number
  /** A tip, which has no product that could say its benefit. */
  readonly ehGorjeta: boolean
}

/** CST of what ICMS does not tax, and of the same in the Simples. */
const untaxed = { normal: '41', simples: '400' } as const

/**
 * Gives lines what of them is outside of the base of IBS and CBS (LC 214/2025, art. 274). Where the state wants tips told apart, they leave the lines and
 * stand after them, each part as far as the limits allow; what is above a limit is taxed as the line that is worth most.
 */
export function tellTips(lines: readonly SoldLine[], sale: PaidSale, store: SaleStore, limits: TipLimits): NotedLine[] {
  const valued = lines.map(line => ({
    valor: amount(line.valor_bruto).minus(line.valor_desconto),
    servico: amount(line.valor_servico),
  }))
  const bill = sumOf(valued.map(({ valor }) => valor))
  const service = sumOf(valued.map(({ servico }) => servico))
  const parts = store.gorjeta ? splitTip(service, bill, limits) : []
  const apart = limits.icms !== undefined && parts.length > 0
  const inLines = apart ? zero : sumOf(parts.flatMap(({ semIbsCbs, valor }) => (semIbsCbs ? [valor] : [])))
  const outside = outsideOfBase(valued, { gorjeta: inLines, retido: amount(sale.retido ?? 0) })
  const noted = lines.map((line, at) => ({
    ...line,
    valor_servico: apart ? 0 : line.valor_servico,
    ibscbs_fora: (outside[at] ?? zero).toNumber(),
    ehGorjeta: false,
  }))
  const main = noted.toSorted((a, b) => b.valor_bruto - a.valor_bruto)[0]
  if (!apart || !main) return noted
  const tips = parts.map(({ valor, semIcms, semIbsCbs }): NotedLine => {
    const value = valor.toNumber()
    return {
      ...main,
      descricao: semIcms ? 'Gorjeta' : 'Gorjeta excedente',
      qtd: 1,
      valor_unitario: value,
      valor_bruto: value,
      valor_desconto: 0,
      cod_prod: 'GORJETA',
      cod_aux: null,
      unidade: 'UN',
      // A code of goods says nothing of a tip.
      ncm: '00',
      cest: null,
      codigo_beneficio: null,
      is_cclasstrib: null,
      ...(semIcms
        ? { icms_cst: store.regime_tributario === 3 ? untaxed.normal : untaxed.simples, icms_alq: 0, icms_red_bc: 0 }
        : {}),
      ...(semIbsCbs ? { ibscbs_cclasstrib: limits.classe ?? '' } : {}),
      ibscbs_fora: 0,
      ehGorjeta: true,
    }
  })
  return [...noted, ...tips]
}
