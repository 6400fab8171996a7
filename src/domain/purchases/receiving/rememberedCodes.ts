import type { Queries, RowOf } from '../../../server/domain.ts'
import type { RememberedCode } from '../../fiscal/public.ts'

/** The last entry of a supplier's code. */
export interface RememberedEntry
  extends RememberedCode,
    RowOf<'Fornecedor_produtos', 'uCom' | 'CFOP_entrada' | 'CST_entrada' | 'CSTPIS_entrada' | 'CSTCOFINS_entrada'> {
  readonly fator: string
}

const conversion = '"CFOP_entrada", "CST_entrada", "CSTPIS_entrada", "CSTCOFINS_entrada"'

/** The codes of a supplier that a store has entered before. */
export async function rememberedCodes(q: Queries, lojaId: number, supplier: string | null): Promise<RememberedEntry[]> {
  if (supplier === null) return []
  const { rows } = await q.query<RememberedEntry>(
    `SELECT DISTINCT ON ("cProd") "cProd", "produtoId"::float8, fator::text, "uCom", ${conversion} FROM "Fornecedor_produtos"
     WHERE "lojaId" = $1 AND "CNPJ" = $2 AND "cProd" IS NOT NULL ORDER BY "cProd", id DESC`,
    [lojaId, supplier],
  )
  return rows
}

/** Remembers what the codes of an entered note are, in place of what was said of them before. */
export async function rememberCodes(q: Queries, lojaId: number, nfeId: number): Promise<void> {
  const params = [lojaId, nfeId]
  await q.query(
    `DELETE FROM "Fornecedor_produtos" r USING nfes n, nfes_itens i
     WHERE r."lojaId" = $1 AND n."lojaId" = $1 AND n.id = $2 AND i."lojaId" = $1 AND i."nfesId" = $2 AND r."CNPJ" = n."CNPJ" AND r."cProd" = i."cProd"`,
    params,
  )
  await q.query(
    `INSERT INTO "Fornecedor_produtos" ("lojaId", "CNPJ", "cProd", "produtoId", fator, "uCom", ${conversion})
     SELECT DISTINCT ON (i."cProd") $1, n."CNPJ", i."cProd", i."produtoId", i.fator, i."uCom",
       i."CFOP_entrada", i."CST_entrada", i."CSTPIS_entrada", i."CSTCOFINS_entrada"
     FROM nfes n JOIN nfes_itens i ON i."lojaId" = n."lojaId" AND i."nfesId" = n.id
     WHERE n."lojaId" = $1 AND n.id = $2 AND n."CNPJ" IS NOT NULL AND i."cProd" IS NOT NULL AND i."produtoId" IS NOT NULL
     ORDER BY i."cProd", i."nItem" DESC`,
    params,
  )
}
