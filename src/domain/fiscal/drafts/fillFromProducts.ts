import type { DataRow, Queries, RowOf } from '../../../server/domain.ts'
import {
  draftText,
  factsFor,
  fillOf,
  type InvoiceContext,
  numberIn,
  type ProductFacts,
  productClass,
  profileSubstitutionRate,
  stays,
  type TreatedProduct,
} from '../core/public.ts'
import { readRegime, readTreatmentClasses } from '../regime/readRegime.ts'

/** Gives items what they do not say themselves and their product does. */
export async function fillFromProducts(
  q: Queries,
  lojaId: number,
  rows: readonly DataRow[],
  { context, day }: { readonly context: InvoiceContext; readonly day: string },
): Promise<void> {
  const asking = rows.filter(row => stays(row) && Number.isSafeInteger(Number(row.produtoId)) && numberIn(row.produtoId) > 0)
  if (asking.length === 0) return
  const facts = await readProductFacts(q, lojaId, [...new Set(asking.map(row => numberIn(row.produtoId)))], day)
  for (const row of asking) {
    const found = facts.get(numberIn(row.produtoId))
    if (found) Object.assign(row, fillOf(row, factsFor(found, context)))
  }
}

/** The operation of an export: the sale's own with a 7, else that of what was produced or bought, as its return says. */
const exportOperation = `(SELECT coalesce((SELECT o.id FROM cfops o WHERE o.id = '7' || right(i.cfop_estadual, 3)), CASE WHEN s.devolucao IN ('1201', '1410') THEN '7101' ELSE '7102' END)
  FROM (SELECT 1) one LEFT JOIN cfops s ON s.id = i.cfop_estadual)`

/** Reads the facts of a store's products and their taxes for items, by product, as the law of a day has them. */
export async function readProductFacts(
  q: Queries,
  lojaId: number,
  products: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, ProductFacts>> {
  const { rows } = await q.query<TreatedFacts>(
    `SELECT p.id::float8, p.cod_prod::text AS codigo, left(p.desc_prod, 1000) AS descricao, left(u.nome, 6) AS unidade, p."ncmId", p."cestId", p.orig::int AS origem,
       i.cfop_estadual, i.cfop_federal, i.icms_cst, i.icms_alq::float8,
       i.icms_red_bc::float8, i.icms_st_mva::float8, i.pis_cst, i.pis_alq::float8, i.cofins_cst, i.cofins_alq::float8,
       i.ipi_cst, i.ipi_alq::float8, coalesce(i.ibscbs_cclasstrib, '000001') AS ibscbs_cclasstrib, i.is_cclasstrib, t.tratamento, ${exportOperation} AS cfop_exterior
     FROM produtos p LEFT JOIN impostos i ON i."lojaId" = p."lojaId" AND i.id = p."impostoId"
     LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
     LEFT JOIN "Produto_tratamentos" t ON t."lojaId" = p."lojaId" AND t."produtoId" = p.id WHERE p."lojaId" = $1 AND p.id = ANY($2)`,
    [lojaId, products],
  )
  const [{ restaurante }, classes] = await Promise.all([readRegime(q, lojaId, day), readTreatmentClasses(q, day)])
  const classe_exterior = classes.get('EXPORTACAO')
  const classOf = (product: TreatedFacts, contrato: boolean): string => productClass(product, { restaurante, classes, contrato })
  return new Map(
    rows.map(row => {
      const { id, tratamento: _, ...facts } = row
      const icms_st_alq = profileSubstitutionRate(draftText(row.icms_cst), numberIn(row.icms_st_mva), row.icms_alq) ?? null
      const own = { icms_st_alq, ibscbs_cclasstrib: classOf(row, false), classe_contrato: classOf(row, true), classe_exterior }
      return [id, { ...facts, ...own }]
    }),
  )
}

type TreatedFacts = DataRow & TreatedProduct & RowOf<'Produto_tratamentos', 'tratamento'> & { readonly id: number }
