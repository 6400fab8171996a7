import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/**
 * Tells changes in folders and all below them; gives what ends it. Each folder is watched by itself: a watch over a file ends when an editor puts
 * another in its place, as most do, and Node's own recursive watch is one over files.
 */
export function watchFolders(roots: readonly string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let ended = false
  const add = (folder: string): void => {
    if (ended || watchers.has(folder)) return
    const inside = foldersIn(folder)
    if (!inside) return
    const watcher = watch(folder, () => {
      // A folder may have come, with what is in it.
      for (const one of foldersIn(folder) ?? []) add(one)
      changed()
    })
    const gone = (): void => {
      watcher.close()
      watchers.delete(folder)
    }
    watcher.on('error', gone)
    watchers.set(folder, watcher)
    for (const one of inside) add(one)
  }
  for (const root of roots) add(root)
  return () => {
    ended = true
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** Folders in a folder; nothing when it has gone. */
function foldersIn(folder: string): string[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name))
  } catch {
    return undefined
  }
}
