import type { DataRow, Queries } from '../../../server/domain.ts'
import { isBlank, numberIn, stays } from './mergeDraftRows.ts'
import type { DraftGround } from './readDraftGround.ts'

/** Codes of goods: taken over wherever an item is silent. Taxes are taken over together, by items that name no CST. */
const codes = new Set(['codigo', 'descricao', 'unidade', 'ncmId', 'cestId', 'origem', 'cfop'])

/** Gives items what they do not say themselves and their product does: codes, unit, CFOP and taxes. What somebody typed stays. */
export async function fillFromProducts(q: Queries, lojaId: number, rows: readonly DataRow[], ground: DraftGround): Promise<void> {
  const asking = rows.filter(row => stays(row) && Number.isSafeInteger(Number(row.produtoId)) && numberIn(row.produtoId) > 0)
  if (asking.length === 0) return
  const { rows: found } = await q.query<DataRow & { readonly id: number }>(
    `SELECT p.id::float8, p.cod_prod::text AS codigo, left(p.desc_prod, 1000) AS descricao, left(u.nome, 6) AS unidade, p."ncmId", p."cestId", p.orig::int AS origem,
       CASE WHEN $3 THEN i.cfop_estadual ELSE coalesce(i.cfop_federal, i.cfop_estadual) END AS cfop, i.icms_cst, i.icms_alq::float8,
       i.icms_red_bc::float8, i.icms_st_mva::float8, i.icms_alq::float8 AS icms_st_alq, i.pis_cst, i.pis_alq::float8, i.cofins_cst, i.cofins_alq::float8,
       i.ipi_cst, i.ipi_alq::float8, coalesce(i.ibscbs_cclasstrib, '000001') AS ibscbs_cclasstrib
     FROM produtos p LEFT JOIN impostos i ON i."lojaId" = p."lojaId" AND i.id = p."impostoId"
     LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId" WHERE p."lojaId" = $1 AND p.id = ANY($2)`,
    [lojaId, [...new Set(asking.map(row => numberIn(row.produtoId)))], ground.uf === ground.uf_destinatario],
  )
  const byId = new Map(found.map(({ id, ...values }) => [id, values]))
  for (const row of asking) {
    const taxed = !isBlank(row.icms_cst)
    for (const [name, value] of Object.entries(byId.get(numberIn(row.produtoId)) ?? {}))
      if (isBlank(row[name]) && !isBlank(value) && !(taxed && !codes.has(name))) row[name] = value
  }
}
