import { type Adjustment, adjustmentRoundings, adjustValue, isAdjustable } from '../../model/adjustment/adjustment.ts'
import { isSystemField } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { parseObject } from '../query/filter.ts'
import { type RegisterColumn, type Table, unknownField } from '../query/table.ts'
import { validationError } from '../write/check/validationError.ts'
import type { RequestBody } from './registerRequest.ts'

/** A change of all records that a filter finds. */
export interface RecordChange {
  /** The fields that it sets. */
  readonly names: readonly string[]
  /** Condition of the records that it may change. */
  readonly where: DataRow
  /** Columns that must be read for it. */
  readonly columns: readonly RegisterColumn[]
  /** Fields to be set of a record; undefined where it stays as it is. */
  bodyOf(row: DataRow): DataRow | undefined
}

/** `dados`: the same values for all; `ajuste`: a number of each, changed by percent or amount. */
export const recordChange = (body: RequestBody, table: Table): RecordChange =>
  body.ajuste === undefined ? sameValues(parseObject(body.dados, 'dados'), table) : adjusted(body.ajuste, table)

/** The fields to be set: those that have a column, with values that these can hold. */
function sameValues(data: DataRow, table: Table): RecordChange {
  const entries = Object.entries(data)
  if (entries.length === 0) throw new ApiError(400, 'bad-request')
  const values = Object.fromEntries(
    entries.map(([name, value]) => {
      const column = changeable(name, table)
      if (value === null) return [name, null]
      const accepted = column.kind.accept(value, column.field)
      if (!accepted.ok) throw validationError([{ path: name, ...accepted.error }])
      // An empty text is no value, as in any save.
      return [name, accepted.value === '' ? null : accepted.value]
    }),
  )
  const where = { or: Object.entries(values).map(([name, value]) => ({ [name]: { neq: value } })) }
  return { names: Object.keys(values), where, columns: [], bodyOf: () => values }
}

function adjusted(said: unknown, table: Table): RecordChange {
  const { columns, adjustment } = parseAdjustment(said, table)
  return {
    names: columns.map(({ name }) => name),
    where: { or: columns.map(({ name }) => ({ [name]: { neq: null } })) },
    columns,
    bodyOf: row => {
      const changed = columns.flatMap(column => {
        const value = adjustedValue(row[column.name], adjustment, column)
        return value === undefined ? [] : [[column.name, value]]
      })
      return changed.length === 0 ? undefined : Object.fromEntries(changed)
    },
  }
}

/** A number as it will be; undefined where it stays, or there is none. */
export function adjustedValue(old: unknown, adjustment: Adjustment, { field }: RegisterColumn): number | undefined {
  if (typeof old !== 'number') return undefined
  const value = adjustValue(old, adjustment, field)
  return value === old ? undefined : value
}

/** `{campo, tambem?, tipo, valor, arredonda?}` of a body: the columns that are adjusted, that of `campo` first. */
export function parseAdjustment(
  said: unknown,
  table: Table,
): { readonly columns: readonly [RegisterColumn, ...RegisterColumn[]]; readonly adjustment: Adjustment } {
  const { campo, tambem = [], tipo, valor, arredonda } = parseObject(said, 'ajuste')
  if (!Array.isArray(tambem)) throw wrong('tambem', 'content-invalid')
  const column = adjustable(campo, table)
  const along = [...new Set(tambem)].filter(name => name !== column.name).map(name => adjustable(name, table))
  if (tipo !== 'percentual' && tipo !== 'valor') throw wrong('tipo', 'choice-invalid')
  if (typeof valor !== 'number' || !Number.isFinite(valor)) throw wrong('valor', 'number-invalid')
  if (Math.abs(valor) > LARGEST) throw wrong('valor', 'maximum', { max: LARGEST })
  const rounding = adjustmentRoundings.find(one => one === arredonda)
  if (arredonda !== undefined && rounding === undefined) throw wrong('arredonda', 'choice-invalid')
  return { columns: [column, ...along], adjustment: { tipo, valor, ...(rounding === undefined ? {} : { arredonda: rounding }) } }
}

function adjustable(name: unknown, table: Table): RegisterColumn {
  const column = changeable(String(name), table)
  if (!isAdjustable(column.field)) throw unknownField(column.name)
  return column
}

const LARGEST = 9_999_999.99

const wrong = (name: string, code: string, params?: Record<string, string | number>): ApiError =>
  validationError([{ path: `ajuste.${name}`, code, ...(params ? { params } : {}) }])

/** A column that a change of many may set. */
function changeable(name: string, table: Table): RegisterColumn {
  const column = table.byName.get(name)
  if (!column || isSystemField(name) || column.field.secret) throw unknownField(name)
  return column
}
