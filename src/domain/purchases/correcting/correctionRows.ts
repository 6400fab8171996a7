import type { Queries } from '../../../server/domain.ts'
import { enteredQuantity, unitCost } from '../../fiscal/public.ts'
import { marginOf } from '../preparing/margin.ts'
import { itemsOfNote } from '../preparing/openItems.ts'

/** An entered item, as it may be corrected. */
export interface CorrectionRow {
  readonly id: number
  readonly xProd: string
  readonly produtoId: number | null
  readonly qCom: number
  readonly fator: number
  readonly valor_custo: number
  readonly custo: number
  readonly estoque: number
  readonly margem: number | null
  readonly venda: number | null
}

/** The items of a note with what may be corrected of them. */
export async function correctionRows(q: Queries, lojaId: number, nfeId: number): Promise<CorrectionRow[]> {
  const items = await itemsOfNote(q, lojaId, nfeId)
  return items.map(({ id, xProd, produtoId, qCom, fator, valor_custo, venda }) => ({
    id,
    xProd,
    produtoId,
    qCom: Number(qCom),
    fator: Number(fator),
    valor_custo: Number(valor_custo),
    custo: Number(unitCost(valor_custo, qCom, fator)),
    estoque: Number(enteredQuantity(qCom, fator)),
    margem: venda === null ? null : marginOf(venda, unitCost(valor_custo, qCom, fator)),
    venda: venda === null ? null : Number(venda),
  }))
}
