/** Pieces of SVG of which the demo's pictures are made: 320 by 320, the middle at 160, 160. */

export const SIZE = 320

const middle = SIZE / 2

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" />`

export const box = (x: number, y: number, width: number, height: number, r: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

/** A line without a fill. */
export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The same piece, turned around a point. */
export const turned = (piece: string, degrees: number, x = middle, y = middle): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${piece}</g>`

/** A soft shadow below what stands on the table. */
export const shadow = (y: number, rx: number, ry = 12): string => ellipse(middle, y, rx, ry, '#00000022')

/** Places on rings around the middle, always the same ones. */
export function scattered(count: number, rings: readonly number[], from = 0): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, at) => {
    const ring = rings[at % rings.length] ?? 0
    const angle = from + at * 2.399963
    return [Math.round(middle + ring * Math.cos(angle)), Math.round(middle + ring * Math.sin(angle))] as const
  })
}

/** The whole picture before a colour. */
export const picture = (behind: string, ...pieces: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
${box(0, 0, SIZE, SIZE, 0, behind)}${circle(70, 60, 150, '#ffffff14')}${pieces.join('')}</svg>`
