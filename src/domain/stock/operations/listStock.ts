import { hiddenFields } from '../../../model/access/sight.ts'
import type { Model } from '../../../model/model.ts'
import {
  type Caller,
  OperationReply,
  operation,
  type Queries,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { balancesSql } from '../tables/balanceSql.ts'
import { readStockFilter, type StockFilter } from './stockFilter.ts'

const decimal = { type: ['number', 'null'] }

export const stockRow = {
  id: { type: 'integer', description: 'Produto' },
  lojaId: { type: 'integer' },
  createdBefore: { type: 'string', description: 'O momento do saldo' },
  cod_prod: { type: ['string', 'null'] },
  desc_prod: { type: ['string', 'null'] },
  grupoId: { type: ['integer', 'null'] },
  preco_cst_prod: decimal,
  preco_vnd_prod: decimal,
  saldo: decimal,
  qtd_min_prod: decimal,
  custo_total: decimal,
  validade: { type: ['string', 'null'] },
  dias: { type: ['integer', 'null'], description: 'Dias inteiros até a validade' },
}

/** The balance of every product that is counted, now or at any past moment. */
export const listStock = operation({
  method: 'GET',
  path: 'Estoque/list',
  title: 'Saldos do estoque',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      filter: {
        type: 'string',
        description:
          'JSON: lojaId, createdBefore, state (EM_FALTA, MINIMO, ACIMA, VENCIDO, COM_VALIDADE), groups, id, order, limit, skip',
      },
    },
  },
  output: { type: 'array', items: { type: 'object', properties: stockRow } },
  messages: ['filter-invalid', 'filter-part-invalid', 'filter-word-unknown'],
  async run({ database, caller, input, model }) {
    const lojaId = requireStore(caller)
    const filter = readStockFilter(input.filter, caller.zone, costIsHidden(model, caller))
    const { rows, count } = await database.read({ stores: [lojaId] }, q => stockRows(q, lojaId, caller.zone, filter))
    return new OperationReply(rows, { 'content-count': count })
  },
})

/** Tells whether the caller may not read what products cost. */
export const costIsHidden = (model: Model, { rights }: Caller): boolean =>
  hiddenFields(tableOf(model, 'produtos').register, rights).has('preco_cst_prod')

const withoutCost = <Row extends StockRow>(row: Row): Row => ({ ...row, preco_cst_prod: null, custo_total: null })

/** Rows of the stock, and how many all pages hold. */
export async function stockRows(q: Queries, lojaId: number, zone: string, filter: StockFilter) {
  const moment = filter.moment ?? new Date().toISOString()
  const params = [lojaId, moment, filter.ids, zone, filter.states, filter.groups, filter.limit, filter.skip]
  const { rows } = await q.query<BalanceRow & { todos: string }>(
    `SELECT e.*, count(*) OVER () AS todos FROM (${STOCK}) e WHERE ${CHOSEN} ORDER BY ${filter.order} LIMIT $7::bigint OFFSET $8::bigint`,
    params,
    '',
  )
  const count = rows.length > 0 || filter.skip === 0 ? Number(rows[0]?.todos ?? 0) : await countOf(q, params)
  const said = rows.map(row => told(row, lojaId, moment))
  return { rows: filter.costHidden ? said.map(withoutCost) : said, count }
}

async function countOf(q: Queries, params: readonly unknown[]): Promise<number> {
  const text = `SELECT count(*) AS todos FROM (${STOCK}) e WHERE ${CHOSEN}`
  const { rows } = await q.query<{ todos: string }>(text, params.slice(0, 6), '')
  return Number(rows[0]?.todos ?? 0)
}

const STOCK = `SELECT p.id, p.cod_prod, p.desc_prod, p."grupoId", v.preco_cst_prod, p.preco_vnd_prod, s.saldo,
    coalesce(p.qtd_min_prod, 0) AS qtd_min_prod, s.saldo * v.preco_cst_prod AS custo_total, v.validade,
    v.validade - (now() AT TIME ZONE $4::text)::date AS dias
  FROM (${balancesSql}) s JOIN produtos p ON p."lojaId" = $1::bigint AND p.id = s."produtoId"
  LEFT JOIN estoque.f_custos($1::bigint, $2::timestamptz) c ON c."produtoId" = p.id
  CROSS JOIN LATERAL (SELECT coalesce(c.custo, p.preco_cst_prod) AS preco_cst_prod,
    CASE WHEN p.validade >= date '2001-01-01' THEN p.validade END AS validade) v`

const CHOSEN = `($6::bigint[] IS NULL OR e."grupoId" = ANY ($6)) AND ($5::text[] IS NULL
  OR ('EM_FALTA' = ANY ($5) AND saldo <= 0) OR ('MINIMO' = ANY ($5) AND saldo > 0 AND saldo <= qtd_min_prod)
  OR ('ACIMA' = ANY ($5) AND saldo > 0 AND saldo > qtd_min_prod) OR ('VENCIDO' = ANY ($5) AND dias < 0)
  OR ('COM_VALIDADE' = ANY ($5) AND validade IS NOT NULL))`

type ShownColumn = 'id' | 'cod_prod' | 'desc_prod' | 'grupoId' | 'preco_cst_prod' | 'preco_vnd_prod' | 'qtd_min_prod' | 'validade'

interface BalanceRow extends RowOf<'produtos', ShownColumn> {
  readonly saldo: string
  readonly custo_total: string
  readonly dias: number | null
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))

type StockRow = ReturnType<typeof told>

const told = (row: BalanceRow, lojaId: number, createdBefore: string) => ({
  id: Number(row.id),
  lojaId,
  createdBefore,
  cod_prod: row.cod_prod,
  desc_prod: row.desc_prod,
  grupoId: number(row.grupoId),
  preco_cst_prod: number(row.preco_cst_prod),
  preco_vnd_prod: number(row.preco_vnd_prod),
  saldo: number(row.saldo),
  qtd_min_prod: number(row.qtd_min_prod),
  custo_total: number(row.custo_total),
  validade: row.validade,
  dias: row.dias,
})
