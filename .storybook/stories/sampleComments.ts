import type { CommentCountReply, CommentPerson, CommentReply } from '../../src/api/comment.ts'

const marina: CommentPerson = { id: 2, nome: 'Marina Bellini' }
const claudia: CommentPerson = { id: 4, nome: 'Cláudia Ferrari' }

const plain = {
  editado: false,
  excluido: false,
  mencoes: [],
  responsavel: null,
  prazo: null,
  feitoEm: null,
  feitoPor: null,
  pode: { editar: false, excluir: false, tarefa: false, feito: false },
}

/** Comments of a record in stories, the newest first: a question, its answer with a task, and a task that is done. */
export const sampleComments: readonly CommentReply[] = [
  {
    ...plain,
    id: '00000000-0000-4000-8002-000000000003',
    resposta: '00000000-0000-4000-8002-000000000002',
    texto: 'Pode, sim. Confira as validades antes de assinar o canhoto.',
    quem: marina,
    quando: '2026-11-24T14:20:00.000Z',
    responsavel: claudia,
    prazo: '2026-11-26',
    pode: { editar: true, excluir: true, tarefa: true, feito: true },
  },
  {
    ...plain,
    id: '00000000-0000-4000-8002-000000000002',
    resposta: null,
    texto: '@Marina Bellini, o caminhão só sai amanhã cedo. Posso receber antes das 10h?',
    quem: claudia,
    quando: '2026-11-24T13:05:00.000Z',
    mencoes: [marina],
  },
  {
    ...plain,
    id: '00000000-0000-4000-8002-000000000001',
    resposta: null,
    texto: 'Pedi o boleto novo.',
    quem: claudia,
    quando: '2026-11-20T11:00:00.000Z',
    editado: true,
    responsavel: claudia,
    feitoEm: '2026-11-21T09:30:00.000Z',
    feitoPor: claudia,
  },
]

export const samplePeople: readonly CommentPerson[] = [marina, claudia]

/** How much is said: of every second record something, of every fourth with an open task. */
export const sampleCounts = (ids: string): readonly CommentCountReply[] =>
  ids
    .split(',')
    .map((id, at) => ({ id, comentarios: at % 2 === 0 ? at + 2 : 0, tarefas: at % 4 === 0 ? 1 : 0 }))
    .filter(({ comentarios }) => comentarios > 0)
