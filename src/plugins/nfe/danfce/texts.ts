/**
 * The words of the paper, as the manual of the DANFE NFC-e and the MOC give them. They are the authority's, not the product's: no definition
 * changes them.
 */
export const texts = {
  title: 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica',
  homologation: 'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL',
  contingency: 'EMITIDA EM CONTINGÊNCIA',
  pending: 'Pendente de autorização',
  cancelled: 'NFC-e CANCELADA',
  askKey: 'Consulte pela Chave de Acesso em',
  nobody: 'CONSUMIDOR NÃO IDENTIFICADO',
  copies: { consumer: 'Via consumidor', company: 'Via empresa' },
} as const

/** Means of payment by `tPag`. */
export const paymentNames: Readonly<Record<string, string>> = {
  '01': 'Dinheiro',
  '02': 'Cheque',
  '03': 'Cartão de Crédito',
  '04': 'Cartão de Débito',
  '05': 'Cartão da Loja',
  '10': 'Vale Alimentação',
  '11': 'Vale Refeição',
  '12': 'Vale Presente',
  '13': 'Vale Combustível',
  '15': 'Boleto Bancário',
  '16': 'Depósito Bancário',
  '17': 'PIX Dinâmico',
  '18': 'Transferência, Carteira Digital',
  '19': 'Programa de Fidelidade, Cashback',
  '20': 'PIX Estático',
  '21': 'Crédito em Loja',
  '22': 'Pagamento Eletrônico',
}
