/** Words of the grid itself, the same over any data. */
export const words = {
  saving: 'Salvando…',
  saved: 'Salvo',
  failed: 'Não foi salvo',
  retry: 'Tentar de novo',
  edit: 'Editar',
  discard: 'Descartar',
  typed: 'Digitado',
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
