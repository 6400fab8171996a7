/** Which part of the form is open, outside React, so that a problem's place can open its part. */
export interface OpenPart {
  current(): string
  choose(id: string): void
  subscribe(listener: () => void): () => void
}

export function createOpenPart(first: string, onChoose: (id: string) => void): OpenPart {
  const listeners = new Set<() => void>()
  let current = first
  return {
    current: () => current,
    choose(id) {
      if (id === current) return
      current = id
      onChoose(id)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
