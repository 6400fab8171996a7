/**
 * A sale as the contract tells it to whoever writes a point of sale. What is checked (`checkSale`) takes more, since old ones send numbers as texts and
 * leave out what follows from the rest.
 */
const whole = (description: string, more: object = {}) => ({ type: ['integer', 'null'], minimum: 0, description, ...more })
const key = (description: string) => whole(description, { minimum: 1 })
const money = (description: string) => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 9999999999.99,
  description: `${description}; duas casas`,
})
const percent = (description: string) => ({ type: ['number', 'null'], minimum: 0, maximum: 100, description })
const text = (maxLength: number, description: string) => ({ type: ['string', 'null'], maxLength, description })
const moment = (description: string) => ({ type: ['string', 'null'], format: 'date-time', description })
const flag = (description: string) => ({ type: ['boolean', 'null'], description })

const deletion = {
  deletadoPorId: key('Quem tirou: um parceiro da loja'),
  deletado_em: moment('Quando foi tirado; não conta mais'),
  deletado_motivo: text(255, 'Por quê'),
}
const place = whole('Lugar na venda, de que não há dois; sem ele, a ordem da lista')

/** A line of a sale. */
const line = {
  type: 'object',
  properties: {
    ordem: place,
    produtoId: key('O produto; sem ele, vale a descrição'),
    cod_prod: text(20, 'Código do produto como foi vendido'),
    descricao: text(255, 'Nome como foi vendido'),
    grupoId: key('Grupo do produto'),
    unidadeId: key('Unidade do produto'),
    qtd: { type: 'number', minimum: 0.001, maximum: 99999999.999, description: 'Quantidade; três casas' },
    valor_unitario: { ...money('Preço de um'), type: 'number' },
    valor_bruto: { ...money('Quantidade vezes preço'), type: 'number' },
    valor_desconto: money('Desconto desta linha; sem ele, a parte dela no desconto da venda'),
    valor_final: money('Bruto menos desconto'),
    preco_custo: {
      ...money('Custo de um'),
      description: 'Custo de um; quatro casas. Sem ele, o do produto, ou o do que o compõe',
    },
    valor_servico: money('Parte no serviço'),
    garcomId: key('Garçom: um parceiro da loja'),
    vendedorId: key('Vendedor: um parceiro da loja'),
    comissao: percent('Comissão do vendedor, em %'),
    valor_comissao: money('Comissão do vendedor'),
    lancado_em: moment('Quando foi lançada na comanda'),
    ...deletion,
  },
  required: ['qtd', 'valor_unitario', 'valor_bruto'],
}

/** A receipt: what was paid in one currency. */
const receipt = {
  type: 'object',
  properties: {
    ordem: place,
    moedaId: { type: 'integer', minimum: 1, description: 'A moeda (forma de pagamento)' },
    valor: { ...money('Valor recebido'), type: 'number' },
    taxa: percent('Taxa da moeda, em %; sem ela, a do cadastro'),
    correntista: flag('Na conta do cliente'),
    deletadoPorId: deletion.deletadoPorId,
    deletado_em: deletion.deletado_em,
  },
  required: ['moedaId', 'valor'],
}

/** A moment of the example, so many minutes after the guests came. */
const after = (minutes: number): string => new Date(1_773_154_800_000 + minutes * 60_000).toISOString()

/** Two plates and a juice at a table, with service, paid in two currencies. */
const example = {
  equipamentoId: 1,
  chave: 'mesa12-0001',
  aberto_em: after(0),
  fechado_em: after(45),
  recebido_em: after(46),
  tipo_venda: 'MESA',
  numero_pessoas: 2,
  servico: true,
  total_servico: 6.99,
  produtos: [
    { produtoId: 1, qtd: 2, valor_unitario: 30, valor_bruto: 60 },
    { produtoId: 2, qtd: 1, valor_unitario: 9.9, valor_bruto: 9.9 },
  ],
  recebimentos: [
    { moedaId: 1, valor: 50 },
    { moedaId: 2, valor: 26.89 },
  ],
}

/** One sale, with its limits of lines and receipts. */
export const saleDocument = (most: { readonly lines: number; readonly receipts: number }) => ({
  type: 'object',
  properties: {
    lojaId: { type: 'integer', description: 'A loja; sem ela, a da sessão' },
    equipamentoId: { type: 'integer', minimum: 1, description: 'O equipamento que vendeu' },
    chave: text(64, 'Como o equipamento chama a venda; sem ela valem nsp e mov, ou contador'),
    alterado_em: moment(
      'Quando mudou no equipamento: o que é mais velho que o guardado não vale; o que ainda não chegou vale como agora',
    ),
    tipoMovimentoId: whole('Tipo de movimento; sem ele, 1 (venda)'),
    caixaId: key('A sessão de caixa'),
    abertura: whole('Número da sessão no equipamento, onde ela ainda não é conhecida'),
    nsp: whole('Contador do PDV Windows'),
    mov: whole('Contador do PDV Windows'),
    contador: whole('Contador do equipamento'),
    aberto_em: moment('Quando abriu'),
    fechado_em: moment('Quando fechou'),
    recebido_em: moment('Quando foi paga; sem ele, está aberta'),
    canal_venda: text(20, 'Canal de venda; sem ele, LOJA'),
    tipo_venda: text(20, 'Tipo de venda; sem ele, BALCAO'),
    comanda: text(20, 'Comanda ou mesa'),
    descricao: text(255, 'Descrição'),
    observacao: text(1000, 'Observação'),
    identificador: text(60, 'Como o canal chama o pedido'),
    cpf_cnpj: text(18, 'CPF ou CNPJ na nota'),
    numero_pessoas: whole('Pessoas à mesa; sem ele, 1', { minimum: 1, maximum: 9999 }),
    parceiroId: key('O cliente: um parceiro da loja'),
    total_bruto: money('Soma do bruto das linhas; sem ele, é somado'),
    total_desconto: money('Desconto da venda toda'),
    servico: flag('Cobra serviço'),
    total_servico: money('Serviço cobrado'),
    total_retido: money('O que o marketplace fica'),
    valor_final: money('Bruto menos desconto mais serviço; sem ele, é somado'),
    ...deletion,
    produtos: { type: 'array', items: line, maxItems: most.lines, description: 'As linhas' },
    recebimentos: { type: 'array', items: receipt, maxItems: most.receipts, description: 'Os recebimentos' },
  },
  required: ['equipamentoId'],
  examples: [example],
})
