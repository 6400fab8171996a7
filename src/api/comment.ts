/** Somebody who may be mentioned. */
export interface CommentPerson {
  readonly id: number
  readonly nome: string
}

/** A comment on a record, as GET {register}/{id}/comentarios tells it. */
export interface CommentReply {
  readonly id: string
  /** The comment that it answers. */
  readonly resposta: string | null
  /** Empty where it was removed. */
  readonly texto: string
  readonly quem: CommentPerson
  readonly quando: string
  readonly editado: boolean
  readonly excluido: boolean
  readonly mencoes: readonly CommentPerson[]
  readonly responsavel: CommentPerson | null
  /** A day. */
  readonly prazo: string | null
  readonly feitoEm: string | null
  readonly feitoPor: CommentPerson | null
  /** The acts that are open to whoever asks. */
  readonly pode: { readonly editar: boolean; readonly excluir: boolean; readonly tarefa: boolean; readonly feito: boolean }
}

/** How much is said of a record: comments, and tasks that are not done. */
export interface CommentCountReply {
  readonly id: string
  readonly comentarios: number
  readonly tarefas: number
}

/** An open task of whoever asks. */
export interface TaskReply {
  readonly id: string
  readonly texto: string
  readonly quem: string
  readonly prazo: string | null
  readonly atrasada: boolean
  /** Title of the register, and what the record is called. */
  readonly cadastro: string
  readonly registro: string
  readonly pagina: string
  readonly recurso: string
  readonly chave: string
}
