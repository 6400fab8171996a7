import { createListeners } from '../../../base/objects/listeners.ts'

/** Which part of the form is open, outside React, so that a problem's place can open its part. */
export interface OpenPart {
  current(): string
  choose(id: string): void
  subscribe(listener: () => void): () => void
}

/** The part that an address opens: by its id, or by its place from 0 (`/parceiros/7/2`); the first without either. */
export function openPartOf(parts: readonly { readonly id: string }[], tab: string | undefined): string {
  const named = parts.find(({ id }) => id === tab)
  const placed = tab !== undefined && /^\d+$/.test(tab) ? parts[Number(tab)] : undefined
  return (named ?? placed ?? parts[0])?.id ?? tab ?? ''
}

export function createOpenPart(first: string, onChoose: (id: string) => void): OpenPart {
  const { subscribe, tell } = createListeners()
  let current = first
  return {
    current: () => current,
    choose(id) {
      if (id === current) return
      current = id
      onChoose(id)
      tell()
    },
    subscribe,
  }
}
