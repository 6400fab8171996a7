/** Words of the grid itself, the same over any data. */
export const gridMessages = {
  saving: 'Salvando…',
  saved: 'Salvo',
  failed: 'Não foi salvo',
  retry: 'Tentar de novo',
  edit: 'Editar',
  discard: 'Descartar',
  discarded: 'Colagem descartada',
  thrownAway: 'Descartado',
  typed: 'Digitado',
  held: 'Colado, ainda não salvo',
  saveValid: 'Salvar as válidas',
  saveHeld: 'Salvar',
  showProblem: 'Ver o problema',
  moveRow: 'Mover linha',
  movedRow: 'Linha movida',
  movedColumn: 'Coluna movida',
  copied: 'Copiado',
  selectAll: 'Selecionar todas as linhas desta página',
  selectRow: 'Selecionar linha',
  select: 'Seleção',
  detail: 'Detalhe',
  expand: 'Expandir',
  collapse: 'Recolher',
  total: 'Total',
  resize: 'Largura da coluna',
  required: 'obrigatório',
} as const

const number = new Intl.NumberFormat('pt-BR')
const counted = (count: number, one: string, many: string): string => `${number.format(count)} ${count === 1 ? one : many}`

/** Sentences that count. */
export const gridCountMessages = {
  block: (rows: number, columns: number): string =>
    `${counted(rows, 'linha', 'linhas')} e ${counted(columns, 'coluna', 'colunas')} selecionadas`,
  saved: (count: number): string => (count === 1 ? '1 célula salva' : `${number.format(count)} células salvas`),
  refused: (count: number): string => `Nada foi salvo: ${counted(count, 'problema', 'problemas')}`,
  problems: (count: number): string => counted(count, 'célula com problema', 'células com problema'),
  held: (count: number): string => counted(count, 'célula aguarda', 'células aguardam'),
} as const
