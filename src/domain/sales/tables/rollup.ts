/** A column of a rollup: how it is called, kept, and made of the rows that it sums up. */
export interface RollupColumn {
  readonly name: string
  readonly type: string
  readonly from: string
}

/** A table of sums over what was sold or ordered, kept in the transaction of every change. */
export interface Rollup {
  /** Table in the schema `resumos`. */
  readonly name: string
  readonly keys: readonly RollupColumn[]
  /** Sums; `linhas` counts the rows that went in, and a row of none is removed. */
  readonly measures: readonly RollupColumn[]
  /** Joined tables; `m` is the movement, or the order. */
  readonly source: string
  /** Its days are the store's: expressions say the zone as ZONE. */
  readonly zoned: boolean
  /** Which of those rows count. */
  readonly where: string
  /** The rows may leave for an archive, and what they added is noted beside. */
  readonly archived?: true
}

const column = (name: string, type: string, from: string): RollupColumn => ({ name, type, from })

const code = 'text COLLATE "C"'
const movements = '"Movimentos" m'
const lines = `${movements} JOIN "Movimentos_produtos" p ON p."lojaId" = m."lojaId" AND p."MovimentosId" = m.id`
const receipts = `${movements} JOIN "Movimento_recebimentos" r ON r."lojaId" = m."lojaId" AND r."movimentoId" = m.id`

/** Stands in expressions for the time zone of the movement's store. */
export const ZONE_PLACEHOLDER = '@zone@'

/** The movements that count: neither cancelled nor open. */
const counted = 'm.contado_em IS NOT NULL AND m.deletado_em IS NULL'

/** The store's day. All zones of stores differ from UTC by whole hours, so an hour is the same for all. */
const day = `(m.contado_em AT TIME ZONE ${ZONE_PLACEHOLDER})::date`
const hour = `date_trunc('hour', m.contado_em, 'UTC')`

const store = column('lojaId', 'bigint', 'm."lojaId"')
const kind = column('tipo_mov', 'smallint', 'coalesce(m."tipoMovimentoId", 0)::smallint')
const equipment = column('equipamentoId', 'bigint', 'coalesce(m."equipamentoId", 0)')
const ways = [
  kind,
  column('canal_venda', code, `coalesce(m.canal_venda, '')`),
  column('tipo_venda', code, `coalesce(m.tipo_venda, '')`),
  equipment,
]

/** Milliseconds between opening and closing; null when either is not known. */
const stayed = `CASE WHEN coalesce(m.fechado_em, m.recebido_em) >= m.aberto_em
  THEN floor(extract(epoch FROM coalesce(m.fechado_em, m.recebido_em) - m.aberto_em) * 1000)::bigint END`

/** The same in whole minutes. */
const stay = `(${stayed}) / 60000`

const count = (of = '1'): RollupColumn => column('linhas', 'bigint', of)
const sum = (name: string, from: string): RollupColumn => column(name, 'numeric', from)

const products = [
  column('produtoId', 'bigint', 'coalesce(p."produtoId", 0)'),
  column('grupoId', 'bigint', 'coalesce(p."grupoId", 0)'),
  column('unidadeId', 'bigint', 'coalesce(p."unidadeId", 0)'),
  ...ways,
]

const productSums = [
  count(),
  sum('qtd', 'coalesce(p.qtd, 0)'),
  sum('valor_bruto', 'coalesce(p.valor_bruto, 0)'),
  sum('valor_desconto', 'coalesce(p.valor_desconto, 0)'),
  sum('valor_final', 'coalesce(p.valor_final, 0)'),
  sum('custo', 'coalesce(p.qtd * p.preco_custo, 0)'),
]

/** On the customer's account: what they took (debito) and what they paid or brought back (credito). */
const debit = `CASE WHEN r.correntista AND coalesce(m."tipoMovimentoId", 1) <> 2 OR m."tipoMovimentoId" = 7 THEN coalesce(r.valor, 0) ELSE 0 END`
const credit = `CASE WHEN m."tipoMovimentoId" = 3 OR (r.correntista AND m."tipoMovimentoId" = 2) THEN coalesce(r.valor, 0) ELSE 0 END`

