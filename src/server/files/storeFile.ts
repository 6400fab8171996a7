import type { FileStorage } from '../storage/fileStorage.ts'

/** Keeps a file under /files and gives its address. Half a file is never served. */
export async function storeFile(storage: FileStorage, place: readonly string[], bytes: Uint8Array): Promise<string> {
  await storage.keep(['files', ...place].join('/'), bytes)
  return `/files/${place.map(encodeURIComponent).join('/')}`
}

/** Letters, digits and dashes of the name that the user's file had. */
export const safeFileName = (name: string, otherwise = 'imagem'): string =>
  name
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || otherwise
