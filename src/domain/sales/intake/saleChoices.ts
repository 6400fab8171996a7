import type { Model } from '../../../model/model.ts'
import type { SaleChoices } from './checkSale.ts'

const known = new WeakMap<Model, SaleChoices>()

/** Returns the types, channels and services in the definition of movements. */
export function saleChoicesOf(model: Model): SaleChoices {
  const found = known.get(model)
  if (found) return found
  const of = <T extends string | number>(name: string): ReadonlySet<T> => {
    const field = model.registers.Movimentos?.fields.find(each => each.name === name)
    return new Set((field?.choices ?? []).map(({ value }) => value as T))
  }
  const choices: SaleChoices = {
    tipos: of<number>('tipoMovimentoId'),
    canais: of<string>('canal_venda'),
    vendas: of<string>('tipo_venda'),
  }
  known.set(model, choices)
  return choices
}
