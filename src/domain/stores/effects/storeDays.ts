import type { Effect } from '../../../server/write/effect.ts'
import { rebuildRollups } from '../../sales/tables/prepareRollups.ts'

/** A store that moves to another time zone has other days: its sums by day are made anew. */
export const storeDays: Effect = {
  async after({ work, before, record }) {
    if (before && before.fuso_horario !== record.fuso_horario) await rebuildRollups(work.q, Number(record.id))
  },
}
