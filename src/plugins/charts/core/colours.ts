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
