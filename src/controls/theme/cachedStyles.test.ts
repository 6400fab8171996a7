import { beforeEach, expect, test, vi } from 'vitest'
import { withCachedStyles } from './cachedStyles.ts'
import { keepStyles, styleMemory } from './styleMemory.ts'
import { themeSystem } from './theme.ts'

const config = { base: { color: 'fg' }, variants: { size: { small: { width: '4' } } } }

/** A system of its own, as a new page has one, and how often it was needed. */
const page = () => {
  const make = vi.fn(() => themeSystem)
  return { make, system: withCachedStyles(make) }
}

/** Goes on with what pages before have kept. */
const reloaded = (kept: string | undefined, build = 'one'): void =>
  keepStyles(
    build,
    kept,
    () => undefined,
    () => undefined,
  )
const empty = JSON.stringify({ build: 'one', styles: { written: {}, rules: {}, properties: {} } })
const keptNow = (build = 'one'): string => JSON.stringify({ build, styles: styleMemory() })

/** Their content; Emotion's own objects hold a warning besides. */
const named = (styles: unknown) => JSON.parse(JSON.stringify(styles))

beforeEach(() => reloaded(empty))

test('a recipe is made once for each definition', () => {
  const { system } = page()
  expect(system.cva(config)).toBe(system.cva(config))
  expect(system.cva({ ...config })).not.toBe(system.cva(config))
})

test('styles are written out once for the same recipe and the same properties beside it', () => {
  const { system } = page()
  const recipe = system.cva(config)
  const first = system.css(recipe({}), { width: '1px' })
  expect(system.css(recipe({}), { width: '1px' })).toBe(first)
  expect(system.css(recipe({}), { width: '2px' })).not.toBe(first)
  expect(system.css(recipe({ size: 'small' }), { width: '1px' })).not.toBe(first)
  expect(first).toMatchObject({ styles: expect.stringContaining('width:1px') })
})

test('a page after one of the same build needs no system for what that one showed, and one for anything else', () => {
  const before = page().system
  const shown = before.css(before.cva(config)({}), { width: '1px' })
  const whole = named(before._global)
  expect([before.isValidProperty('width'), before.isValidProperty('title')]).toEqual([true, false])
  reloaded(keptNow())
  const { make, system } = page()
  expect(system.css(system.cva({ ...config })({}), { width: '1px' })).toEqual(shown)
  expect([named(system._global), system.isValidProperty('width'), system.isValidProperty('title')]).toEqual([whole, true, false])
  expect(make).not.toHaveBeenCalled()
  system.css(system.cva(config)({}), { width: '3px' })
  expect(make).toHaveBeenCalled()
})

test.each([
  ['of another build', () => keptNow('another')],
  ['that cannot be read', () => '{"build":"one","sty'],
  ['of another shape', () => '{"build":"one","styles":{"written":[]}}'],
])('styles %s are not gone on with', (_, kept) => {
  const { system } = page()
  system.css(system.cva(config)({}), {})
  reloaded(empty)
  reloaded(kept())
  expect(styleMemory().written).toEqual({})
})
