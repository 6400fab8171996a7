import { ApiError, holdStore, type RowOf, tableOf, type UnitOfWork, writeRecords } from '../../../server/domain.ts'
import { enteredQuantity, productCost, unitCost } from '../../fiscal/public.ts'
import { countPriceTables } from '../receiving/countPriceTables.ts'
import { holdOpenItems, itemsOfNote, type OpenItem, touchNote } from './openItems.ts'
import { productCodeOf } from './proposeProducts.ts'

/** A product to be made of an item. */
export interface NewProduct {
  readonly id: number
  readonly nome: string
  readonly ncmId?: string | null
  readonly grupoId: number
  readonly unidadeId: number
  readonly impostoId: number
  readonly fator: number
  readonly venda: number
}

/** Makes products of a note's items, all or none, and ties every item of the same code to them. Gives the note's id and how many were made. */
export async function makeProducts(
  lojaId: number,
  wanted: readonly NewProduct[],
  work: UnitOfWork,
): Promise<{ readonly nfeId: number; readonly made: number }> {
  const { q } = work
  // Free codes are counted: of two who make products one waits.
  await holdStore(q, lojaId)
  const held = await holdOpenItems(
    q,
    lojaId,
    wanted.map(({ id }) => id),
  )
  const pairs = wanted.flatMap(product => {
    const item = held.get(product.id)
    return item && item.produtoId === null ? [{ product, item }] : []
  })
  if (pairs.length < wanted.length) throw new ApiError(409, 'received.product-chosen')
  const nfeId = pairs[0]?.item.nfeId ?? 0
  const bodies = await bodiesOf(lojaId, pairs, work)
  const saved = await writeRecords(bodies, tableOf(work.model, 'produtos'), work)
  const all = await itemsOfNote(q, lojaId, nfeId)
  const rows = pairs.flatMap(({ product, item }, at) =>
    all
      .filter(one => one.produtoId === null && productCodeOf(one) === productCodeOf(item))
      .map(({ id, qCom, valor_custo }) => ({
        id,
        produtoId: Number(saved[at]?.id),
        fator: product.fator,
        venda: product.venda,
        estoque: enteredQuantity(qCom, product.fator),
        custo: unitCost(valor_custo, qCom, product.fator),
      })),
  )
  await q.query(
    `UPDATE nfes_itens i SET "produtoId" = u."produtoId", fator = u.fator, fator_de = CASE WHEN i.fator = u.fator THEN i.fator_de END,
       venda = u.venda, estoque = u.estoque, custo = u.custo, etiqueta = true
     FROM jsonb_to_recordset($3::jsonb) u(id bigint, "produtoId" bigint, fator numeric, venda numeric, estoque numeric, custo numeric)
     WHERE i."lojaId" = $1 AND i."nfesId" = $2 AND i.id = u.id`,
    [lojaId, nfeId, JSON.stringify(rows)],
  )
  await touchNote(nfeId, work)
  return { nfeId, made: saved.length }
}

interface Pair {
  readonly product: NewProduct
  readonly item: OpenItem
}

async function bodiesOf(lojaId: number, pairs: readonly Pair[], { q }: UnitOfWork): Promise<Record<string, unknown>[]> {
  const { rows: used } = await q.query<{ code: string; other: string | null }>(
    'SELECT cod_prod::text AS code, cod_aux AS other FROM produtos WHERE "lojaId" = $1',
    [lojaId],
  )
  const tables = await countPriceTables(q, lojaId)
  const { rows: cests } = await q.query<RowOf<'cests', 'id'>>('SELECT id FROM cests WHERE id = ANY ($1::text[])', [
    pairs.map(({ item }) => item.CEST ?? ''),
  ])
  const taken = new Set(used.flatMap(({ code, other }) => (other === null ? [code] : [code, other])))
  let next = 1
  return pairs.map(({ product, item }) => {
    while (taken.has(`${next}`)) next += 1
    const code = `${next}`
    taken.add(code)
    const other = otherCode(item, product.fator)
    const free = other !== null && !taken.has(other)
    if (free) taken.add(other)
    return {
      cod_prod: code,
      ...(free ? { cod_aux: other } : {}),
      desc_prod: product.nome,
      grupoId: product.grupoId,
      unidadeId: product.unidadeId,
      impostoId: product.impostoId,
      ncmId: product.ncmId ?? item.NCM,
      ...(cests.some(({ id }) => id === item.CEST) ? { cestId: item.CEST } : {}),
      preco_cst_prod: Number(productCost(unitCost(item.valor_custo, item.qCom, product.fator), tables)),
      preco_vnd_prod: product.venda,
      appPreco: product.venda,
    }
  })
}

/** The code that a scanner meets: that of the piece where boxes are bought, else the supplier's own. */
function otherCode({ cEAN, cEANTrib, cProd }: OpenItem, factor: number): string | null {
  const code = (factor > 1 ? (cEANTrib ?? cEAN) : cEAN) ?? cProd
  return code !== null && /^\S{1,20}$/.test(code) ? code : null
}

const names: Readonly<Record<string, string>> = {
  desc_prod: 'nome',
  preco_vnd_prod: 'venda',
  appPreco: 'venda',
  preco_cst_prod: 'fator',
}

/** Puts the problems of a product at its place in the call. */
export function placedProblems(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const details = error.details.map(problem => {
    const [at, name = '', ...rest] = problem.path.split('.')
    return { ...problem, path: ['itens', at, names[name] ?? name, ...rest].filter(Boolean).join('.') }
  })
  return new ApiError(error.statusCode, error.code, error.params, details)
}
