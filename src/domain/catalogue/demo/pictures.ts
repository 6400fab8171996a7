import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldText } from '../../../base/text.ts'
import type { Service } from '../../../server/domain.ts'
import { type ProductGroupPlan, productLines } from './plans/productGroupPlan.ts'

/** Drawn by scripts/pictures/drawPictures.ts: each is named after its product. */
const folder = join(import.meta.dirname, 'pictures')
const drawn: ReadonlySet<string> = new Set(readdirSync(folder))

/** The file of a product's picture; undefined where none was drawn. */
function fileOf(name: string): string | undefined {
  const file = `${foldText(name).replace(/[^a-z0-9]+/g, '-')}.webp`
  return drawn.has(file) ? file : undefined
}

const placeOf = (store: number, file: string): string => `files/${store}/produtos/demo/${file}`

/** Returns the address of a product's picture in a store; null where none was drawn. */
export function pictureAddress(store: number, name: string): string | null {
  const file = fileOf(name)
  return file === undefined ? null : `/${placeOf(store, file)}`
}

/** Keeps the pictures of a store's products where their addresses lead. */
export async function keepDemoPictures(
  { files }: Pick<Service, 'files'>,
  store: number,
  groups: readonly ProductGroupPlan[],
): Promise<void> {
  const names = new Set(groups.flatMap(group => productLines(group).flatMap(({ nome }) => fileOf(nome) ?? [])))
  for (const name of names) await files.keep(placeOf(store, name), await readFile(join(folder, name)))
}
