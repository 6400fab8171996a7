import { foldText } from '../../../base/text.ts'
import { type Shade, surfaces } from '../../../controls/theme/palette.ts'

const shade = (light: string, dark: string): Shade => ({ light, dark })

/** Colours of series: dark and light ones in turn, so that neighbours differ without their hue, and all stand out from the panel. */
export const chartPalette: readonly Shade[] = [
  shade('#02544b', '#0f9485'),
  shade('#cc7038', '#fea572'),
  shade('#0d448e', '#4f80ca'),
  shade('#a58a02', '#d7bd57'),
  shade('#682872', '#a365ac'),
  shade('#44a35e', '#7fd492'),
  shade('#811d1f', '#c05f59'),
  shade('#0399ca', '#7ad4ff'),
  shade('#6f4a04', '#ab7306'),
  shade('#8c7cd8', '#c6befe'),
  shade('#3d5e06', '#678f37'),
  shade('#cc6689', '#feacc5'),
  shade('#005e66', '#09919d'),
  shade('#929213', '#ccce69'),
  shade('#4953a8', '#6b78ca'),
  shade('#cf6c49', '#fec1ab'),
  shade('#076f4f', '#06976d'),
  shade('#c4689f', '#feb9df'),
  shade('#086493', '#2388c3'),
  shade('#c67625', '#ffc393'),
  shade('#70469a', '#926bbc'),
]

export type ChartTheme = keyof Shade

/** Colour of the series or slice at a place; after the last one they begin again. */
export const colourAt = (at: number, theme: ChartTheme): string => chartPalette[at % chartPalette.length]?.[theme] ?? '#000000'

/**
 * Places of the colours of some texts: in their order, or, where texts have colours of their own, the same in every chart. Texts of one
 * list share its place; another has one of the places left, told by its letters alone unless that is taken.
 */
export function colourPlaces(texts: readonly string[], own?: readonly (readonly string[])[]): readonly number[] {
  if (!own) return [...texts.keys()]
  const known = new Map(own.flatMap((names, at) => names.map(name => [foldText(name), at] as const)))
  const free = chartPalette.length - own.length
  const taken = new Set<number>()
  const found = new Map<string, number>()
  for (const text of [...new Set(texts)].sort()) {
    const folded = foldText(text)
    let at = known.get(folded)
    if (at === undefined) {
      let turn = hashOf(folded) % free
      for (let tries = 1; taken.has(turn) && tries < free; tries++) turn = (turn + 1) % free
      taken.add(turn)
      at = own.length + turn
    }
    found.set(text, at)
  }
  return texts.map(text => found.get(text) ?? 0)
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)

/** Colours of what stands around the figures. */
export const inkOf = (theme: ChartTheme) => ({
  text: surfaces.fg.muted[theme],
  strong: surfaces.fg.DEFAULT[theme],
  line: surfaces.border.DEFAULT[theme],
  axis: surfaces.border.control[theme],
  panel: surfaces.bg.panel[theme],
})

/** Text that is read on a colour of the palette: dark on light ones, light on dark ones. */
export const onColour = (at: number, theme: ChartTheme): string => {
  const light = at % 2 === 1
  if (theme === 'dark') return '#0e1213'
  return light ? '#0e1213' : '#ffffff'
}

/** Dashes of a line at a place: a second mark beside its colour. */
export const dashAt = (at: number): string | undefined => [undefined, '6 3', '2 3', '8 3 2 3', '12 4'][at % 5]
