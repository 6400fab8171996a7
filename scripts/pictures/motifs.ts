import { box, circle, ellipse, path, scattered, shadow, stroke, turned } from './shapes.ts'

type Topping = (x: number, y: number, at: number) => string

const leaf =
  (fill: string): Topping =>
  (x, y, at) =>
    turned(path(`M${x} ${y - 15}q13 13 0 30q-13 -17 0 -30`, fill) + stroke(`M${x} ${y - 9}v18`, '#ffffff55', 2), at * 67, x, y)

/** Things that lie on dishes. */
export const toppings = {
  salami: (x, y) => circle(x, y, 17, '#b03a2e') + circle(x - 4, y - 4, 3, '#e6b0aa') + circle(x + 5, y + 4, 2.5, '#e6b0aa'),
  tomato: (x, y) => circle(x, y, 16, '#e74c3c') + circle(x, y, 11, '#f1948a') + circle(x - 3, y - 3, 2.5, '#f9e79f'),
  basil: leaf('#2e7d32'),
  rocket: leaf('#558b2f'),
  olive: (x, y) => circle(x, y, 8, '#2c3e2f') + circle(x, y, 3.5, '#f5e6c0'),
  egg: (x, y) => ellipse(x, y, 17, 14, '#fffdf5') + circle(x + 1, y, 7, '#f4b400'),
  cream: (x, y, at) => turned(box(x - 22, y - 6, 44, 12, 6, '#fff6dd'), at * 50, x, y),
  chicken: (x, y, at) => turned(box(x - 12, y - 5, 24, 10, 5, '#d9a066'), at * 71, x, y),
  mushroom: (x, y, at) => turned(path(`M${x - 13} ${y}a13 12 0 0 1 26 0h-8v11h-10v-11z`, '#a1887f'), at * 40, x, y),
  ham: (x, y, at) => turned(path(`M${x - 20} ${y}q20 -18 40 0q-20 14 -40 0`, '#e59a8f'), at * 80, x, y),
  strawberry: (x, y, at) => turned(path(`M${x} ${y + 14}q-16 -12 -10 -22q10 -8 20 0q6 10 -10 22`, '#e53950'), at * 33, x, y),
  chocolate: (x, y, at) => turned(box(x - 9, y - 4, 18, 8, 3, '#4e2a17'), at * 77, x, y),
  meatball: (x, y) => circle(x, y, 18, '#7b3f21') + circle(x - 5, y - 6, 5, '#a05a33'),
} as const satisfies Record<string, Topping>

export type ToppingName = keyof typeof toppings

const laid = (names: readonly ToppingName[], count: number, rings: readonly number[]): string =>
  names.flatMap((name, kind) => scattered(count, rings, kind * 1.1).map(([x, y], at) => toppings[name](x, y, at))).join('')

/** A round pizza, cut into eight. */
export const pizza = (sauce: string, names: readonly ToppingName[], count = 6): string =>
  [
    shadow(176, 132, 128),
    circle(160, 160, 130, '#c98a3d'),
    circle(160, 160, 122, '#e0a85a'),
    circle(160, 160, 110, sauce),
    ...scattered(14, [30, 66, 92], 0.4).map(([x, y]) => circle(x, y, 20, '#ffe9a855')),
    laid(names, count, [84, 44, 68]),
    ...[0, 45, 90, 135].map(degrees => turned(stroke('M160 36V284', '#00000018', 2), degrees)),
  ].join('')

/** A white plate with what lies on it. */
export const plate = (...pieces: readonly string[]): string =>
  [shadow(180, 134, 126), circle(160, 160, 132, '#fbfaf7'), circle(160, 160, 104, '#eeebe4'), ...pieces].join('')

/** A nest of pasta with sauce and what is on it. */
export const pasta = (noodle: string, sauce: string, names: readonly ToppingName[]): string =>
  plate(
    circle(160, 160, 86, noodle),
    ...[0, 36, 72, 108, 144].map(degrees => turned(stroke('M84 160q38 -44 76 0t76 0', '#ffffff66', 5), degrees)),
    path('M108 160q10 -48 60 -46q54 4 46 50q-10 44 -56 40q-54 0 -50 -44', sauce),
    laid(names, 4, [40, 24]),
  )

