import type { Queries, RowOf } from '../../../server/domain.ts'
import {
  type ComboPart,
  draftText,
  type ProductFacts,
  type SoldGoods,
  type SoldValues,
  type SourceLine,
  type StoredLines,
  storedLines,
  toldLines,
  untoldLines,
} from '../core/public.ts'
import { readProductFacts } from '../drafts/fillFromProducts.ts'
import { readStoreDay } from '../rates/readStoreDay.ts'
import { comboParts } from '../regime/comboParts.ts'
import { readReturned } from './readReturned.ts'
import { readSaleLaw } from './readSaleLaw.ts'

interface SaleLineRow extends SoldValues {
  readonly produtoId: number | null
  readonly codigo: string | null
  readonly unidade: string | null
  readonly partes: readonly ComboPart[] | null
}

/**
 * Reads the lines of a sale as its consumer's note numbers them: those that are worth something, then further parts of combos and tips. Where the note's
 * own values are at hand they stand; else the lines are what such a note would tell.
 */
export async function readSaleLines(
  q: Queries,
  lojaId: number,
  movimentoId: number,
  { chave, contrato }: { readonly chave: string | undefined; readonly contrato: boolean },
): Promise<SourceLine[]> {
  const { rows } = await q.query<SaleLineRow & Record<string, unknown>>(
    `SELECT l."produtoId"::float8, coalesce(l.cod_prod, p.cod_prod::text) AS codigo, l.descricao, left(u.nome, 6) AS unidade, l.qtd::float8, l.valor_unitario::float8,
       l.valor_bruto::float8, coalesce(l.valor_desconto, 0)::float8 AS valor_desconto, coalesce(l.valor_servico, 0)::float8 AS valor_servico,
       ${comboParts('l."produtoId"')} AS partes
     FROM "Movimentos_produtos" l LEFT JOIN produtos p ON p."lojaId" = l."lojaId" AND p.id = l."produtoId"
     LEFT JOIN unidades u ON u."lojaId" = l."lojaId" AND u.id = coalesce(l."unidadeId", p."unidadeId")
     WHERE l."lojaId" = $1 AND l."MovimentosId" = $2 AND l.deletado_em IS NULL AND l.valor_bruto > 0 ORDER BY l.ordem, l.id`,
    [lojaId, movimentoId],
  )
  const products = [...new Set(rows.flatMap(({ produtoId }) => (produtoId ? [produtoId] : [])))]
  const facts =
    products.length > 0
      ? await readProductFacts(q, lojaId, products, await readStoreDay(q, lojaId))
      : new Map<number, ProductFacts>()
  const returned = chave ? await readReturned(q, lojaId, chave) : new Map<number, number>()
  const law = await readSaleLaw(q, lojaId, movimentoId, contrato)
  const noted = chave ? await readNoted(q, lojaId, chave) : undefined
  const sold = rows.map(row => soldGoods(row, facts.get(row.produtoId ?? 0), contrato))
  const lines = (noted && toldLines(sold, noted, law)) ?? untoldLines(sold, law)
  return lines.map((line, at) => ({ ...line, item: at + 1, devolvida: returned.get(at + 1) ?? 0 }))
}

/** A line with what its product says; its class is known but for a combo of several. */
function soldGoods(row: SaleLineRow, facts: ProductFacts | undefined, contrato: boolean): SoldGoods {
  const { cfop_estadual, cfop_federal: _, cfop_exterior: __, classe_contrato, classe_exterior: ___, ...own } = facts ?? {}
  const known: ProductFacts = contrato && classe_contrato ? { ...own, ibscbs_cclasstrib: classe_contrato } : own
  const { produtoId, codigo, unidade, partes, ...values } = row
  return {
    ...values,
    partes,
    tratamento: partes && 'COMBO',
    ibscbs_cclasstrib: draftText(known.ibscbs_cclasstrib) || '000001',
    cfop: draftText(cfop_estadual),
    dados: {
      ...known,
      produtoId: known.codigo === undefined ? null : produtoId,
      codigo,
      descricao: row.descricao,
      unidade: unidade ?? known.unidade,
    },
  }
}

/** The lines of an authorised note as its XML has them; undefined where that is not kept here. */
async function readNoted(q: Queries, lojaId: number, chave: string): Promise<StoredLines | undefined> {
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'documento'>>(
    `SELECT documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND chave = $2 AND tipo = 'NOTA' AND estado = 'ACEITO' ORDER BY id DESC LIMIT 1`,
    [lojaId, chave],
  )
  const text = rows[0]?.documento
  return text ? storedLines(text) : undefined
}
