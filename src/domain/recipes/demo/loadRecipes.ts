import { divide, multiply, roundHalfEven, sum } from '../../../base/decimal.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'
import { type IdsByName, type InsertRecords, idByName, insertNamed } from '../../samples/public.ts'
import { recordComposition } from '../../stock/public.ts'
import { packagesOf } from '../effects/keepRecipe.ts'
import { type DishPlan, dishes, type RawMaterial, rawMaterials } from './dishes.ts'

/** Longer ago than the demo's first sale. */
const BEGIN = 100 * 86_400_000
/** The first code of raw materials. */
const FIRST_CODE = 7001
/** Every so many sheets one costs what nobody took over into its product yet. */
const STALE = 3

type Pattern = RowOf<'produtos', 'id' | 'desc_prod' | 'grupoId' | 'impostoId' | 'ncmId'>

/**
 * Recipe sheets of a store's dishes and the raw materials that they take, which stand in its first inventory. Comes before the sales:
 * what was sold took the ingredients.
 */
export async function loadRecipes(insert: InsertRecords, q: Queries, store: number, now: Date): Promise<void> {
  const { rows: found } = await q.query<Pattern>(
    'SELECT id, desc_prod, "grupoId", "impostoId", "ncmId" FROM produtos WHERE "lojaId" = $1 AND desc_prod = ANY ($2::text[]) ORDER BY id',
    [store, dishes.map(({ produto }) => produto)],
  )
  const [pattern] = found
  if (!pattern) return
  const materials = await loadRawMaterials(insert, q, store, pattern)
  const products = new Map(found.map(({ id, desc_prod }) => [desc_prod, Number(id)]))
  const moment = new Date(now.getTime() - BEGIN).toISOString()
  for (const [at, plan] of dishes.filter(({ produto }) => products.has(produto)).entries()) {
    const produtoId = idByName(products, plan.produto)
    const { total, items } = sheetOf(plan, materials)
    const [id] = await insert('ficha_tecnicas', store, [{ produtoId, desc_prod: plan.produto, total_custo: total }])
    await insert(
      'ficha_tecnicas.itens',
      store,
      items.map(item => ({ ...item, ficha_tecnicasId: Number(id) })),
    )
    await recordComposition(q, {
      lojaId: store,
      produtoId,
      kind: 'ficha',
      moment,
      items: items.map(item => ({ produtoId: item.produtoId, quantity: packagesOf(item) })),
    })
    if (at % STALE !== 0)
      await q.query('UPDATE produtos SET preco_cst_prod = $3 WHERE "lojaId" = $1 AND id = $2', [store, produtoId, total])
  }
}

const codeOf = (at: number): string => String(FIRST_CODE + at)

async function loadRawMaterials(insert: InsertRecords, q: Queries, store: number, pattern: Pattern): Promise<IdsByName> {
  const { grupoId, impostoId, ncmId } = pattern
  if (impostoId === null || ncmId === null) throw new Error('The dishes of the demo have a tax profile and an NCM')
  const { rows: units } = await q.query<RowOf<'unidades', 'id'> & { nome: string }>(
    'SELECT id, nome FROM unidades WHERE "lojaId" = $1',
    [store],
  )
  const unitIds = new Map(units.map(({ id, nome }) => [nome, Number(id)]))
  const materials = await insertNamed(
    insert,
    'produtos',
    store,
    rawMaterials.map(({ nome, unidade, custo, embalagem }, at) => ({
      cod_prod: codeOf(at),
      desc_prod: nome,
      stt_prod: true,
      materia_prima_prod: true,
      grupoId: Number(grupoId),
      impostoId: Number(impostoId),
      ncmId,
      unidadeId: idByName(unitIds, unidade),
      preco_cst_prod: custo,
      preco_vnd_prod: 0,
      appPreco: 0,
      tam_emb_prod: String(embalagem).replace('.', ','),
      ordem: 900 + at,
      orig: 0,
    })),
    'desc_prod',
  )
  const { rows } = await q.query<{ id: string | null }>('SELECT min(id) AS id FROM inventarios WHERE "lojaId" = $1', [store])
  const inventariosId = Number(rows[0]?.id ?? 0)
  if (inventariosId > 0)
    await insert(
      'inventarios.itens',
      store,
      [...materials.values()].map(produtoId => ({ inventariosId, produtoId, quantidade_estoque: 12 })),
    )
  return materials
}

function sheetOf({ ingredientes }: DishPlan, materials: IdsByName) {
  const lines = ingredientes.map(([nome, quantidade]) => {
    const at = rawMaterials.findIndex(each => each.nome === nome)
    const material: RawMaterial | undefined = rawMaterials[at]
    if (!material) throw new Error(`The demo names what it does not have: ${nome}`)
    const estoque = roundHalfEven(divide(quantidade, material.embalagem), 4)
    return {
      produtoId: idByName(materials, nome),
      cod_prod: codeOf(at),
      desc_prod: nome,
      tam_emb_prod: material.embalagem,
      preco_cst_prod: material.custo,
      quantidade,
      estoque,
      total: roundHalfEven(divide(multiply(material.custo, quantidade), material.embalagem), 4),
    }
  })
  const total = roundHalfEven(sum(lines.map(line => line.total)), 2)
  const share = (part: number): number => roundHalfEven(divide(multiply(100, part), total), 0)
  return { total, items: lines.map(line => ({ ...line, porcentagem: share(line.total) })) }
}
