import type { InstallationKeys, Secrets } from '../database/secret.ts'

/** The sealed values found in a text. */
export interface SealedValue {
  /** The text, with what the former key sealed sealed anew. */
  readonly text: string
  readonly resealed: number
  readonly current: number
  readonly lost: number
}

/** A value as it is sealed, be it all of a text or a part of JSON. */
const sealed = /v1\.[\w-]{16}\.[\w-]{22}\.[\w-]*/g

/**
 * Seals anew what a text holds of values under the former key: they open where they belong, so all places that are known are tried, the text's own
 * first.
 */
export function resealer({ own, former }: Required<InstallationKeys>, places: readonly string[]) {
  return (text: string, place: string): SealedValue => {
    const all = [place, ...places.filter(each => each !== place)]
    const count = { resealed: 0, current: 0, lost: 0 }
    const renewed = text.replace(sealed, value => {
      if (openedBy(own, value, all)) {
        count.current++
        return value
      }
      const old = openedBy(former, value, all)
      if (!old) {
        count.lost++
        return value
      }
      count.resealed++
      return own.seal(old.text, old.place)
    })
    return { text: renewed, ...count }
  }
}

function openedBy(secrets: Secrets, value: string, places: readonly string[]): { text: string; place: string } | undefined {
  for (const place of places)
    try {
      return { text: secrets.open(value, place), place }
    } catch {
      // Of another place, or of another key.
    }
  return undefined
}
