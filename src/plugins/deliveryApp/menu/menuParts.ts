import type { RecordOf, RegisterName } from '../../../server/plugin.ts'

/** Rows that hang on those of a part: fields of a list of its register. */
export type PartLists = Readonly<Record<string, readonly string[]>>

/** A part of the menu: rows of a register, with the fields that the app may know. What stands in no list here never leaves the installation. */
export interface PublishedPart {
  readonly register: RegisterName
  readonly fields: readonly string[]
  readonly lists?: PartLists
  /** Only rows of which this holds; over columns of the register's table. */
  readonly where?: string
}

type NameIn<R> = Extract<keyof R, string>
type RowIn<List> = NonNullable<List> extends readonly (infer Row extends object)[] ? Row : never

/** A part by the names that its register and its lists have. */
interface PartOf<R extends object, List extends NameIn<R>> {
  /** By groups, as a person reads them. */
  readonly fields: readonly (readonly NameIn<R>[])[]
  readonly lists?: { readonly [Each in List]: readonly NameIn<RowIn<R[Each]>>[] }
  readonly where?: string
}

const part = <Name extends RegisterName, List extends NameIn<RecordOf<Name>>>(
  register: Name,
  { fields, ...rest }: PartOf<RecordOf<Name>, List>,
): PublishedPart => ({ register, fields: fields.flat(), ...rest })

const availability = ['dia_semana_ini', 'dia_semana_fim', 'inicio', 'fim', 'ordem'] as const

/** Fields of a switch per way of ordering, of products. */
const shownWhere = ['appDelivery', 'appBalcao', 'appMesa', 'appDestaque', 'appPdvMobile'] as const

/** The menu by its parts, under the names that they have in the app. Status calls of the same app write into them. */
export const menuParts: Readonly<Record<string, PublishedPart>> = {
  grupos: part('grupos', {
    fields: [['nome', 'paiId', 'status', 'categoria', 'pizza', 'cor', 'ordem', 'remove_prod', 'fotoUrl']],
    lists: { grupos_add: ['grupoAddId', 'ordem'], disponibilidades: availability },
  }),
  produtos: part('produtos', {
    fields: [
      [
        'cod_prod',
        'desc_prod',
        'stt_prod',
        'esgotado_em',
        'grupoId',
        'unidadeId',
        'ordem',
        'cor',
        'fotoUrl',
        'adicional',
        'alcoolico',
        'combo',
        'ponte',
      ],
      ['preco_vnd_prod', 'preco_vnd2_prod', 'preco_vnd3_prod', 'preco_vnd4_prod', 'qtd_min_tab2', 'qtd_min_tab3', 'qtd_min_tab4'],
      [
        'appPreco',
        'appNome',
        'appDetalhes',
        ...shownWhere,
        'balanca_prod',
        'paga_servico_prod',
        'ingredientes_prod',
        'tam_emb_prod',
      ],
      ['promocao_desconto', 'promocao_de', 'promocao_ate', 'promocao_todas_condicoes'],
      ['dia_domingo', 'dia_segunda', 'dia_terca', 'dia_quarta', 'dia_quinta', 'dia_sexta', 'dia_sabado'],
    ],
    lists: {
      disponibilidades: availability,
      comboItens: ['produtoIdItem', 'preco_item', 'ordem'],
      respostas: ['cod_prod', 'nome', 'valor', 'ordem'],
      perguntas: ['perguntaId', 'ordem'],
    },
    // Ingredients of recipes are sold to nobody.
    where: 'NOT coalesce("materia_prima_prod", false)',
  }),
  perguntas: part('pergunta', {
    fields: [['descricao', 'qtd_min', 'qtd_max', 'repetir_resposta']],
    lists: { respostas: ['produtoId', 'nome', 'valor', 'valor2', 'valor3', 'valor4', 'ativo', 'ordem'] },
  }),
  promocoes: part('AppPromocaos', {
    fields: [['cupom', 'status', 'inicio', 'fim', 'descontoValor', 'descontoPorcentagem', 'pedidoMinimo']],
  }),
  areas: part('Loja_Entregas', { fields: [['porDistancia', 'distancia', 'bairro', 'cep', 'valor', 'minutos', 'status']] }),
  horarios: part('Loja_Horarios', {
    fields: [
      ['aberto', 'dia_semana_ini', 'dia_semana_fim', 'inicio', 'fim', 'motivo', 'pausa_inicio', 'pausa_fim'],
      ['entrega', 'retirada', 'mesa'],
    ],
  }),
  moedas: part('Loja_moeda_apps', { fields: [['moeda_appId', 'status']] }),
}

/** The store itself, as the app knows it. */
export const storePart = part('lojas', {
  fields: [
    ['uuid', 'nome_fantasia', 'telefone', 'whatsapp', 'cep', 'logradouro', 'numero', 'bairro', 'cidade', 'uf', 'fotoUrl'],
    ['fuso_horario', 'comanda_nome', 'taxa_servico', 'pizzaPreco', 'ativo', 'chave_pix'],
    [
      'appRetirada',
      'appDescontoRetirada',
      'appEntrega',
      'appPedidoMinimo',
      'appEnderecoManual',
      'appAgendamento',
      'appAgendamentoDias',
    ],
    ['appMesa', 'appMesaPedidos', 'appMesaExigeToken', 'appMesaComanda', 'appMesaPagamento', 'appMesaPagamentoPos'],
    ['appEnviaWhatsapp', 'appKiloIncremento', 'appGrupoLayout', 'appBackgroudColor', 'appTextColor'],
    ['appInfoCabecalho', 'appInfoRodape', 'appMsgPedRealizado', 'appScriptHead', 'appScriptBody'],
  ],
  lists: { tabelasPreco: ['nome', 'config', 'ordem'] },
})

/** Names that every store shares, under which the app shows a store's currencies. */
export const currencyPart = part('moeda_Apps', { fields: [['nome']] })
