/** A colour in both themes: the names are what components say, never a number of a scale. */
export interface Shade {
  readonly light: string
  readonly dark: string
}

const shade = (light: string, dark: string): Shade => ({ light, dark })

/** Grounds, texts and lines. `panel` is what lies on the page: cards, tables, bars, menus. */
export const surfaces = {
  bg: {
    DEFAULT: shade('#f4f6f6', '#0e1213'),
    panel: shade('#ffffff', '#151a1b'),
    subtle: shade('#f9fafa', '#1a2021'),
    muted: shade('#eef1f1', '#20282a'),
    emphasized: shade('#e1e6e6', '#2c3638'),
    inverted: shade('#182022', '#e9eeee'),
    backdrop: shade('rgba(12, 20, 20, 0.42)', 'rgba(0, 0, 0, 0.62)'),
  },
  fg: {
    DEFAULT: shade('#172021', '#e9eeee'),
    muted: shade('#4c5a5c', '#a9b6b8'),
    subtle: shade('#5c6a6d', '#93a1a4'),
    inverted: shade('#ffffff', '#101516'),
  },
  border: {
    DEFAULT: shade('#e0e5e5', '#293234'),
    muted: shade('#ebefef', '#20282a'),
    emphasized: shade('#c5cdce', '#3b474a'),
    // The line of an input or checkbox: 3:1 against its context.
    control: shade('#818e91', '#66757a'),
  },
} as const

/** One accent and four meanings, each with the same steps; a component names them through `colorPalette`. */
export const palettes = {
  accent: {
    solid: shade('#0e7064', '#1a8274'),
    hover: shade('#0b5c53', '#17776a'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#0b6459', '#5cc8b8'),
    subtle: shade('#e6f3f1', '#12302c'),
    muted: shade('#cfe8e4', '#17403a'),
    emphasized: shade('#a9d8d0', '#1f564e'),
    border: shade('#7dbfb4', '#2a7468'),
    focusRing: shade('#0e8577', '#3fb3a2'),
  },
  positive: {
    solid: shade('#1f7a3f', '#2b854b'),
    hover: shade('#186433', '#24743f'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#1a6b37', '#77cf93'),
    subtle: shade('#e8f5ec', '#14301f'),
    muted: shade('#d0ebd9', '#1a4129'),
    emphasized: shade('#a9d9ba', '#225635'),
    border: shade('#86c49c', '#2f7549'),
    focusRing: shade('#1f7a3f', '#4aa96b'),
  },
  warning: {
    solid: shade('#96590a', '#9a5f12'),
    hover: shade('#7e4a06', '#85510e'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#855008', '#e9b968'),
    subtle: shade('#fdf3e1', '#33260f'),
    muted: shade('#f9e4bf', '#453315'),
    emphasized: shade('#f0cd93', '#5b441c'),
    border: shade('#dcae62', '#7d5d26'),
    focusRing: shade('#96590a', '#c98f35'),
  },
  danger: {
    solid: shade('#b3261e', '#c23a33'),
    hover: shade('#951d16', '#ad3029'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#a4231b', '#f59a93'),
    subtle: shade('#fdeceb', '#3a1a18'),
    muted: shade('#fad9d6', '#4e221f'),
    emphasized: shade('#f3b8b3', '#682d29'),
    border: shade('#df8f89', '#8f3f39'),
    focusRing: shade('#b3261e', '#e0685f'),
  },
  info: {
    solid: shade('#1f63a8', '#2c70b6'),
    hover: shade('#18508a', '#2563a3'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#1c5a99', '#8fc0ef'),
    subtle: shade('#e8f1fa', '#13283d'),
    muted: shade('#d2e4f5', '#1a3650'),
    emphasized: shade('#abcdec', '#224868'),
    border: shade('#85b1dc', '#31648f'),
    focusRing: shade('#1f63a8', '#4f93d6'),
  },
  neutral: {
    solid: shade('#3d4a4c', '#53626a'),
    hover: shade('#2e393b', '#475459'),
    contrast: shade('#ffffff', '#ffffff'),
    fg: shade('#3d4a4c', '#c3cdcf'),
    subtle: shade('#eef1f1', '#20282a'),
    muted: shade('#e1e6e6', '#2c3638'),
    emphasized: shade('#c9d1d2', '#3b474a'),
    border: shade('#b3bdbf', '#4a575a'),
    focusRing: shade('#0e8577', '#3fb3a2'),
  },
} as const

/** The meaning of a colour; the word or icon beside it says the same. */
export type Tone = Exclude<keyof typeof palettes, 'accent'>

/** Relative luminance ratio of two opaque colours (WCAG 2.2): 4.5 for text, 3 for controls. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
