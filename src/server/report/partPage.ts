import { isRecord } from '../../base/record.ts'
import { foldedWords } from '../../base/text.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { RowsShape } from '../../model/report/resultShape.ts'
import type { ResultColumn } from '../../model/report.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { searchLimits } from '../query/search/searchLimits.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import type { RawRow } from './batchStatements.ts'
import type { SentStatement } from './bindStatement.ts'

/** Rows of a page at most. */
const MOST_ROWS = 1000

/** Rows of a part at most, without a limit: what a server holds of one at once. */
const MOST_OF_ALL = 100_000

/** The page of one part of a report that a call asks for. Without a limit, all its rows. */
export interface PartPage {
  readonly shape: RowsShape
  readonly order: { readonly column: ResultColumn; readonly down: boolean } | undefined
  /** Folded words, each of which a row holds in one of its texts. */
  readonly words: readonly string[]
  readonly texts: readonly ResultColumn[]
  readonly limit: number | undefined
  readonly skip: number
}

/** Rows of a page, and how many all pages hold. */
export interface PartRows {
  readonly rows: readonly RawRow[]
  readonly count: number
}

/** Reads how a part is wanted: `{"order":"total DESC","q":"bolo","limit":10,"skip":20}`. @throws ApiError naming what is wrong */
export function readPartPage(shape: RowsShape, filter: unknown): PartPage {
  const { order, q = '', limit, skip, ...unknown } = parsed(filter)
  const [other] = Object.keys(unknown)
  if (other !== undefined) throw refused(other)
  if (shape.is !== 'rows' && filter !== undefined) throw refused('filter')
  if (typeof q !== 'string' || q.length > searchLimits.everywhere) throw refused('q')
  return {
    shape,
    order: order === undefined ? undefined : orderOf(shape, order),
    words: foldedWords(q),
    texts: shape.columns.filter(
      column => !column.hidden && column.choices === undefined && columnOf(column.kind).sqlType(column) === 'text',
    ),
    limit: limit === undefined ? undefined : wholeNumber('limit', limit, 1, MOST_ROWS),
    skip: skip === undefined ? 0 : wholeNumber('skip', skip, 0, Number.MAX_SAFE_INTEGER),
  }
}

function parsed(filter: unknown): Readonly<Record<string, unknown>> {
  if (filter === undefined) return {}
  try {
    const words: unknown = JSON.parse(String(filter))
    if (isRecord(words)) return words
  } catch {
    // Not JSON.
  }
  throw refused('filter')
}

const refused = (name: string): ApiError =>
  new ApiError(400, 'report.page-invalid', { name }, [{ path: name, code: 'content-invalid' }])

function orderOf({ columns }: RowsShape, text: unknown): PartPage['order'] {
  const [, name, way] = /^(\w+)(?: (ASC|DESC))?$/.exec(String(text)) ?? []
  const column = columns.find(each => each.name === name)
  if (!column || column.hidden) throw refused('order')
  return { column, down: way === 'DESC' }
}

function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) throw refused(name)
  return value
}

/** Runs a statement as a page of it is wanted. @throws ApiError 422 where all rows are wanted and there are too many */
export async function readPage(statement: SentStatement, page: PartPage, q: Queries): Promise<PartRows> {
  const { text, params } = pageStatement(statement, page)
  const { rows } = await q.query<RawRow>(text, params, '')
  if (rows.length > MOST_OF_ALL) throw new ApiError(422, 'report.too-many', { max: MOST_OF_ALL.toLocaleString('pt-BR') })
  if (rows.length > 0 || page.skip === 0) return { rows, count: Number(rows[0]?.[COUNT] ?? 0) }
  // Behind the last row nothing tells how many there are.
  const all = pageStatement(statement, { ...page, limit: 1, skip: 0 })
  const [first] = (await q.query<RawRow>(all.text, all.params, '')).rows
  return { rows, count: Number(first?.[COUNT] ?? 0) }
}

const [COUNT, PLACE] = ['!count', '!place']

/** Where the wanted order says nothing, rows stand as the statement gives them. */
function pageStatement({ text, params }: SentStatement, page: PartPage): SentStatement {
  const { order, words: wanted, texts, limit, skip } = page
  const at = params.length
  const folded = texts.map(({ name }) => `lower(f_unaccent(coalesce(p.${quotedIdentifier(name)}::text, '')))`)
  const holds = `(${folded.join(" || ' ' || ") || "''"}) LIKE ALL ($${at + 1}::text[])`
  const by = order ? `${orderSql(order.column)} ${order.down ? 'DESC' : 'ASC'} NULLS LAST, ` : ''
  return {
    text: `SELECT p.*, count(*) OVER () AS "${COUNT}" FROM (SELECT t.*, row_number() OVER () AS "${PLACE}" FROM (
${text}
) t) p WHERE ${holds} ORDER BY ${by}p."${PLACE}" LIMIT $${at + 2}::bigint OFFSET $${at + 3}::bigint`,
    params: [...params, wanted.map(word => `%${word}%`), limit ?? MOST_OF_ALL + 1, skip],
  }
}

const orderSql = (column: ResultColumn): string => {
  const name = `p.${quotedIdentifier(column.name)}`
  return columnOf(column.kind).sqlType(column) === 'text' ? `lower(f_unaccent(${name}::text))` : name
}
