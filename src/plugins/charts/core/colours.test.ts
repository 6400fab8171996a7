import { describe, expect, it } from 'vitest'
import { contrast, surfaces } from '../../../controls/theme/palette.ts'
import { type ChartTheme, chartPalette, colourAt, colourPlaces, onColour } from './colours.ts'

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

describe('colours of texts', () => {
  const own = [['dinheiro'], ['crédito', 'cartão de crédito'], ['pix']]

  it('are the same in every chart, whatever stands beside them and however they are written', () => {
    expect(colourPlaces(['Dinheiro', 'PIX', 'Crédito'], own)).toEqual([0, 2, 1])
    expect(colourPlaces(['Cartão de crédito', 'Pix'], own)).toEqual([1, 2])
    const [voucher] = colourPlaces(['Vale do bairro'], own)
    expect(voucher).toBeGreaterThanOrEqual(own.length)
    expect(colourPlaces(['Pix', 'Vale do bairro', 'Dinheiro'], own)[1]).toBe(voucher)
  })

  it('differ as long as there are colours', () => {
    const texts = Array.from({ length: 18 }, (_, at) => `Forma ${at}`)
    expect(new Set(colourPlaces([...texts, 'Pix'], own)).size).toBe(19)
    expect(colourPlaces(['a', 'b', 'a'])).toEqual([0, 1, 2])
  })
})
