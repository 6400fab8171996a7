import { randomUUID } from 'node:crypto'
import type { Effect } from '../../../server/domain.ts'

/** A record gets the key by which addresses name it when it is first saved. */
export const giveUuid: Effect = {
  async before({ before }) {
    return before?.uuid ? undefined : { uuid: randomUUID() }
  },
}
