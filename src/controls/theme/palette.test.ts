import { describe, expect, it } from 'vitest'
import { contrast, palettes, surfaces } from './palette.ts'

const themes = ['light', 'dark'] as const
const grounds = ['DEFAULT', 'panel', 'subtle', 'muted'] as const

describe.each(themes)('colours of the %s theme', theme => {
  it.each(grounds)('texts are readable on %s', ground => {
    for (const text of ['DEFAULT', 'muted', 'subtle'] as const)
      expect(contrast(surfaces.fg[text][theme], surfaces.bg[ground][theme]), `fg.${text}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['DEFAULT', 'panel', 'subtle'] as const)('control lines are seen on %s', ground => {
    expect(contrast(surfaces.border.control[theme], surfaces.bg[ground][theme])).toBeGreaterThanOrEqual(3)
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
    for (const [text, ground] of pairs)
      expect(contrast(text[theme], ground[theme]), `${text[theme]} on ${ground[theme]}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tone.focusRing[theme], surfaces.bg.panel[theme])).toBeGreaterThanOrEqual(3)
  })
})
