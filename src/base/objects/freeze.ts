/** Freezes plain JSON to its leaves. */
export function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}

/**
 * 64-bit FNV-1a as two 32-bit halves of different seeds: names content for caches, guards nothing.
 * Works everywhere alike. The value's members must come in a fixed order: those of the Model do.
 */
export function contentHash(value: unknown): string {
  const text = JSON.stringify(value)
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ (unit + i), 0x85ebca6b)
  }
  const hex = (half: number): string => (half >>> 0).toString(16).padStart(8, '0')
  return hex(low) + hex(high)
}
