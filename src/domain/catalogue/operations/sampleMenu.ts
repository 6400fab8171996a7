import {
  ApiError,
  type DataRow,
  holdStore,
  objectOf,
  operation,
  type Queries,
  type RowOf,
  requireStore,
  runWrite,
  saveRecords,
  tableOf,
} from '../../../server/domain.ts'
import { emporioGroups } from '../demo/plans/emporio.ts'
import { lanchoneteGroups } from '../demo/plans/lanchonete.ts'
import { pizzariaGroups } from '../demo/plans/pizzaria.ts'
import { type ProductGroupPlan, productLines } from '../demo/plans/productGroupPlan.ts'

/** Products of each group: enough to see how a menu stands, few enough to be gone through by hand. */
const OF_EACH = 6

/** Menus by words of the segment's name, which the platform's administrator gives; any other has the last. */
const menus: readonly { readonly segment: RegExp; readonly groups: readonly ProductGroupPlan[] }[] = [
  { segment: /pizz|restaur|cantina/i, groups: pizzariaGroups },
  { segment: /emp[oó]rio|merc|loja|varejo|conveni/i, groups: emporioGroups },
  { segment: /./s, groups: lanchoneteGroups },
]

/** The store's own records that products point to, and what it sells. */
interface StoreFacts extends DataRow {
  readonly segment: string | null
  readonly products: number
  readonly unit: number | null
  readonly tax: number | null
  readonly ncm: string | null
}

/**
 * Fills the empty catalogue of a store with groups and products of its segment, as one action that is undone in one step. A store that has products, be
 * they inactive, keeps its own: 409.
 */
export const sampleMenu = operation({
  method: 'POST',
  path: 'produtos/cardapioExemplo',
  title: 'Preencher um cardápio vazio com produtos de exemplo do segmento da loja',
  gate: 'cardapio_criar',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ grupos: { type: 'integer' }, produtos: { type: 'integer' } }),
  messages: ['sample-menu.not-empty', 'sample-menu.no-taxes'],
  async run({ model, caller, writing }) {
    const store = requireStore(caller)
    const table = tableOf(model, 'produtos')
    return runWrite(writing, table.register, async work => {
      // Two who begin at the same moment fill it once.
      await holdStore(work.q, store)
      const facts = await factsOf(work.q, store)
      if (facts.products > 0) throw new ApiError(409, 'sample-menu.not-empty')
      const plans = menus.find(({ segment }) => segment.test(facts.segment || '-'))?.groups ?? lanchoneteGroups
      const ncms = await knownNcms(work.q, plans)
      const fallback = facts.ncm ?? ncms.values().next().value
      const { unit, tax } = facts
      if (unit === null || tax === null || fallback === undefined) throw new ApiError(409, 'sample-menu.no-taxes')
      const groups = plans.map(({ nome, categoria, cor, pizza = false }, at) => ({ nome, categoria, cor, pizza, ordem: at + 1 }))
      const made = await saveRecords(groups, tableOf(model, 'grupos'), work)
      const units = await unitsOf(work.q, store)
      let code = 0
      const products = plans.flatMap((plan, at) =>
        productLines(plan)
          .slice(0, OF_EACH)
          .map(({ nome, preco, ncm }, order) => {
            code += 1
            return {
              cod_prod: String(code),
              desc_prod: nome,
              grupoId: Number(made[at]?.id),
              unidadeId: units.get(plan.unit) ?? unit,
              impostoId: tax,
              ncmId: ncms.has(ncm) ? ncm : fallback,
              preco_cst_prod: 0,
              preco_vnd_prod: preco,
              appPreco: preco,
              promocao_desconto: 0,
              alcoolico: plan.alcohol === true,
              balanca_prod: plan.scale === true,
              ordem: order + 1,
            }
          }),
      )
      await saveRecords(products, table, work)
      return { grupos: groups.length, produtos: products.length }
    })
  },
})

async function factsOf(q: Queries, store: number): Promise<StoreFacts> {
  const { rows } = await q.query<StoreFacts>(
    `SELECT s.nome AS segment, (SELECT count(*)::int FROM produtos p WHERE p."lojaId" = $1) AS products,
       coalesce(l."unidadePadraoId", (SELECT min(u.id) FROM unidades u WHERE u."lojaId" = $1))::float8 AS unit,
       coalesce(l."impostoPadraoId", (SELECT min(i.id) FROM impostos i WHERE i."lojaId" = $1))::float8 AS tax, l."ncmPadraoId" AS ncm
     FROM lojas l LEFT JOIN segmentos s ON s.id = l."segmentoId" WHERE l.id = $1`,
    [store],
  )
  const [facts] = rows
  if (!facts) throw new ApiError(404, 'not-found')
  return facts
}

/** The goods of the plans that the tax table at hand knows. */
async function knownNcms(q: Queries, plans: readonly ProductGroupPlan[]): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(plans.flatMap(plan => productLines(plan).map(({ ncm }) => ncm)))]
  const { rows } = await q.query<RowOf<'ncms', 'id'>>('SELECT id FROM ncms WHERE id = ANY($1::text[]) AND tipo = 0 ORDER BY id', [
    wanted,
  ])
  return new Set(rows.map(({ id }) => id))
}

async function unitsOf(q: Queries, store: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await q.query<{ nome: string; id: number }>(
    'SELECT nome, min(id)::float8 AS id FROM unidades WHERE "lojaId" = $1 GROUP BY nome',
    [store],
  )
  return new Map(rows.map(({ nome, id }) => [nome, id]))
}
