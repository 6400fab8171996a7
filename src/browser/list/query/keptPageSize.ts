import type { Register } from '../../../model/model.ts'
import { readStorage, writeStorage } from '../../data/storage.ts'

const keyOf = (userId: string | number, { name }: Register): string => `list.size.${userId}.${name}`

/** The register with as many rows a page as this person chose last, where its definition still offers that. */
export function withKeptPageSize(userId: string | number, register: Register): Register {
  const { views } = register
  const pageSize = Number(readStorage(keyOf(userId, register)))
  if (!views.list.pageSizes.includes(pageSize)) return register
  return { ...register, views: { ...views, list: { ...views.list, pageSize } } }
}

/** Keeps how many rows a page a person chose. */
export const keepPageSize = (userId: string | number, register: Register, size: number): void =>
  writeStorage(keyOf(userId, register), String(size))

/** Where the look that a person chose is kept. */
export const lookKeyOf = (userId: string | number, { name }: Register): string => `list.look.${userId}.${name}`

/** The look that a person chose last; undefined: the list. */
export const keptLook = (userId: string | number, register: Register): string | undefined =>
  register.views.looks && readStorage(lookKeyOf(userId, register))
