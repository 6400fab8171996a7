import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model } from '../model.ts'
import { columnFields } from '../report/expressionFields.ts'
import { resultPartAt } from '../report/resultShape.ts'
import type { ResultColumn } from '../report.ts'
import type { Notice } from '../views/notice.ts'
import { type ExpressionScope, modelTypesOf } from './scope.ts'

const scopes = new WeakMap<Notice, ExpressionScope | undefined>()

/** Names of a notice's condition: those of the record or the row, its values `before`, the store's `limits`. */
export const scopeOfNotice = (model: Model, notice: Notice): ExpressionScope | undefined =>
  memoizeByKey(scopes, notice, () => {
    const { on, limits } = notice
    const asked = limits !== undefined && model.registers[limits] ? { limits } : {}
    if ('query' in on) {
      const columns = noticeColumns(model, notice)
      return columns && modelTypesOf(model).beside(columnFields(columns), asked)
    }
    const register = model.registers[on.register]
    return register && modelTypesOf(model).beside(register, { ...('event' in on ? { before: register.name } : {}), ...asked })
  })

/** The columns of the rows that a notice's query finds. */
export const noticeColumns = (model: Model, { on }: Notice): readonly ResultColumn[] | undefined =>
  'query' in on ? rowColumns(model, on.query, on.rows) : undefined

/** The columns of a part of a query's answer; undefined where it has no rows. */
export function rowColumns(model: Model, name: string, rows: string): readonly ResultColumn[] | undefined {
  const query = model.queries[name]
  const part = query && resultPartAt(query.result, rows.split('.'))
  return part?.is === 'rows' ? part.columns : undefined
}
