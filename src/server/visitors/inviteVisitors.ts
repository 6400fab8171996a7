import { conditionHolds } from '../../model/expression.ts'
import { isEmpty } from '../../model/validation/isEmpty.ts'
import { postLetter } from '../features/mail/postLetter.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Effect } from '../write/effect.ts'
import { openPageWithin } from './openPage.ts'
import { visitLetter } from './saveVisit.ts'
import { linkKey } from './visitLink.ts'

/** Records that are taken back, restored or brought by a file write to nobody. */
const silent: ReadonlySet<string | undefined> = new Set(['importar', 'restaurar', 'desfazer'])

/**
 * Posts the letter with the link of a record when a save makes the condition of `invite` hold. A record without an address writes none: its link is given
 * by hand. Whoever saves is told where the store may write no letter.
 */
export const inviteVisitors: Effect = {
  lists: [],
  async after({ work, table, before, record }) {
    const { model, service, action } = work
    const { register } = table
    const { invite } = register.visitors ?? {}
    if (!invite || silent.has(action.kind) || isEmpty(record[invite.email])) return
    const holds = (one: DataRow): boolean => conditionHolds(model, register.name, invite.when, { record: one, isNew: false })
    if (!holds(record) || (before && holds(before))) return
    const page = await openPageWithin(work, register)
    const key = linkKey(service, page, record.id)
    await postLetter(work, visitLetter(model, page, record, { ...invite, key }))
  },
}