/** Pieces side by side on a plate: gnocchi, rice, chips. */
export const heap = (fill: string, edge: string, names: readonly ToppingName[], long = false): string =>
  plate(
    ...scattered(34, [14, 42, 62, 78], 0.2).map(([x, y], at) =>
      turned(
        long ? box(x - 34, y - 7, 68, 14, 4, at % 2 ? fill : edge) : ellipse(x, y, 20, 14, at % 2 ? fill : edge),
        at * 47,
        x,
        y,
      ),
    ),
    laid(names, 4, [48, 20]),
  )

/** Layers one over the other, from the top down: each a colour and a height. */
export const layers = (parts: readonly (readonly [string, number])[], width = 190): string => {
  const height = parts.reduce((sum, [, each]) => sum + each, 0)
  let y = 168 - height / 2
  const drawn = parts.map(([fill, each]) => {
    const piece = box(160 - width / 2, y, width, each + 2, Math.min(12, each / 2), fill)
    y += each
    return piece
  })
  return shadow(y + 8, width / 2 + 14) + drawn.join('')
}

/** A burger between its halves of bread. */
export const burger = (fillings: readonly (readonly [string, number])[]): string => {
  const height = fillings.reduce((sum, [, each]) => sum + each, 0)
  const top = 168 - height / 2
  return [
    shadow(top + height + 50, 112),
    path(`M62 ${top}q0 -78 98 -78t98 78z`, '#d68a3c'),
    ...[110, 140, 172, 204].map((x, at) => ellipse(x, top - 40 - (at % 2) * 14, 5, 3, '#f7dca5')),
    `<g transform="translate(0 ${top - (168 - height / 2)})">${layers(fillings, 208)}</g>`,
    path(`M64 ${top + height}h192v16q0 26 -28 26h-136q-28 0 -28 -26z`, '#c97b2f'),
  ].join('')
}

/** A glass with what is in it, and what stands in it. */
export const glass = (drink: string, more = ''): string =>
  [
    shadow(276, 66),
    more,
    path('M96 70h128l-18 200h-92z', '#ffffff55'),
    path('M103 108h114l-15 156h-84z', drink),
    path('M116 84h14l10 176h-12z', '#ffffff66'),
  ].join('')

export const straw = (fill: string): string => turned(box(172, 26, 12, 150, 6, fill), 12, 178, 100)

/** A cup on its saucer, seen from the side. */
export const cup = (drink: string, foam = ''): string =>
  [
    shadow(262, 112),
    ellipse(160, 250, 112, 18, '#f3efe8'),
    stroke('M224 150q52 0 44 46t-62 34', '#fbfaf7', 16),
    path('M82 120h156q0 120 -54 124h-48q-54 -4 -54 -124', '#fbfaf7'),
    ellipse(160, 120, 78, 20, '#e8e2d6'),
    ellipse(160, 122, 68, 15, drink),
    foam,
  ].join('')

/** A can without any brand. */
export const can = (fill: string, band: string): string =>
  [
    shadow(284, 64),
    box(100, 52, 120, 230, 22, fill),
    box(100, 130, 120, 66, 0, band),
    ellipse(160, 56, 50, 10, '#d7dbdd'),
    box(112, 70, 14, 196, 7, '#ffffff44'),
  ].join('')

/** A bottle with a label. */
export const bottle = (fill: string, label: string, cap: string): string =>
  [
    shadow(288, 58),
    path('M138 40h44v70q34 20 34 62v92q0 22 -22 22h-68q-22 0 -22 -22v-92q0 -42 34 -62z', fill),
    box(106, 178, 108, 70, 4, label),
    box(134, 28, 52, 26, 6, cap),
    box(118, 160, 10, 112, 5, '#ffffff44'),
  ].join('')
