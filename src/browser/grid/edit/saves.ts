import type { CellAddress } from '../cellAddress.ts'
import type { CellStatus, GridState } from '../gridState.ts'

/** The services that saving needs of the grid's owner. */
export interface SaveHost {
  /** Saves; a rejection's message is the reason shown at the cell. `restores`: it takes back what was saved while it was typed. */
  save(address: CellAddress, value: unknown, restores?: boolean): Promise<void> | void
}

/** Sends values of cells; the mark of a cell tells of its last save. */
export interface Saves {
  /** `refused` is told when this save, being still the cell's last, failed. */
  send(address: CellAddress, value: unknown, refused: () => void, restores?: boolean): void
}

/** The last save of a cell is the one that its mark tells of. In which order the saves of a row go is its owner's to know. */
export function createSaves(state: GridState, host: SaveHost): Saves {
  const settle = async (address: CellAddress, value: unknown, run: Promise<unknown>, refused: () => void): Promise<void> => {
    const status: CellStatus = { state: 'saving' }
    state.setStatus(address, status)
    /** A cell typed or pasted since has a mark of its own. */
    const isLast = (): boolean => state.status(address) === status
    try {
      await run
      if (isLast()) state.setStatus(address, undefined)
    } catch (error) {
      refused()
      const reason = error instanceof Error ? error.message : String(error)
      if (isLast()) state.setStatus(address, { state: 'failed', reason, draft: { value } })
    }
  }

  return {
    send(address, value, refused, restores = false) {
      const run = host.save(address, value, restores)
      if (run instanceof Promise) void settle(address, value, run, refused)
      else state.setStatus(address, undefined)
    },
  }
}