const salesSums: readonly Rollup[] = [
  {
    name: 'vendas_hora',
    keys: [store, column('hora', 'timestamptz', hour), ...ways],
    measures: [
      count(),
      sum('total_bruto', 'coalesce(m.total_bruto, 0)'),
      sum('total_desconto', 'coalesce(m.total_desconto, 0)'),
      sum('total_servico', 'coalesce(m.total_servico, 0)'),
      sum('valor_final', 'coalesce(m.valor_final, 0)'),
      column('pessoas', 'bigint', 'coalesce(m.numero_pessoas, 1)'),
      column('permanencia', 'bigint', `coalesce(${stay}, 0)::bigint`),
      column('permanencias', 'bigint', `CASE WHEN ${stay} IS NULL THEN 0 ELSE 1 END`),
      // The rest beside whole minutes: a mean is made of stays as they were. Older archived sums have the minutes alone.
      column('permanencia_ms', 'bigint', `coalesce((${stayed}) % 60000, 0)`),
    ],
    source: movements,
    zoned: false,
    where: counted,
  },
  {
    name: 'recebimentos_hora',
    keys: [
      store,
      column('hora', 'timestamptz', hour),
      column('moedaId', 'bigint', 'coalesce(r."moedaId", 0)'),
      column('correntista', 'boolean', 'coalesce(r.correntista, false)'),
      kind,
      equipment,
    ],
    measures: [count(), sum('valor', 'coalesce(r.valor, 0)'), sum('valor_taxa', 'coalesce(r.valor_taxa, 0)')],
    source: receipts,
    zoned: false,
    where: `${counted} AND r.deletado_em IS NULL`,
  },
  {
    name: 'produtos_dia',
    keys: [store, column('dia', 'date', day), ...products],
    measures: productSums,
    source: lines,
    zoned: true,
    where: `${counted} AND p.deletado_em IS NULL`,
  },
  {
    name: 'produtos_mes',
    keys: [store, column('mes', 'date', `date_trunc('month', ${day}::timestamp)::date`), ...products],
    measures: productSums,
    source: lines,
    zoned: true,
    where: `${counted} AND p.deletado_em IS NULL`,
  },
  {
    name: 'vendedores_dia',
    keys: [
      store,
      column('dia', 'date', day),
      column('papel', code, 'w.papel'),
      column('parceiroId', 'bigint', 'w."parceiroId"'),
      column(
        'comissionado',
        'boolean',
        `coalesce(CASE WHEN w.papel = 'WAITER' THEN p.valor_servico ELSE p.valor_comissao END, 0) <> 0`,
      ),
      kind,
      equipment,
    ],
    measures: [
      count(),
      sum('qtd', 'coalesce(p.qtd, 0)'),
      sum('valor_final', 'coalesce(p.valor_final, 0)'),
      sum('valor_servico', 'coalesce(p.valor_servico, 0)'),
      sum('valor_comissao', 'coalesce(p.valor_comissao, 0)'),
    ],
    zoned: true,
    source: `${lines} CROSS JOIN LATERAL (VALUES ('WAITER', p."garcomId"), ('SELLER', p."vendedorId")) w(papel, "parceiroId")`,
    where: `${counted} AND p.deletado_em IS NULL AND w."parceiroId" IS NOT NULL`,
  },
  {
    name: 'correntistas',
    keys: [store, column('parceiroId', 'bigint', 'm."parceiroId"')],
    measures: [count(), sum('debito', debit), sum('credito', credit)],
    source: receipts,
    zoned: false,
    where: `${counted} AND r.deletado_em IS NULL AND m."parceiroId" IS NOT NULL AND (r.correntista OR m."tipoMovimentoId" IN (3, 7))`,
  },
]

/** The rollups of sales, in the order in which a transaction writes them: two batches never wait for each other in a ring. */
export const rollups: readonly Rollup[] = salesSums.map(rollup => ({ ...rollup, archived: true }))

/**
 * Sales for which no consumer's note was ever issued. Notes come after their sale, and a range has few without one: what stands is read
 * bare, and only what an archive took is kept as sums.
 */
export const salesWithoutNote: Rollup = {
  name: 'vendas_sem_nota',
  keys: [store, column('hora', 'timestamptz', hour)],
  measures: [count(), sum('valor_final', 'coalesce(m.valor_final, 0)')],
  source: movements,
  zoned: false,
  where: `${counted} AND m."tipoMovimentoId" = 1 AND m.nfce_situacao IS NULL`,
  archived: true,
}
