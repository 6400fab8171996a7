import { afterEach, expect, it, vi } from 'vitest'
import { usualDensity } from './density.ts'

afterEach(() => void vi.unstubAllGlobals())

it('gives the few rows of a page the height that a tall window has, and no more than it has', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const at = (height: number, rows?: number): string => {
    vi.stubGlobal('innerHeight', height)
    return usualDensity(rows)
  }
  expect(at(1180, 10)).toBe('spacious')
  expect(at(900, 10)).toBe('comfortable')
  expect(at(700, 10)).toBe('normal')
  expect(at(1180, 25)).toBe('normal')
  expect(at(1180)).toBe('normal')
})

it('gives a finger its room in a low window, too', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('innerHeight', 600)
  expect(usualDensity(25)).toBe('comfortable')
})
