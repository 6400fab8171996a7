import { dayOf } from '../../base/dates.ts'
import { openTasks } from '../features/discuss/commentRows.ts'
import { recordSeen } from '../features/discuss/myTasks.ts'
import { talkWords } from '../features/discuss/tellComment.ts'
import type { NoticeOutcome } from '../features/notices/noticeHits.ts'
import { personalOutcome } from '../features/notices/personalNews.ts'
import { peopleAsCallers } from '../features/notices/readers.ts'
import { tellPeople } from '../features/notices/tellPeople.ts'
import type { Job } from './job.ts'

/** Tasks that are looked at in a morning: what is beyond comes with the next one. */
const MOST = 1000

/** Each morning of a store: tasks that are due today, or were before. Each is told once. */
export const dueTasks: Job = {
  id: 'comments-due',
  perStore: true,
  cron: '0 7 * * *',
  run: async context => {
    const { store } = context
    if (!store) return
    const model = context.model()
    const until = dayOf(new Date().toISOString(), store.zone)
    const place = { service: context, model, store }
    const tasks = await context.database.read({ stores: [store.id] }, q => openTasks(q, store.id, { until, limit: MOST }))
    if (tasks.length === 0) return
    const people = new Map((await peopleAsCallers(place)).map(one => [one.userId, one]))
    const outcomes = await context.database.read({ stores: [store.id] }, async q => {
      const all: NoticeOutcome[] = []
      for (const task of tasks) {
        const person = people.get(task.assigneeId ?? 0)
        const seen = person && (await recordSeen(person, task, model, q))
        if (!seen) continue
        const words = talkWords({ id: task.id, table: seen.table, row: seen.record, name: '' })
        const news = { news: { discuss: 'due' as const }, cause: `${task.id} ${task.due}`, ...words }
        all.push(...personalOutcome(news, [person.userId], model))
      }
      return all
    })
    if (outcomes.length > 0)
      await tellPeople(outcomes, { service: context, place: { model, store, limits: new Map(), record: {} } })
  },
}
