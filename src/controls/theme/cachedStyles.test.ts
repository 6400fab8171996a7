import { expect, test, vi } from 'vitest'
import { withCachedStyles } from './cachedStyles.ts'
import { themeSystem } from './theme.ts'

type Plain = Parameters<typeof withCachedStyles>[0]

const counted = () => {
  const cva = vi.fn(themeSystem.cva)
  const css = vi.fn((...styles: object[]) => Object.assign({}, ...styles))
  return { cva, css, system: withCachedStyles({ ...themeSystem, cva, css } as unknown as Plain) }
}

test('a recipe is made once for each definition', () => {
  const { cva, system } = counted()
  const config = { base: { color: 'fg' } }
  expect(system.cva(config)).toBe(system.cva(config))
  expect(system.cva({ base: { color: 'fg' } })).not.toBe(system.cva(config))
  expect(cva).toHaveBeenCalledTimes(2)
})

test('styles are written out once for the same recipe and the same properties beside it', () => {
  const { css, system } = counted()
  const base = { color: 'red' }
  const first = system.css(base, { width: '1px' })
  expect(system.css(base, { width: '1px' })).toBe(first)
  expect(system.css(base, { width: '2px' })).not.toBe(first)
  expect(system.css({ color: 'red' }, { width: '1px' })).toMatchObject({ name: (first as { name: string }).name })
  expect(css).toHaveBeenCalledTimes(3)
  expect(first).toMatchObject({ styles: expect.stringContaining('width:1px') })
})
