import type { Value } from '../kinds/kind.ts'
import type { ErrorDetail } from './error.ts'
import type { ApiRecord } from './record.ts'

/** Reply of POST {register}/alterarVarios with `itens`: what was saved, without the child lists that were not named, and what was refused. */
export interface BatchUpdateReply<R = ApiRecord> {
  readonly registros: readonly R[]
  readonly problemas: readonly ErrorDetail[]
}

/** A record that was refused the change, and why. */
export interface BulkUpdateRefusal extends ErrorDetail {
  readonly id: unknown
  /** The name of the record. */
  readonly rotulo: string
}

/** Reply of POST {register}/alterarVarios with `registros`: the same change of all records that a filter finds. */
export interface BulkUpdateReply {
  readonly alterados: number
  /** How many were refused; `problemas` names the first of them. */
  readonly recusados: number
  readonly problemas: readonly BulkUpdateRefusal[]
  /** Of a part: how many records it looked at. */
  readonly vistos?: number
  /** Of a part: the key of its last record, behind which the next part begins; null at the end. */
  readonly ate?: unknown
}

/** A refused bulk update, with its error: how many would have been changed. */
export interface BulkUpdateRefused extends BulkUpdateReply {
  readonly validos: number
}

/** A value that records have in a field. */
export interface FieldValueCount {
  readonly valor: Value
  /** The name of the record that the value refers to. */
  readonly rotulo?: string
  readonly quantidade: number
}

/** A record as a change would make it. */
export interface ChangeExample {
  readonly id: unknown
  readonly rotulo: string
  /** The field, unless it is that of the question. */
  readonly campo?: string
  readonly de: Value
  readonly para: Value
}

/** Reply of POST {register}/valores: what the records of a filter have in a field, the commonest first. */
export interface FieldValuesReply {
  readonly total: number
  /** How many records the asked value would change. */
  readonly mudam?: number
  /** Of an adjustment: some of the records that it changes. */
  readonly exemplos?: readonly ChangeExample[]
  /** The moment of the answer: a bulk update refuses what changed after it. */
  readonly visto: string
  readonly valores: readonly FieldValueCount[]
}

/** Reply of GET {register}/totais: exact sums over all rows of a filter; with `por` of each value of a column, too. */
export interface TotalsReply extends Sums {
  /** The commonest first. */
  readonly grupos?: readonly GroupSums[]
  /** How many further values there are. */
  readonly outros?: number
  /** With `colunas` the same of a second column, and of each pair of values of both that has rows. */
  readonly colunas?: readonly GroupSums[]
  readonly outrasColunas?: number
  readonly celulas?: readonly CrossSums[]
}

/** The rows that have a value in each of two columns. */
export interface CrossSums extends Sums {
  readonly linha: Value
  readonly coluna: Value
}

interface Sums {
  readonly count: number
  readonly totais: Readonly<Record<string, Value>>
}

/** The rows that have a value in a column. */
export interface GroupSums extends Sums {
  readonly valor: Value
  /** The name of the record that the value refers to. */
  readonly rotulo?: string
}
