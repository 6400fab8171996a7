import { describe, expect, it } from 'vitest'
import { contrast, palettes, surfaces } from './palette.ts'

const themes = ['light', 'dark'] as const
/** Two opaque colours in equal parts, as `color-mix(in srgb, … 50%, …)` lays them under rows of a tone. */
const half = (one: string, other: string): string =>
  `#${[1, 3, 5]
    .map(at => (Number.parseInt(one.slice(at, at + 2), 16) + Number.parseInt(other.slice(at, at + 2), 16)) / 2)
    .map(part => Math.round(part).toString(16).padStart(2, '0'))
    .join('')}`

const grounds = ['DEFAULT', 'panel', 'subtle', 'muted'] as const

describe.each(themes)('colours of the %s theme', theme => {
  it.each(grounds)('texts are readable on %s', surface => {
    for (const text of ['DEFAULT', 'muted', 'subtle'] as const)
      expect(contrast(surfaces.fg[text][theme], surfaces.bg[surface][theme]), `fg.${text}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['DEFAULT', 'panel', 'subtle'] as const)('control lines are seen on %s', surface => {
    expect(contrast(surfaces.border.control[theme], surfaces.bg[surface][theme])).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.keys(palettes) as (keyof typeof palettes)[])('%s is readable in all its pairs', name => {
    const tone = palettes[name]
    const pairs = [
      [tone.contrast, tone.solid],
      [tone.contrast, tone.hover],
      [tone.fg, tone.subtle],
      [tone.fg, tone.muted],
      [tone.fg, surfaces.bg.DEFAULT],
      [tone.fg, surfaces.bg.panel],
      [tone.fg, surfaces.bg.muted],
    ] as const
    for (const [text, surface] of pairs)
      expect(contrast(text[theme], surface[theme]), `${text[theme]} on ${surface[theme]}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tone.focusRing[theme], surfaces.bg.panel[theme])).toBeGreaterThanOrEqual(3)
  })
  it.each(['positive', 'warning', 'danger', 'info'] as const)(
    'texts, links and chips are readable on a row of the tone %s',
    name => {
      const row = half(palettes[name].subtle[theme], surfaces.bg.panel[theme])
      const texts = [...Object.values(surfaces.fg).slice(0, 3), ...Object.values(palettes).map(tone => tone.fg)]
      for (const text of texts) expect(contrast(text[theme], row), `${text[theme]} on ${row}`).toBeGreaterThanOrEqual(4.5)
      // Hovered, chosen and unsaved things lie on these.
      for (const surface of [surfaces.bg.subtle, palettes.accent.subtle, palettes.danger.subtle])
        expect(contrast(surfaces.fg.DEFAULT[theme], surface[theme])).toBeGreaterThanOrEqual(4.5)
    },
  )
})
