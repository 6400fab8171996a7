import { asValue } from '../../../kinds/asValue.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { conditionHolds } from '../../../model/expression.ts'
import type { Way } from '../../../model/model.ts'
import { waysFrom } from '../../../model/ways/waysFrom.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { fieldsWithWays } from './choiceWays.ts'
import { ruleContextOf, storeForExpressions } from './ruleContext.ts'
import { validationError } from './validationError.ts'

/** Drafts of records that stand, each with values that it had before. */
type Returning = WriteDraft & { readonly before: NonNullable<WriteDraft['before']> }

/** An undo takes a step back that the person could have taken, or goes a way that leads there and is open to them. @throws ApiError 422 */
export async function refuseOneWaySteps(drafts: readonly Returning[], work: UnitOfWork): Promise<void> {
  const [first] = drafts
  if (!first || fieldsWithWays(first.table.register).length === 0) return
  const context = ruleContextOf(work, await storeForExpressions(first.table, work), false)
  const isFor = ({ server, gate }: Way): boolean =>
    server === true || gate === undefined || gateAllows(gate, work.caller.permission)
  const problems = drafts.flatMap(({ table: { register }, before, columns }) =>
    fieldsWithWays(register).flatMap(field => {
      const [now, was] = [asValue(before[field.name]), asValue(columns[field.name])]
      if (!(field.name in columns) || was === null || was === now) return []
      const taken = waysFrom(field, was).some(way => way.to === now && !way.approve && isFor(way))
      const moment = { ...context, before, record: { ...before, ...columns } }
      const leadsBack = (way: Way): boolean =>
        way.to === was && !way.ask && !way.approve && isFor(way) && conditionHolds(work.model, register.name, way.when, moment)
      if (taken || waysFrom(field, now).some(leadsBack)) return []
      return [{ path: field.name, code: 'way-unknown', params: { field: field.title } }]
    }),
  )
  if (problems.length > 0) throw validationError(problems)
}
