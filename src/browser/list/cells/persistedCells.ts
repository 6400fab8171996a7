import { storeId } from '../../data/identity.ts'
import { readStorage, readTabStorage, writeStorage, writeTabStorage } from '../../data/storage.ts'
import { cellAddressKey } from '../../grid/cellAddress.ts'
import type { UnreadableCell, UnreadableInput } from '../../grid/cellChanges.ts'

/*
 * Typed cells of a list that could not be saved, kept in this browser by user, store and list: they stand again after a reload, with their reasons.
 * Pasted cells wait on in their own tab: in two they would be saved twice.
 */

/** Cells kept at most, and for how long: the oldest go. */
const most = 4000
const days = 7

/** Rest of the hands after which it is written down. */
const rest = 400

interface Kept extends UnreadableCell {
  readonly at: number
}

type Cells = Readonly<Record<string, Kept>>

export interface PersistedCells {
  /** Those of earlier visits. */
  readonly initial: readonly UnreadableCell[]
  /** A cell holds something that is not saved, or no longer does. */
  put(row: string, column: string, unread: UnreadableInput | undefined): void
  /** Writes down what has changed, now. */
  write(): void
  /** The list is shown until the returned function is called. What comes later (a save that fails then) is written at once: the list may be shown anew. */
  show(): () => void
}

export const persistedCellsKey = (user: number, register: string): string => `celulas:${user}:${storeId() ?? 0}:${register}`

export function createPersistedCells(key: string): PersistedCells {
  const changed = new Map<string, Kept | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = false
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    // Another tab may have written meanwhile.
    const cells = new Map(Object.entries(read(key)))
    for (const [place, cell] of changed) {
      if (cell) cells.set(place, cell)
      else cells.delete(place)
    }
    changed.clear()
    const kept = [...cells].toSorted(([, a], [, b]) => b.at - a.at).slice(0, most)
    const text = (pasted: boolean): string | undefined => {
      const own = kept.filter(([, cell]) => (cell.pasted === true) === pasted)
      return own.length === 0 ? undefined : JSON.stringify(Object.fromEntries(own))
    }
    writeStorage(key, text(false))
    writeTabStorage(key, text(true))
  }
  return {
    initial: Object.values(read(key)),
    put(row, column, unread) {
      changed.set(cellAddressKey({ row, column }), unread && { row, column, ...unread, at: Date.now() })
      if (shown) timer ??= setTimeout(write, rest)
      else write()
    },
    write,
    show() {
      shown = true
      return () => {
        shown = false
        write()
      }
    },
  }
}

function read(key: string): Cells {
  try {
    const all = [readStorage(key), readTabStorage(key)].flatMap(text => Object.entries(JSON.parse(text ?? '{}') as Cells))
    return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < days * 86_400_000))
  } catch {
    return {}
  }
}
