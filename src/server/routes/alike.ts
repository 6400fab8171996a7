import type { Problem } from '../../model/problem.ts'
import { sayProblem } from '../../model/text.ts'
import { ApiError } from '../error.ts'
import { asObject } from '../query/filter.ts'
import { unknown } from '../query/place.ts'
import { fetchRows, type Row } from '../query/run.ts'
import { briefColumns, type Table } from '../query/table.ts'
import { labelOf } from '../write/history.ts'
import { invalid } from '../write/invalid.ts'
import { saveParts } from '../write/parts.ts'
import { written } from '../write/run.ts'
import type { Work } from '../write/work.ts'
import { type Ask, type Body, deskFor } from './ask.ts'
import { type Found, foundBy } from './found.ts'

/** What became of the same change of many records. */
export interface Alike {
  readonly alterados: number
  /** How many were refused; `problemas` names the first of them. */
  readonly recusados: number
  readonly problemas: readonly {
    readonly id: unknown
    readonly rotulo: string
    readonly path: string
    readonly code: string
    readonly message: string
  }[]
}

const MOST_ROWS = 50_000
const MOST_TOLD = 100

/**
 * {lojaId, registros: {where, q}, dados, visto?, validas?}: the same change of all records that a filter finds, as the caller sees
 * them, in one transaction. All or none, and why not by name; with `validas` the right ones are saved. Records that have the values
 * already stay as they are; those that changed after `visto` (the moment of the preview) are refused.
 */
export async function changeAlike(ask: Ask, body: Body): Promise<Alike> {
  const found = await foundBy(ask, body)
  const data = changesOf(asObject(body.dados, 'dados'), ask.table)
  const desk = deskFor(ask, found.caller, 'massa')
  return written(
    desk,
    ask.table.register,
    async work => {
      const rows = await rowsToChange(found, data, ask.table, work)
      const late = await changedAfter(body.visto, found, data, ask.table, work)
      const free = rows.filter(row => !late.has(row.id))
      const bodies = free.map(({ id }) => ({ ...data, id }))
      let count = 0
      const refused = await saveParts(bodies, ask.table, work, saved => {
        count += saved.length
      })
      const changed = rows.filter(row => late.has(row.id)).map(row => ({ row, problem: { path: '', code: 'list.mass-changed' } }))
      const wrong = [...changed, ...refused.map(({ index, problem }) => ({ row: free[index] ?? {}, problem }))]
      const outcome = outcomeOf(ask, count, wrong)
      if (wrong.length === 0 || body.validas === true) return outcome
      const details = wrong.slice(0, MOST_TOLD).map(({ row, problem }) => ({ ...problem, path: placeOf(row, problem) }))
      const params = { count: outcome.recusados }
      throw new ApiError(422, 'validation', params, details, { ...outcome, alterados: 0, validos: count })
    },
    true,
  )
}

const kept = new Set(['id', 'lojaId', 'version', 'createdAt', 'updatedAt'])

/** The fields to be set: those that have a column, with values that these can hold. */
function changesOf(data: Row, table: Table): Row {
  const entries = Object.entries(data)
  if (entries.length === 0) throw new ApiError(400, 'bad-request')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const column = table.byName.get(name)
      if (!column || kept.has(name) || column.field.secret) throw unknown(name)
      if (value === null) return [name, null]
      const accepted = column.kind.accept(value, column.field)
      if (!accepted.ok) throw invalid([{ path: name, ...accepted.error }])
      return [name, accepted.value]
    }),
  )
}

const MOMENT = 'updatedAt'

const different = (data: Row): Row => ({ or: Object.entries(data).map(([name, value]) => ({ [name]: { neq: value } })) })

/** The records that do not have the values yet: key and name. */
async function rowsToChange(found: Found, data: Row, table: Table, { q }: Work): Promise<Row[]> {
  const plan = { ...found.plan(different(data), 'change'), columns: briefColumns(table), limit: MOST_ROWS + 1 }
  const rows = await fetchRows(plan, q)
  if (rows.length > MOST_ROWS) throw new ApiError(400, 'batch-too-large', { max: MOST_ROWS })
  return rows
}

/** Keys of those that somebody changed after the moment. */
async function changedAfter(moment: unknown, found: Found, data: Row, table: Table, { q }: Work): Promise<Set<unknown>> {
  if (moment === undefined || moment === null || !table.byName.has(MOMENT)) return new Set()
  const late = { and: [different(data), { [MOMENT]: { gt: moment } }] }
  const plan = { ...found.plan(late, 'change'), columns: [table.id], limit: MOST_ROWS }
  return new Set((await fetchRows(plan, q)).map(row => row.id))
}

interface Wrong {
  readonly row: Row
  readonly problem: Problem
}

function outcomeOf({ model, table }: Ask, count: number, wrong: readonly Wrong[]): Alike {
  return {
    alterados: count,
    recusados: new Set(wrong.map(({ row }) => row.id)).size,
    problemas: wrong.slice(0, MOST_TOLD).map(({ row, problem }) => ({
      id: row.id,
      rotulo: labelOf(row, table),
      path: problem.path,
      code: problem.code,
      message: sayProblem(model, problem),
    })),
  }
}

const placeOf = ({ id }: Row, { path }: Problem): string => [id, path].filter(part => part !== '').join('.')
