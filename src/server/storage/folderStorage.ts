import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { membersOf } from '../../base/record.ts'
import { demandFileKey, type FileStorage, fileTrees } from './fileStorage.ts'

/** Hours after which a file that was begun is one that a crash cut short. */
const DRAFT_HOURS = 1
const HOUR = 3_600_000

/** Files in a folder of this machine, or in one that several servers mount. */
export function openFolderStorage(folder: string): FileStorage {
  const pathOf = (key: string): string => join(folder, demandFileKey(key))
  return {
    keep: (key, bytes) => keepFile(pathOf(key), bytes),
    read: key => unlessMissing(readFile(pathOf(key))),
    async open(key) {
      const path = pathOf(key)
      const found = await fileAt(path)
      return found && { size: found.size, stream: createReadStream(path) }
    },
    size: async key => (await fileAt(pathOf(key)))?.size,
    async *list(tree) {
      const whole = (await filesBelow(join(folder, tree))).filter(path => !isDraft(path))
      for (const path of whole.sort()) {
        const found = await fileAt(path)
        // One that was never used may go meanwhile.
        if (found) yield { key: relative(folder, path).split(sep).join('/'), modifiedAt: found.mtimeMs }
      }
    },
    async remove(keys) {
      for (const path of keys.map(pathOf)) {
        await rm(path, { force: true })
        await removeIfEmpty(dirname(path))
      }
    },
    async tidy(now = Date.now()) {
      for (const tree of fileTrees)
        for (const path of (await filesBelow(join(folder, tree))).filter(isDraft)) {
          const found = await fileAt(path)
          if (found && found.mtimeMs < now - DRAFT_HOURS * HOUR) await rm(path, { force: true })
        }
    },
    probe: async () => void (await mkdir(folder, { recursive: true })),
  }
}

/** Writes a file aside and moves it into place; where that fails, as on a full disk, nothing of it stays. */
export async function keepFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = join(dirname(file), `.${basename(file)}.part`)
  try {
    await writeFile(draft, bytes)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    // Its folder, which was made for this file alone.
    await removeIfEmpty(dirname(file))
    throw error
  }
}

const isDraft = (path: string): boolean => /^\..*\.part$/.test(basename(path))

/** One that holds another file stays. */
const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? []).filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

const fileAt = async (path: string): Promise<{ size: number; mtimeMs: number } | undefined> => {
  const found = await unlessMissing(stat(path))
  return found?.isFile() ? found : undefined
}

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(membersOf(error).code))) return undefined
    throw error
  })
