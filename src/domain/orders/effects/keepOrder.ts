import { randomUUID } from 'node:crypto'
import type { Effect } from '../../../server/domain.ts'

/** An order gets its key when it is first saved: the public link names it by that. */
export const keepOrder: Effect = {
  async before({ before }) {
    return before?.uuid ? undefined : { uuid: randomUUID() }
  },
}
