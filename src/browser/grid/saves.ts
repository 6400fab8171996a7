import { type Place, placeKey } from './place.ts'
import type { GridState } from './state.ts'

/** What saving needs of the grid's owner. */
export interface SaveHost {
  /** Saves; a rejection's message is the reason shown at the cell. */
  save(place: Place, value: unknown): Promise<void> | void
}

/** Sends values of cells; the mark of a cell tells of its last save. */
export interface Saves {
  /** `refused` is told when this save, being still the cell's last, failed. */
  send(place: Place, value: unknown, refused: () => void): void
}

/** Saves of one row wait for each other, so that each carries the version of the one before. */
export function createSaves(state: GridState, host: SaveHost): Saves {
  const queues = new Map<string, Promise<unknown>>()
  const latest = new Map<string, number>()
  let serial = 0

  const settle = async (
    place: Place,
    value: unknown,
    turn: number,
    run: Promise<unknown>,
    refused: () => void,
  ): Promise<void> => {
    const isLatest = (): boolean => latest.get(placeKey(place)) === turn
    try {
      await run
      if (isLatest()) state.setMark(place, undefined)
    } catch (error) {
      refused()
      const reason = error instanceof Error ? error.message : String(error)
      if (isLatest()) state.setMark(place, { status: 'failed', reason, draft: { value } })
    }
  }

  return {
    send(place, value, refused) {
      const turn = ++serial
      latest.set(placeKey(place), turn)
      const before = queues.get(place.row)
      const run = before ? before.then(() => host.save(place, value)) : host.save(place, value)
      if (!(run instanceof Promise)) {
        state.setMark(place, undefined)
        return
      }
      state.setMark(place, { status: 'saving' })
      const queued: Promise<unknown> = run
        .catch(() => undefined)
        .then(() => queues.get(place.row) === queued && queues.delete(place.row))
      queues.set(place.row, queued)
      void settle(place, value, turn, run, refused)
    },
  }
}
