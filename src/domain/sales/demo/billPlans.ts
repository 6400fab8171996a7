/** Classifications: name, type, group in the income statement. */
export const classifications: readonly (readonly [string, 'RECEITA' | 'DESPESA', string | null])[] = [
  ['Mercadorias e insumos', 'DESPESA', 'PRODUTO'],
  ['Embalagens', 'DESPESA', 'PRODUTO'],
  ['Entregas', 'DESPESA', 'CUSTOS_VARIAVEIS'],
  ['Impostos sobre vendas', 'DESPESA', 'CUSTOS_VARIAVEIS'],
  ['Marketing', 'DESPESA', 'CUSTOS_VARIAVEIS'],
  ['Aluguel', 'DESPESA', 'CUSTOS_FIXOS'],
  ['Salários e encargos', 'DESPESA', 'CUSTOS_FIXOS'],
  ['Energia, água e gás', 'DESPESA', 'CUSTOS_FIXOS'],
  ['Internet e sistemas', 'DESPESA', 'CUSTOS_FIXOS'],
  ['Contador', 'DESPESA', 'CUSTOS_FIXOS'],
  ['Equipamentos', 'DESPESA', 'INVESTIMENTOS'],
  ['Eventos e encomendas', 'RECEITA', null],
  ['Outras receitas', 'RECEITA', null],
]

export const costCentres: readonly string[] = ['Cozinha', 'Salão', 'Administração', 'Entrega']

/** A bill of every month: description, classification, centre, day, cents and how much they vary. */
export interface MonthlyBill {
  readonly text: string
  readonly classification: string
  readonly centre: string
  readonly day: number
  readonly cents: number
  readonly spread: number
  readonly type?: 'RECEBER'
  /** Paid in cash at the till. */
  readonly till?: true
}

export const monthlyBills: readonly MonthlyBill[] = [
  { text: 'Aluguel do imóvel', classification: 'Aluguel', centre: 'Administração', day: 5, cents: 780_000, spread: 0 },
  { text: 'Salários', classification: 'Salários e encargos', centre: 'Administração', day: 5, cents: 1_960_000, spread: 0.05 },
  {
    text: 'Encargos da folha',
    classification: 'Salários e encargos',
    centre: 'Administração',
    day: 20,
    cents: 540_000,
    spread: 0.05,
  },
  { text: 'Energia elétrica', classification: 'Energia, água e gás', centre: 'Cozinha', day: 12, cents: 310_000, spread: 0.25 },
  { text: 'Água', classification: 'Energia, água e gás', centre: 'Cozinha', day: 15, cents: 84_000, spread: 0.2 },
  { text: 'Gás', classification: 'Energia, água e gás', centre: 'Cozinha', day: 18, cents: 96_000, spread: 0.3, till: true },
  {
    text: 'Internet e telefone',
    classification: 'Internet e sistemas',
    centre: 'Administração',
    day: 10,
    cents: 32_990,
    spread: 0,
  },
  {
    text: 'Sistema de gestão',
    classification: 'Internet e sistemas',
    centre: 'Administração',
    day: 10,
    cents: 24_900,
    spread: 0,
  },
  { text: 'Honorários do contador', classification: 'Contador', centre: 'Administração', day: 8, cents: 95_000, spread: 0 },
  { text: 'DAS', classification: 'Impostos sobre vendas', centre: 'Administração', day: 20, cents: 640_000, spread: 0.2 },
  { text: 'Anúncios', classification: 'Marketing', centre: 'Administração', day: 25, cents: 120_000, spread: 0.5 },
  { text: 'Embalagens', classification: 'Embalagens', centre: 'Entrega', day: 16, cents: 145_000, spread: 0.3 },
  {
    text: 'Diárias de entregadores',
    classification: 'Entregas',
    centre: 'Entrega',
    day: 28,
    cents: 230_000,
    spread: 0.3,
    till: true,
  },
  {
    text: 'Conserto e manutenção',
    classification: 'Equipamentos',
    centre: 'Cozinha',
    day: 22,
    cents: 68_000,
    spread: 0.8,
    till: true,
  },
  {
    text: 'Evento de empresa',
    classification: 'Eventos e encomendas',
    centre: 'Salão',
    day: 14,
    cents: 420_000,
    spread: 0.6,
    type: 'RECEBER',
  },
  {
    text: 'Encomenda',
    classification: 'Eventos e encomendas',
    centre: 'Cozinha',
    day: 24,
    cents: 98_000,
    spread: 0.5,
    type: 'RECEBER',
  },
  {
    text: 'Bonificação de fornecedor',
    classification: 'Outras receitas',
    centre: 'Administração',
    day: 27,
    cents: 60_000,
    spread: 0.4,
    type: 'RECEBER',
  },
]

/** Something bought in instalments: description, cents each, how many. */
export const instalmentPurchase = {
  text: 'Forno combinado',
  classification: 'Equipamentos',
  centre: 'Cozinha',
  cents: 185_000,
  times: 6,
} as const
