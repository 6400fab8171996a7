import { amount, sumOf } from '../calculation/amounts.ts'
import { apportion } from '../calculation/apportion.ts'
import { type ClassLaw, productClass, type TreatedProduct } from '../regime/productClass.ts'
import type { SoldLine, SoldValues } from './sale.ts'

/** A part of a combo, and what it counts for in the price. */
export interface ComboPart extends TreatedProduct {
  readonly valor: number
}

/** The values of a line as it was sold, before its class is known: those that the parts of a combo share. */
export interface TreatedValues extends TreatedProduct, SoldValues {
  /** Of a combo that is taxed by its parts. */
  readonly partes: readonly ComboPart[] | null
}

/** A line for a consumer's note. */
export interface TreatedLine extends SoldLine, TreatedValues {}

/** The end of the name of a line that tells a further part of a combo. */
export const furtherPart = / \(parte \d+\)$/

/**
 * Gives lines their classes. A combo whose parts have several becomes a line for each of them, by what the parts cost: the first stands in the combo's
 * place, the others after all lines, so that items keep the numbers of the lines that were sold.
 */
export function classLines<T extends TreatedValues>(lines: readonly T[], law: ClassLaw): T[] {
  const split = lines.map(line => partsOf(line, law))
  return [...split.flatMap(parts => parts.slice(0, 1)), ...split.flatMap(parts => parts.slice(1))]
}

function partsOf<T extends TreatedValues>(line: T, law: ClassLaw): T[] {
  const { tratamento, partes } = line
  const classed = (ibscbs_cclasstrib: string): T => ({ ...line, ibscbs_cclasstrib })
  if (!law.restaurante || tratamento !== 'COMBO' || !partes || partes.length === 0) return [classed(productClass(line, law))]
  // A part that costs nothing has no share of the price, and an item is worth something.
  const priced = partes.some(({ valor }) => valor > 0) ? partes.filter(({ valor }) => valor > 0) : partes.slice(0, 1)
  const byClass = [...Map.groupBy(priced, part => productClass(part, law))]
  const [[first = ''] = []] = byClass
  if (byClass.length === 1) return [classed(first)]
  const weights = byClass.map(([, parts]) => sumOf(parts.map(({ valor }) => amount(valor))))
  const shares = (value: number): number[] => apportion(amount(value), weights).map(share => share.toNumber())
  const [gross, discount, service] = [shares(line.valor_bruto), shares(line.valor_desconto), shares(line.valor_servico)]
  return byClass.map(([name], at) => {
    const valor_bruto = gross[at] ?? 0
    return {
      ...classed(name),
      descricao: at === 0 ? line.descricao : `${line.descricao} (parte ${at + 1})`,
      valor_bruto,
      valor_unitario: amount(valor_bruto).div(line.qtd).toDecimalPlaces(10).toNumber(),
      valor_desconto: discount[at] ?? 0,
      valor_servico: service[at] ?? 0,
    }
  })
}
