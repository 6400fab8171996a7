import { asValue } from '../../kinds/asValue.ts'
import { type OwnWay, wayOf } from '../../model/ways/wayOf.ts'
import { waysFrom } from '../../model/ways/waysFrom.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { OpenPage } from './openPage.ts'

/** Ways that the link takes from where the record stands. */
export function openVisitWays({ table: { register }, visitors }: OpenPage, record: DataRow): OwnWay[] {
  const { confirm, answer, ways } = visitors
  const ids = [...(confirm ? [confirm.way] : []), ...(answer ? [answer.way] : []), ...ways]
  return ids.flatMap(id => {
    const own = wayOf(register, id)
    return own && waysFrom(own.field, asValue(record[own.field.name])).includes(own.way) ? [own] : []
  })
}
