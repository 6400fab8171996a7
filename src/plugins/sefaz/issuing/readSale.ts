import type { PaidSale, SalePayment, TreatedLine } from '../../../domain/fiscal/core/public.ts'
import { comboParts, keptByMarketplace } from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries, type RowOf } from '../../../server/plugin.ts'

/** A sale, held until the transaction ends, and what of it says whether it may have a note. */
export interface HeldSale extends Omit<PaidSale, 'linhas'> {
  readonly equipamentoId: number
  /** By the shop itself, or by a marketplace that the store's register names. */
  readonly delivered: boolean
  readonly contrato: boolean
  readonly linhas: readonly TreatedLine[]
}

interface HeldRow extends RowOf<'Movimentos', 'cpf_cnpj'> {
  readonly type: number
  readonly counter: number
  readonly equipamentoId: number
  readonly valor_final: number
  readonly paid: boolean
  readonly cancelled: boolean
  readonly simulated: boolean
  readonly delivered: boolean
  readonly marketplace: { readonly cnpj: string; readonly nome: string } | null
  readonly retido: number
  /** Whether the buyer is a company that buys meals under contract. */
  readonly contrato: boolean
}

/** The rows of a held sale, before it is known whether it may have a note. */
export interface ReadSale {
  readonly held: HeldRow | undefined
  readonly linhas: readonly TreatedLine[]
  readonly recebimentos: readonly SalePayment[]
}

/** Holds the sale that is to have a note and reads it, all asked for at once: each statement sees what was there once it was held. */
export async function holdSale(q: Queries, lojaId: number, movimentoId: number): Promise<ReadSale> {
  const [held, linhas, recebimentos] = await Promise.all([
    holdRow(q, lojaId, movimentoId),
    readLines(q, lojaId, movimentoId),
    readPayments(q, lojaId, movimentoId),
  ])
  return { held, linhas, recebimentos }
}

async function holdRow(q: Queries, lojaId: number, movimentoId: number): Promise<HeldRow | undefined> {
  const { rows } = await q.query<HeldRow>(
    `SELECT "tipoMovimentoId"::int AS type, (coalesce(nsp, 0) + coalesce(mov, 0))::float8 AS counter, "equipamentoId"::float8,
       valor_final::float8, cpf_cnpj, recebido_em IS NOT NULL AS paid,
       (deletado_em IS NOT NULL OR "deletadoPorId" > 0) AS cancelled, coalesce(simulada, false) AS simulated, tipo_venda = 'DELIVERY' AND (canal_venda <> 'IFOOD' OR m.marketplace IS NOT NULL) AS delivered,
       marketplace, contrato,
       (${keptByMarketplace('m')})::float8 AS retido
     FROM (SELECT s.*, (SELECT jsonb_build_object('cnpj', i.cnpj, 'nome', i.identificador) FROM intermediadores i
         WHERE i."lojaId" = $1 AND i.canal_venda = s.canal_venda) AS marketplace,
         coalesce((SELECT p.contrato_refeicao FROM parceiros p WHERE p."lojaId" = $1 AND p.id = s."parceiroId"), false) AS contrato FROM "Movimentos" s WHERE s."lojaId" = $1 AND s.id = $2 FOR UPDATE OF s) m`,
    [lojaId, movimentoId],
  )
  return rows[0]
}

/** The sale. @throws ApiError for what can have no note */
export function saleOf({ held: sale, linhas, recebimentos }: ReadSale): HeldSale {
  if (!sale) throw new ApiError(404, 'not-found')
  if (sale.type !== 1) throw new ApiError(400, 'nfce.not-a-sale')
  if (sale.simulated) throw new ApiError(400, 'nfce.sale-simulated')
  if (sale.counter > 0) throw new ApiError(400, 'nfce.other-system')
  if (sale.cancelled) throw new ApiError(400, 'nfce.sale-cancelled')
  if (!sale.paid) throw new ApiError(400, 'nfce.sale-open')
  return {
    equipamentoId: sale.equipamentoId,
    valor_final: sale.valor_final,
    cpf_cnpj: sale.cpf_cnpj || null,
    delivered: sale.delivered,
    intermediador: sale.marketplace ?? undefined,
    retido: sale.retido,
    contrato: sale.contrato,
    linhas,
    recebimentos,
  }
}

async function readLines(q: Queries, lojaId: number, movimentoId: number): Promise<TreatedLine[]> {
  const { rows } = await q.query<TreatedLine & Record<string, unknown>>(
    `SELECT l.descricao, l.qtd::float8, l.valor_unitario::float8, l.valor_bruto::float8, coalesce(l.valor_desconto, 0)::float8 AS valor_desconto,
       coalesce(l.valor_servico, 0)::float8 AS valor_servico,
       coalesce(l.cod_prod, p.cod_prod::text) AS cod_prod, p.cod_aux, u.nome AS unidade, p."ncmId" AS ncm, p."cestId" AS cest, p.orig::int,
       p.codigo_beneficio, p.ind_escala, p.cnpj_fab, i.cfop_estadual, i.icms_cst, coalesce(i.icms_alq, 0)::float8 AS icms_alq, coalesce(i.icms_red_bc, 0)::float8 AS icms_red_bc, coalesce(i.icms_st_mva, 0)::float8 AS icms_st_mva,
       i.pis_cst, coalesce(i.pis_alq, 0)::float8 AS pis_alq, i.cofins_cst, coalesce(i.cofins_alq, 0)::float8 AS cofins_alq,
       coalesce(nullif(i.ibscbs_cclasstrib, ''), '000001') AS ibscbs_cclasstrib, nullif(i.is_cclasstrib, '') AS is_cclasstrib,
       t.tratamento, ${comboParts('l."produtoId"')} AS partes
     FROM "Movimentos_produtos" l
     LEFT JOIN produtos p ON p."lojaId" = l."lojaId" AND p.id = l."produtoId"
     LEFT JOIN unidades u ON u."lojaId" = l."lojaId" AND u.id = coalesce(l."unidadeId", p."unidadeId")
     LEFT JOIN impostos i ON i."lojaId" = l."lojaId" AND i.id = p."impostoId"
     LEFT JOIN "Produto_tratamentos" t ON t."lojaId" = l."lojaId" AND t."produtoId" = l."produtoId"
     WHERE l."lojaId" = $1 AND l."MovimentosId" = $2 AND l.deletado_em IS NULL ORDER BY l.ordem, l.id`,
    [lojaId, movimentoId],
  )
  return rows
}

async function readPayments(q: Queries, lojaId: number, movimentoId: number): Promise<SalePayment[]> {
  const { rows } = await q.query<SalePayment>(
    `SELECT m.nome, m.cod_sat, r.valor::float8 FROM "Movimento_recebimentos" r
     JOIN moedas m ON m."lojaId" = r."lojaId" AND m.id = r."moedaId"
     WHERE r."lojaId" = $1 AND r."movimentoId" = $2 AND r.deletado_em IS NULL AND r.valor > 0 ORDER BY r.ordem, r.id`,
    [lojaId, movimentoId],
  )
  return rows
}
