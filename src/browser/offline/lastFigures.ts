import { membersOf } from '../../base/record.ts'
import { parseStored, readStorage, writeStorage } from '../data/storage.ts'

/** The figures of the first page as this device saw them last, for who opens it without a network. */
export interface LastFigures {
  readonly store: string
  /** The moment at which they were seen. */
  readonly at: string
  readonly figures: Readonly<Record<string, string>>
}

const storageKey = 'ultimosNumeros'

export function lastFigures(): LastFigures | undefined {
  const { store, at, figures } = membersOf(parseStored(readStorage(storageKey)))
  if (typeof store !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined
  const texts = Object.entries(membersOf(figures)).filter((one): one is [string, string] => typeof one[1] === 'string')
  return { store, at, figures: Object.fromEntries(texts) }
}

/** Keeps a figure with its moment; those of another store go. The end of the session forgets them (data/identity.ts). */
export function keepFigure(store: string, title: string, text: string): void {
  const before = lastFigures()
  const figures = { ...(before?.store === store ? before.figures : {}), [title]: text }
  writeStorage(storageKey, JSON.stringify({ store, at: new Date().toISOString(), figures } satisfies LastFigures))
}
