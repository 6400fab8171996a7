import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Keeps a file under /files and gives its address. Written aside and moved into place: half a file is never served. */
export async function storeFile(dataDir: string, place: readonly string[], bytes: Uint8Array): Promise<string> {
  const file = join(dataDir, 'files', ...place)
  await mkdir(dirname(file), { recursive: true })
  const draft = join(dirname(file), `.${place.at(-1)}.part`)
  await writeFile(draft, bytes)
  await rename(draft, file)
  return `/files/${place.map(encodeURIComponent).join('/')}`
}

/** Letters, digits and dashes of the name that the user's file had. */
export const safeFileName = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'imagem'
