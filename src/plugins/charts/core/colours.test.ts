import { describe, expect, it } from 'vitest'
import { contrast, surfaces } from '../../../controls/theme/palette.ts'
import { type ChartTheme, chartPalette, colourAt, onColour } from './colours.ts'

describe.each<ChartTheme>(['light', 'dark'])('the palette of charts, %s', theme => {
  it('has 21 colours, all different', () => {
    expect(new Set(chartPalette.map(each => each[theme])).size).toBe(21)
  })

  it('stands out from the panel', () => {
    for (const each of chartPalette)
      expect(contrast(each[theme], surfaces.bg.panel[theme]), each[theme]).toBeGreaterThanOrEqual(3)
  })

  it('differs in lightness from one colour to the next', () => {
    chartPalette.slice(1).forEach((each, at) => {
      expect(contrast(each[theme], colourAt(at, theme)), `${at}, ${at + 1}`).toBeGreaterThanOrEqual(1.6)
    })
  })

  it('bears readable texts', () => {
    chartPalette.forEach((each, at) => {
      expect(contrast(each[theme], onColour(at, theme)), each[theme]).toBeGreaterThanOrEqual(4)
    })
  })
})
