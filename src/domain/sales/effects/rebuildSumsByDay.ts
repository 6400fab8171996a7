import type { Effect } from '../../../server/domain.ts'
import { salesRollups } from '../tables/salesRollups.ts'

/** A store that moves to another time zone has other days: its sums by day are made anew. */
export const rebuildSumsByDay: Effect = {
  async after({ work, before, record }) {
    if (before && before.fuso_horario !== record.fuso_horario) await salesRollups.rebuild(work.q, Number(record.id))
  },
}
