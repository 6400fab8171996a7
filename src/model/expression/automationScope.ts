import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model } from '../model.ts'
import { columnFields } from '../report/expressionFields.ts'
import type { ResultColumn } from '../report.ts'
import { type Automation, registerOfStart } from '../views/automation.ts'
import { rowColumns } from './noticeScope.ts'
import { type ExpressionScope, modelTypesOf } from './scope.ts'

const scopes = new WeakMap<Automation, ExpressionScope | undefined>()

/** Names of an automation's expressions: those of the record or the row, and its values `before`; undefined where these are not there. */
export const scopeOfAutomation = (model: Model, automation: Automation): ExpressionScope | undefined =>
  memoizeByKey(scopes, automation, () => {
    const { on } = automation
    const types = modelTypesOf(model)
    const name = registerOfStart(on)
    if (name !== undefined) {
      const register = model.registers[name]
      const before = 'event' in on || 'state' in on || 'way' in on ? { before: name } : {}
      return register && types.beside(register, before)
    }
    if (!('query' in on)) return types.beside([], {})
    const columns = automationColumns(model, automation)
    return columns && types.beside(columnFields(columns), {})
  })

/** The columns of the rows that an automation's query finds. */
export const automationColumns = (model: Model, { on }: Automation): readonly ResultColumn[] | undefined =>
  'query' in on ? rowColumns(model, on.query, on.rows) : undefined
