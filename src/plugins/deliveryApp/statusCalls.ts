/** The calls of the specification: the name of each, the record it is about, the member that names it, and its place in the app's menu. */
export interface StatusCall {
  readonly path: string
  readonly title: string
  readonly register: string
  readonly key: string
  readonly status: string
  /** Columns that place the record in the menu, from the outermost. */
  readonly place: readonly (readonly [step: string, column: 'id' | 'perguntaId'])[]
}

export const statusCalls: readonly StatusCall[] = [
  {
    path: 'apps/firebaseGrupoStatus',
    title: 'Avisar o app do status de um grupo',
    register: 'grupos',
    key: 'grupoId',
    status: 'status',
    place: [['grupos', 'id']],
  },
  {
    path: 'apps/firebaseProdutoStatus',
    title: 'Avisar o app do status de um produto',
    register: 'produtos',
    key: 'produtoId',
    status: 'stt_prod',
    place: [['produtos', 'id']],
  },
  {
    path: 'apps/firebaseRespostaStatus',
    title: 'Avisar o app do status de uma resposta',
    register: 'pergunta_resposta',
    key: 'respostaId',
    status: 'ativo',
    place: [
      ['perguntas', 'perguntaId'],
      ['respostas', 'id'],
    ],
  },
]
