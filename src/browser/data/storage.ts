import { parsedJson } from '../../base/record.ts'

/** Local storage that never throws: in a private window it may be full or refused, and then things last as long as the page. */
const fallback = new Map<string, string>()

export function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? fallback.get(key)
  } catch {
    return fallback.get(key)
  }
}

/** The value of a kept JSON text; undefined where there is none, or what stands there is no JSON. */
export const parseStored = (text: string | undefined): unknown => (text === undefined ? undefined : parsedJson(text))

/** Keeps a text, or forgets it when undefined. */
export function writeStorage(key: string, value: string | undefined): void {
  if (value === undefined) fallback.delete(key)
  else fallback.set(key, value)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The fallback has it.
  }
}

/** Every key that begins so. */
export function storageKeys(prefix: string): readonly string[] {
  const kept = new Set(fallback.keys())
  try {
    for (let at = 0; at < localStorage.length; at += 1) kept.add(localStorage.key(at) ?? '')
  } catch {
    // The fallback's are all there are.
  }
  return [...kept].filter(key => key.startsWith(prefix))
}

/** Reads a value kept for this tab alone, over a reload. */
export function readTabStorage(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeTabStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Then the tab follows the others at its next reload.
  }
}
