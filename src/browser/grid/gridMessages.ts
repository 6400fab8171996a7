import { formatDecimal } from '../../base/number.ts'

/** Words of the grid itself, the same over any data. */
export const gridMessages = {
  saving: 'Salvando…',
  saved: 'Salvo',
  failed: 'Não foi salvo',
  changed: 'Outra pessoa mudou este valor enquanto você digitava.',
  retry: 'Tentar de novo',
  edit: 'Editar',
  discard: 'Descartar',
  discarded: 'Colagem descartada',
  thrownAway: 'Descartado',
  typed: 'Digitado',
  held: 'Colado, ainda não salvo',
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
  resize: 'Largura da coluna',
  required: 'obrigatório',
} as const

/** How many of which. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatDecimal(count, 0)} ${count === 1 ? one : many}`

/** Sentences that count. */
export const gridCountMessages = {
  block: (rows: number, columns: number): string =>
    `${counted(rows, 'linha', 'linhas')} e ${counted(columns, 'coluna', 'colunas')} selecionadas`,
  saved: (count: number): string => (count === 1 ? '1 célula salva' : `${formatDecimal(count, 0)} células salvas`),
  refused: (count: number): string => `Nada foi salvo: ${counted(count, 'problema', 'problemas')}`,
} as const
