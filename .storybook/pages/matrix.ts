import { type AppPage, appPagesOf, type GatedItem } from '../../scripts/describe/appPages.ts'
import { flagEffect } from '../../scripts/describe/gate.ts'
import { foldText } from '../../src/base/text.ts'
import type { Flag, Model } from '../../src/model/model.ts'

/** The places that a permission opens on one page. */
export interface FlagOpening {
  readonly door: GatedItem
  readonly part: 'alone' | 'together'
}

/** The matrix as it is shown: rows by group, columns by the menu's group. */
export interface Matrix {
  readonly places: readonly AppPage[]
  readonly flags: readonly Flag[]
}

export const flagOpenings = (model: Model, place: AppPage, flag: string): readonly FlagOpening[] =>
  place.doors.flatMap(door => {
    const part = flagEffect(model, door.gate, flag)
    return part ? [{ door, part }] : []
  })

const opensAny = (model: Model, places: readonly AppPage[], flag: string): boolean =>
  places.some(place => flagOpenings(model, place, flag).length > 0)

const has = (query: string, ...texts: readonly string[]): boolean => texts.some(text => foldText(text).includes(query))

/**
 * The part of the matrix that a search leaves. Words of screens leave those columns and the permissions that open them; words
 * of permissions leave those rows. `telling` leaves out rows and columns without a mark.
 */
export function matrixOf(model: Model, search: string, telling: boolean): Matrix {
  const all = appPagesOf(model)
  const query = foldText(search.trim())
  const named = all.filter(place => query !== '' && has(query, place.title, place.path, place.group))
  const columns = named.length > 0 ? named : all
  const byName = model.flags.filter(flag => has(query, flag.title, flag.name, flag.group))
  const rows = model.flags.filter(flag => byName.includes(flag) || (named.length > 0 && opensAny(model, named, flag.name)))
  const wide = query !== '' && byName.length > 0 ? all : columns
  if (!telling) return { places: wide, flags: rows }
  const flags = rows.filter(flag => opensAny(model, wide, flag.name))
  return { places: wide.filter(place => flags.some(flag => opensAny(model, [place], flag.name))), flags }
}

/** Neighbours of the same group together: the headings over rows and columns. */
export function groupNeighbours<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
): readonly { group: string; items: readonly T[] }[] {
  const found: { group: string; items: T[] }[] = []
  for (const item of items) {
    const last = found.at(-1)
    if (last?.group === groupOf(item)) last.items.push(item)
    else found.push({ group: groupOf(item), items: [item] })
  }
  return found
}

export const outsideMenu = 'Fora do menu'
