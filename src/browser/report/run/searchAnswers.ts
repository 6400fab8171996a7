import { compareDecimals, divide, sum } from '../../../base/decimal.ts'
import { kindByName } from '../../../kinds/values.ts'
import { type ResultRows, resultColumnAt, resultRowsAt, resultShapeAt, resultValuesAt } from '../../../model/report/resultPath.ts'
import { singleValuesOf } from '../../../model/report/resultShape.ts'
import type { Figure, Query, ResultColumn, ResultShape } from '../../../model/report.ts'

/** The answer of one call for one store. */
export interface AnswerPart {
  readonly call: string
  readonly store: { readonly id: number; readonly nome_fantasia: string } | undefined
  /** The values it was asked with. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Of the days that are compared with: it says nothing by itself. */
  readonly earlier?: boolean
  readonly answer: unknown
}

/** Everything that a search brought. */
export interface SearchAnswers {
  /** Queries by the calls' names. */
  readonly queries: Readonly<Record<string, Query>>
  readonly parts: readonly AnswerPart[]
  /** How many stores stand beside each other. */
  readonly storeCount: number
  /** Calls that were made for every store of the user. */
  readonly every?: ReadonlySet<string>
  readonly zone: string
}

const storeColumn: ResultColumn = { name: 'loja', title: 'Loja', kind: 'text', required: false }

const split = (path: string): readonly [string, readonly string[]] => {
  const [call = '', ...steps] = path.split('.')
  return [call, steps]
}

const zoned = (columns: readonly ResultColumn[], zone: string): readonly ResultColumn[] =>
  columns.map(column => (kindByName(column.kind).time === 'instant' ? { ...column, zone } : column))

/** Rows at `call.path` of all stores; of several each row tells its store. */
export function answerRowsAt(answers: SearchAnswers, path: string): ResultRows {
  const [call, steps] = split(path)
  const query = answers.queries[call]
  const found = answers.parts.flatMap(part => {
    const rows = part.call === call && query ? resultRowsAt(query.result, part.answer, steps) : undefined
    return rows ? [{ ...rows, store: part.store }] : []
  })
  const first = found[0]
  if (!first) return { columns: [], rows: [] }
  const columns = zoned(first.columns, answers.zone)
  const children = first.children === undefined ? {} : { children: first.children }
  if (answers.storeCount <= 1 && !answers.every?.has(call))
    return { columns, rows: found.flatMap(({ rows }) => rows), ...children }
  return {
    columns: [storeColumn, ...columns],
    rows: found.flatMap(({ rows, store }) => rows.map(row => ({ ...row, lojaId: store?.id, loja: store?.nome_fantasia }))),
    ...children,
  }
}

/** Most rows at `call.path`, where a store has as many: there may be others. */
export function rowsCutAt(answers: SearchAnswers, path: string): number | undefined {
  const [call, steps] = split(path)
  const query = answers.queries[call]
  const shape = query && resultShapeAt(query.result, steps)
  if (!query || shape?.is !== 'rows' || shape.most === undefined) return undefined
  const { most } = shape
  const isCut = (part: AnswerPart): boolean => (resultRowsAt(query.result, part.answer, steps)?.rows.length ?? 0) >= most
  return answers.parts.some(part => part.call === call && isCut(part)) ? most : undefined
}

function leaves(answers: SearchAnswers, path: string): readonly unknown[] {
  const [call, steps] = split(path)
  const query = answers.queries[call]
  return query
    ? answers.parts.filter(part => part.call === call).flatMap(part => resultValuesAt(query.result, part.answer, steps))
    : []
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

type Evaluate = (expression: string, record: Readonly<Record<string, unknown>>, columns: readonly ResultColumn[]) => unknown

/** Returns the value of a figure; of several stores a plain one is their sum. */
export function figureValue(answers: SearchAnswers, figure: Figure, evaluate: Evaluate): unknown {
  if (typeof figure === 'string') return togetherAt(answers, figure)
  if ('sum' in figure) return sum(leaves(answers, figure.sum).filter(isNumber))
  if ('average' in figure) {
    const values = leaves(answers, figure.average).filter(isNumber)
    return divide(sum(values), values.length)
  }
  if ('count' in figure) return answerRowsAt(answers, figure.count).rows.length
  if ('top' in figure) return topOf(answerRowsAt(answers, figure.top).rows, figure.by)?.[figure.show]
  const names = Object.entries(figure.of)
  const record = Object.fromEntries(names.map(([name, path]) => [name, togetherAt(answers, path)]))
  return evaluate(figure.expression, record, columnsOfNames(answers, names))
}

/** Returns the value at a path; of several stores the sum, which averages and rates have not. */
function togetherAt(answers: SearchAnswers, path: string): unknown {
  const [call, steps] = split(path)
  const query = answers.queries[call]
  const values = leaves(answers, path)
  if (values.length <= 1) return values[0]
  if (query && resultColumnAt(query.result, steps)?.additive === false) return undefined
  return values.every(isNumber) ? sum(values) : values[0]
}

function topOf(rows: ResultRows['rows'], by: string): ResultRows['rows'][number] | undefined {
  const of = (row: ResultRows['rows'][number]): number => (isNumber(row[by]) ? row[by] : 0)
  return rows.reduce<ResultRows['rows'][number] | undefined>(
    (top, row) => (top && compareDecimals(of(row), of(top)) <= 0 ? top : row),
    undefined,
  )
}

const columnLists = new Map<string, readonly ResultColumn[]>()

/** Columns under the names of an expression's figures, the same list every time. */
function columnsOfNames(answers: SearchAnswers, names: readonly (readonly [string, string])[]): readonly ResultColumn[] {
  const columns = names.map(([name, path]): ResultColumn => {
    const [call, steps] = split(path)
    const query = answers.queries[call]
    const found = query && resultColumnAt(query.result, steps)
    return { ...(found ?? { title: name, kind: 'decimal', required: false }), name }
  })
  const key = columns.map(({ name, kind }) => `${name}:${kind}`).join()
  const known = columnLists.get(key) ?? columns
  columnLists.set(key, known)
  return known
}

/**
 * Tells whether no call brought a row, or a figure beside them: a balance of before says something about days without any sale. Where a table asks for the
 * rows of a call page by page (`paged`) and it has no figures, nothing is known yet.
 */
export const isEmptyAnswer = ({ queries, parts }: SearchAnswers, paged: ReadonlyMap<string, string>): boolean =>
  parts.every(({ call, answer, earlier }) => {
    const query = queries[call]
    if (earlier || !query) return true
    if (paged.has(call) && singleValuesOf(query.result).length === 0) return false
    return noRows(query.result, answer, []) && noFigures(query.result, answer, [])
  })

function noRows(shape: ResultShape, answer: unknown, steps: readonly string[]): boolean {
  const own = resultShapeAt(shape, steps)
  if (own?.is === 'record') return Object.keys(own.members).every(name => noRows(shape, answer, [...steps, name]))
  return own === undefined || own.is === 'value' || resultRowsAt(shape, answer, steps)?.rows.length === 0
}

function noFigures(shape: ResultShape, answer: unknown, steps: readonly string[]): boolean {
  const own = resultShapeAt(shape, steps)
  if (own?.is === 'record') return Object.keys(own.members).every(name => noFigures(shape, answer, [...steps, name]))
  if (own?.is !== 'value') return true
  return resultValuesAt(shape, answer, steps).every(value => value === null || value === 0)
}
