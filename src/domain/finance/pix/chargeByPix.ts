import { ApiError, type Queries, type RowOf } from '../../../server/domain.ts'
import { brCode } from './brCode.ts'
import { pixKey } from './pixKey.ts'

/** A charge as it is shown: the code to be drawn and copied, what is paid and to whom. */
export interface ShownCharge {
  /** Null while the store has no key. */
  readonly codigo: string | null
  readonly valor: number
  readonly nome: string
}

/** JSON Schema of a ShownCharge. */
export const shownCharge = {
  codigo: { type: ['string', 'null'], description: 'Pix copia e cola; nulo enquanto a loja não tem chave' },
  valor: { type: 'number' },
  nome: { type: 'string' },
}

interface StoreRow extends RowOf<'lojas', 'chave_pix' | 'cidade'> {
  readonly nome: string | null
}

const STORE = `SELECT chave_pix, coalesce(nullif(btrim(nome_fantasia), ''), razao_social) AS nome, cidade FROM lojas WHERE id = $1`

/**
 * The Pix by which a store is paid so much, to the key of its profile; `reference` comes back on its statement.
 * @throws ApiError 422 `pix.key-invalid` where what the profile holds is no key: it was typed before keys were checked
 */
export async function chargeByPix(
  q: Queries,
  { lojaId, amount, reference }: { readonly lojaId: number; readonly amount: number; readonly reference: string },
): Promise<ShownCharge> {
  const [store] = (await q.query<StoreRow>(STORE, [lojaId])).rows
  const shown = { valor: amount, nome: store?.nome ?? '' }
  const typed = store?.chave_pix?.trim() ?? ''
  if (typed === '') return { codigo: null, ...shown }
  const key = pixKey(typed)
  if (key === undefined) throw new ApiError(422, 'pix.key-invalid')
  return { codigo: brCode({ key, amount, name: shown.nome, city: store?.cidade ?? '', reference }), ...shown }
}
