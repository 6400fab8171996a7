import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Keeps a file under /files and gives its address. Written aside and moved into place: half a file is never served. */
export async function storeFile(dataDir: string, place: readonly string[], bytes: Uint8Array): Promise<string> {
  await keepFile(join(dataDir, 'files', ...place), bytes)
  return `/files/${place.map(encodeURIComponent).join('/')}`
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
    // Its folder, which was made for this file alone; one that holds another stays.
    await rmdir(dirname(file)).catch(() => undefined)
    throw error
  }
}

/** Letters, digits and dashes of the name that the user's file had. */
export const safeFileName = (name: string, otherwise = 'imagem'): string =>
  name
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || otherwise
