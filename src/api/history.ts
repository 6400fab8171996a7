import type { Field } from '../model/model.ts'

/** The author of a change. */
export interface Author {
  readonly id: number
  readonly nome: string
  readonly email: string
}

/** The kinds of changes of a record. */
export type HistoryAction = 'criar' | 'alterar' | 'excluir'

/** One field as an entry of the history changed it; kind `row`: a row of a child list that came or went. */
export interface HistoryFieldChange {
  readonly path: string
  readonly title: string
  readonly kind: Field['kind'] | 'row'
  readonly from: unknown
  readonly to: unknown
  readonly fromText: string
  readonly toText: string
}

/** An entry of GET {register}/{id}/historico. */
export interface RecordHistoryEntry {
  readonly id: number
  readonly acao: HistoryAction
  readonly acaoId: string | null
  readonly createdAt: string
  readonly version: number | null
  readonly usuario: Author | null
  readonly changes: readonly HistoryFieldChange[]
}
