import type { Author, HistoryAction } from './history.ts'

/** The kind of an action: a record's own, or that of many changes at once. */
export type ActivityKind = HistoryAction | 'massa' | 'importar' | 'restaurar' | 'desfazer'

/** An entry of GET atividade: one action, however many records it touched. */
export interface ActivityEntry {
  readonly id: string
  readonly createdAt: string
  readonly usuario: Author | null
  readonly tipo: ActivityKind
  readonly registros: readonly { readonly register: string; readonly title: string; readonly count: number }[]
  /** The label of an action: `Produtos: Guaraná e mais 2`. */
  readonly rotulo: string
  readonly desfeita: boolean
  /** The action that this one undid. */
  readonly desfaz: string | null
  /** Until when it may be undone. */
  readonly ate: string
  readonly podeDesfazer: boolean
}

/** A record that an undo left as it is, and why. */
export interface UndoRefusal {
  readonly register: string
  readonly title: string
  readonly id: string
  readonly rotulo: string
  readonly motivo: string
}

/** Reply of POST atividade/{id}/desfazer. */
export interface UndoReply {
  /** The undo is an action itself: undoing it does the thing again. */
  readonly acaoId: string
  readonly desfeitos: number
  readonly total: number
  readonly recusados: readonly UndoRefusal[]
}
