import { raceWithPageHide } from '../../data/pageLifecycle.ts'
import type { RegisterRow } from '../../data/registerRows.ts'

/** Rows of every page that was shown, as they were seen last. */
export type SeenRows = ReadonlyMap<string, RegisterRow>

/**
 * Saves of the same rows go one after the other, each with the version that the one before left: nobody is in conflict with
 * himself. Those of other rows do not wait.
 */
export interface RowSaveQueues {
  /**
   * Begins a save once those begun before for its rows are through. It calls `go` when it waits for a server that is away: what
   * comes after it then waits there too, where it is kept.
   */
  run<T>(ids: readonly string[], save: (go: () => void) => Promise<T>): Promise<T>
  /** The version to save a row with. */
  version(row: RegisterRow): unknown
  /** A row as a save left it. */
  recordVersion(row: RegisterRow): void
}

export function createRowSaveQueues(): RowSaveQueues {
  const lines = new Map<string, Promise<void>>()
  const versions = new Map<string, number>()
  return {
    async run(ids, save) {
      const before = ids.flatMap(id => lines.get(id) ?? [])
      let go = (): void => undefined
      const through = new Promise<void>(resolve => {
        go = resolve
      })
      for (const id of ids) lines.set(id, through)
      try {
        if (before.length > 0) await raceWithPageHide(Promise.all(before))
        return await save(go)
      } finally {
        go()
        for (const id of ids) if (lines.get(id) === through) lines.delete(id)
      }
    },
    version({ id, version }) {
      const left = versions.get(String(id))
      return typeof version === 'number' && left !== undefined ? Math.max(version, left) : version
    },
    recordVersion({ id, version }) {
      if (typeof version === 'number') versions.set(String(id), version)
    },
  }
}
