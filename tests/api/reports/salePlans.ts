/** The plan of a line; amounts are whole numbers: cents, thousandths of a quantity. */
export interface LinePlan {
  readonly produto: Product
  /** Thousandths; 1000 when left out. */
  readonly qtd?: number
  /** Cents; the product's price when left out. */
  readonly unitario?: number
  readonly desconto?: number
  readonly servico?: number
  readonly garcomId?: number
  readonly vendedorId?: number
  /** Hundredths of a percent. */
  readonly comissao?: number
  readonly deletado?: { readonly em: string; readonly por: number }
}

export interface ReceiptPlan {
  readonly moeda: Currency
  /** Cents; all that is owed when left out. */
  readonly valor?: number
  readonly correntista?: boolean
}

/** The plan of a movement; the rest follows. */
export interface SalePlan {
  /** Moment in which it was received; null: it is open. */
  readonly em: string | null
  readonly aberto?: string
  readonly fechado?: string
  readonly tipo?: number
  readonly canal?: 'LOJA' | 'PALLAS' | 'IFOOD'
  readonly atendimento?: 'DELIVERY' | 'BALCAO' | 'MESA' | 'COMANDA'
  readonly pessoas?: number
  readonly equipamentoId?: number
  readonly parceiroId?: number
  readonly linhas?: readonly LinePlan[]
  readonly recebimentos?: readonly ReceiptPlan[]
  readonly deletado?: { readonly em: string; readonly por: number }
}

export interface Product {
  readonly id: number
  readonly descricao: string
  readonly grupoId: number
  readonly unidadeId: number
  /** Cents. */
  readonly preco: number
  /** Ten-thousandths of a real. */
  readonly custo: number
}

export interface Currency {
  readonly id: number
  readonly nome: string
  /** Hundredths of a percent. */
  readonly taxa: number
}

/** A line as it was sold. */
export interface SoldLine extends Required<Pick<LinePlan, 'produto' | 'qtd' | 'unitario' | 'desconto' | 'servico' | 'comissao'>> {
  readonly garcomId: number | null
  readonly vendedorId: number | null
  readonly bruto: number
  readonly final: number
  readonly valorComissao: number
  readonly deletado: { readonly em: string; readonly por: number } | null
}

/** A movement as it was sold: what naive calculations are made of. */
export interface CompletedSale {
  readonly chave: string
  readonly tipo: number
  readonly canal: string
  readonly atendimento: string
  readonly equipamentoId: number
  readonly parceiroId: number | null
  readonly aberto: string | null
  readonly fechado: string | null
  readonly recebido: string | null
  /** The moment that every report of the point of sale counts by. */
  readonly contado: string | null
  readonly pessoas: number
  readonly bruto: number
  readonly desconto: number
  readonly servico: number
  readonly final: number
  readonly linhas: readonly SoldLine[]
  readonly recebimentos: readonly {
    readonly moeda: Currency
    readonly valor: number
    readonly taxa: number
    readonly correntista: boolean
  }[]
  readonly deletado: { readonly em: string; readonly por: number } | null
}

/** a x b / by, halves up, exactly. */
export const proportionOf = (a: number, b: number, by: number): number =>
  Number((BigInt(a) * BigInt(b) + BigInt(by) / 2n) / BigInt(by))

const total = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0)

function lineOf(plan: LinePlan): SoldLine {
  const { produto, qtd = 1000, unitario = produto.preco, desconto = 0, servico = 0, comissao = 0 } = plan
  const bruto = proportionOf(qtd, unitario, 1000)
  const final = bruto - desconto
  const people = { garcomId: plan.garcomId ?? null, vendedorId: plan.vendedorId ?? null }
  const valorComissao = proportionOf(final, comissao, 10_000)
  return {
    produto,
    qtd,
    unitario,
    desconto,
    servico,
    comissao,
    ...people,
    bruto,
    final,
    valorComissao,
    deletado: plan.deletado ?? null,
  }
}

/** Movements without lines: their receipts are what they are. */
const moneyOnly = new Set([3, 7, 8, 9, 10])

/** A movement with everything that follows from its plan. */
export function completeSale(plan: SalePlan, chave: string, equipamentoId: number, cash: Currency): CompletedSale {
  const linhas = (plan.linhas ?? []).map(lineOf)
  const kept = linhas.filter(line => line.deletado === null)
  const tipo = plan.tipo ?? 1
  const asked = plan.recebimentos ?? (tipo === 1 && plan.em !== null ? [{ moeda: cash }] : [])
  const lines = {
    bruto: total(kept, line => line.bruto),
    desconto: total(kept, line => line.desconto),
    servico: total(kept, line => line.servico),
  }
  const owed = lines.bruto - lines.desconto + lines.servico
  const recebimentos = asked.map(({ moeda, valor = owed, correntista = false }) => ({
    moeda,
    valor,
    taxa: proportionOf(valor, moeda.taxa, 10_000),
    correntista,
  }))
  const received = total(recebimentos, receipt => receipt.valor)
  const money = moneyOnly.has(tipo) ? { bruto: received, desconto: 0, servico: 0, final: received } : { ...lines, final: owed }
  const [aberto, fechado] = [plan.aberto ?? null, plan.fechado ?? null]
  return {
    chave,
    tipo,
    canal: plan.canal ?? 'LOJA',
    atendimento: plan.atendimento ?? 'BALCAO',
    equipamentoId: plan.equipamentoId ?? equipamentoId,
    parceiroId: plan.parceiroId ?? null,
    aberto,
    fechado,
    recebido: plan.em,
    contado: tipo === 1 ? plan.em : (plan.em ?? fechado ?? aberto),
    pessoas: plan.pessoas ?? 1,
    ...money,
    linhas,
    recebimentos,
    deletado: plan.deletado ?? null,
  }
}

const money = (cents: number): number => cents / 100

/** The movement as a point of sale sends it. */
export const saleAsSent = (sold: CompletedSale): Record<string, unknown> => ({
  chave: sold.chave,
  equipamentoId: sold.equipamentoId,
  tipoMovimentoId: sold.tipo,
  canal_venda: sold.canal,
  tipo_venda: sold.atendimento,
  parceiroId: sold.parceiroId,
  aberto_em: sold.aberto,
  fechado_em: sold.fechado,
  recebido_em: sold.recebido,
  numero_pessoas: sold.pessoas,
  total_bruto: money(sold.bruto),
  total_desconto: money(sold.desconto),
  total_servico: money(sold.servico),
  servico: sold.servico > 0,
  valor_final: money(sold.final),
  ...gone(sold.deletado),
  produtos: sold.linhas.map(line => ({
    produtoId: line.produto.id,
    qtd: line.qtd / 1000,
    valor_unitario: money(line.unitario),
    valor_bruto: money(line.bruto),
    valor_desconto: money(line.desconto),
    valor_final: money(line.final),
    valor_servico: money(line.servico),
    garcomId: line.garcomId,
    vendedorId: line.vendedorId,
    comissao: line.comissao / 100,
    lancado_em: sold.aberto ?? sold.recebido,
    ...gone(line.deletado),
  })),
  recebimentos: sold.recebimentos.map(({ moeda, valor, correntista }) => ({
    moedaId: moeda.id,
    valor: money(valor),
    correntista,
  })),
})

const gone = (deletado: CompletedSale['deletado']) =>
  deletado === null ? {} : { deletadoPorId: deletado.por, deletado_em: deletado.em, deletado_motivo: 'teste' }
