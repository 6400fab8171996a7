import { type RowsShape, rowPartsOf } from '../../model/report/resultShape.ts'
import type { Query } from '../../model/report.ts'
import { ApiError } from '../error.ts'

/** The part of an answer with rows that is asked for by its path; the only one when there is but one. @throws ApiError */
export function findReportPart(query: Query, asked: unknown): RowsShape {
  const parts = rowPartsOf(query.result)
  const [first, second] = parts
  if (first === undefined) throw new ApiError(400, 'report.part-none')
  if ((asked === undefined || asked === '') && second === undefined) return first.rows
  const found = parts.find(part => part.path === (asked ?? ''))
  if (found === undefined)
    throw new ApiError(400, 'report.part-unknown', { part: String(asked ?? ''), parts: parts.map(each => each.path).join(', ') })
  return found.rows
}
