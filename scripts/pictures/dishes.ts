import { bottle, burger, can, cup, glass, heap, layers, pasta, pizza, plate, straw } from './motifs.ts'
import { box, circle, ellipse, path, picture, scattered, shadow, stroke, turned } from './shapes.ts'

const meat = ['#6d3b1f', 26] as const
const cheese = ['#f6c344', 10] as const
const salad = ['#6bbf59', 12] as const
const tomato = ['#e0523f', 10] as const

const red = '#c0392b'
const white = '#f7e3b0'

const iceCream = (...balls: readonly (readonly [number, number, string])[]): string =>
  [
    shadow(280, 70),
    ...balls.map(([x, y, fill]) => circle(x, y, 46, fill) + circle(x - 14, y - 16, 10, '#ffffff55')),
    path('M88 172h144l-28 78h-88z', '#eef3f6'),
    box(146, 248, 28, 20, 4, '#dde5ea'),
    ellipse(160, 272, 52, 10, '#eef3f6'),
  ].join('')

const loaf = (crust: string, cut: string): string =>
  [
    shadow(236, 126),
    path('M40 196q4 -92 120 -92t120 92q0 36 -40 36h-160q-40 0 -40 -36', crust),
    ...[96, 144, 192].map(x => stroke(`M${x} 140q20 22 8 54`, cut, 12)),
  ].join('')

/** The products of the demo that have a picture, by the name of its file. */
export const dishes: Readonly<Record<string, string>> = {
  'pizza-de-mussarela': picture('#c0392b', pizza('#f3c65b', ['olive', 'basil'])),
  'pizza-de-calabresa': picture('#c0392b', pizza('#e8a33d', ['salami', 'olive'], 8)),
  'pizza-margherita': picture('#c0392b', pizza('#e2703f', ['cream', 'tomato', 'basil'], 5)),
  'pizza-portuguesa': picture('#c0392b', pizza('#efbb52', ['egg', 'ham', 'olive'], 6)),
  'pizza-de-frango-com-catupiry': picture('#c0392b', pizza('#f0bb58', ['chicken', 'cream'], 9)),
  'pizza-quatro-queijos': picture('#c0392b', pizza('#f7d774', ['cream'], 10)),
  'pizza-de-parma-com-rucula': picture('#8e44ad', pizza('#f0c060', ['ham', 'rocket'], 8)),
  'pizza-de-chocolate-com-morango': picture('#d35400', pizza('#5d3317', ['strawberry', 'cream'], 7)),
  'espaguete-a-bolonhesa': picture('#f39c12', pasta('#f2cf7a', red, ['meatball', 'basil'])),
  'espaguete-a-carbonara': picture('#f39c12', pasta('#f2cf7a', '#fbeec2', ['ham', 'egg'])),
  'nhoque-ao-sugo': picture('#f39c12', heap('#f4d58d', '#e8c06a', ['tomato', 'basil'])),
  'lasanha-a-bolonhesa': picture(
    '#f39c12',
    plate(),
    layers(
      [
        ['#f1b24a', 18],
        ['#b5402c', 18],
        [white, 12],
        ['#b5402c', 18],
        [white, 12],
        ['#a63724', 16],
      ],
      150,
    ),
  ),
  'risoto-de-funghi': picture('#f39c12', heap('#efe0bd', '#e3cf9f', ['mushroom', 'mushroom'])),
  'batata-frita-com-alecrim': picture('#16a085', heap('#f5c84c', '#e9b233', ['basil'], true)),
  'salada-caprese': picture(
    '#16a085',
    plate(
      ...scattered(10, [66], 0.1).map(([x, y], at) => circle(x, y, 30, at % 2 ? '#fffaf0' : '#e74c3c', 'stroke="#00000014"')),
      ...scattered(5, [26], 0.6).map(([x, y], at) =>
        turned(path(`M${x} ${y - 20}q18 18 0 40q-18 -22 0 -40`, '#2e7d32'), at * 72, x, y),
      ),
    ),
  ),
  tiramisu: picture(
    '#e84393',
    plate(),
    layers(
      [
        ['#5a3420', 14],
        ['#fdf3dc', 24],
        ['#a9713f', 20],
        ['#fdf3dc', 24],
        ['#a9713f', 20],
      ],
      150,
    ),
  ),
  'pudim-de-leite': picture(
    '#e84393',
    plate(
      ellipse(160, 196, 96, 40, '#a85b12'),
      path('M88 186q6 -84 72 -84t72 84q-4 26 -72 26t-72 -26', '#e8b04c'),
      ellipse(160, 112, 50, 16, '#a85b12'),
      ellipse(160, 112, 20, 6, '#7a3f09'),
    ),
  ),
  'gelato-duas-bolas': picture('#e84393', iceCream([128, 132, '#f7b5c9'], [192, 132, '#8d5a3b'])),
  'coca-cola-lata-350-ml': picture('#2980b9', can('#7b241c', '#922b21')),
  'agua-mineral-sem-gas-510-ml': picture('#2980b9', bottle('#bfe3f7', '#ffffff', '#2e86c1')),
  'x-salada': picture('#a04000', burger([salad, tomato, cheese, meat])),
  'x-bacon': picture('#a04000', burger([cheese, ['#b0413a', 12], meat])),
  'smash-duplo': picture('#a04000', burger([cheese, meat, cheese, meat])),
  'coxinha-de-frango': picture(
    '#ca6f1e',
    shadow(256, 78),
    path('M160 60q26 66 70 112q36 84 -70 86q-106 -2 -70 -86q44 -46 70 -112', '#d68a2e'),
    path('M146 120q-34 50 -40 88', 'none', 'stroke="#f0b463" stroke-width="10" stroke-linecap="round"'),
  ),
  'suco-de-laranja-300-ml': picture(
    '#d4ac0d',
    glass('#f39c12', straw('#e74c3c') + circle(226, 88, 34, '#f5b041') + circle(226, 88, 26, '#fad7a0')),
  ),
  cappuccino: picture('#7e5109', cup('#8a5a34', ellipse(160, 121, 46, 10, '#f5e6d0'))),
  'acai-na-tigela-com-granola': picture(
    '#117864',
    shadow(180, 130, 122),
    circle(160, 160, 124, '#f4efe6'),
    circle(160, 160, 104, '#4a235a'),
    ...scattered(26, [18, 40, 58], 0.3).map(([x, y], at) => circle(x, y, 7, at % 2 ? '#d9a441' : '#b9770e')),
    ...scattered(7, [84], 0.5).map(([x, y]) => circle(x, y, 17, '#f9e79f') + circle(x, y, 5, '#d4ac0d')),
  ),
  'queijo-gorgonzola': picture(
    '#b7950b',
    shadow(244, 116),
    path('M44 196l192 -92q40 20 40 92z', '#fbe7a1'),
    path('M44 196h232v44h-232z', '#f2d16b'),
    ...[
      [120, 210],
      [176, 224],
      [220, 206],
      [196, 160],
      [150, 176],
      [246, 176],
    ].map(([x = 0, y = 0]) => ellipse(x, y, 12, 7, '#5d8aa8')),
  ),
  'pao-italiano': picture('#ba4a00', loaf('#b9722d', '#f0d3a2')),
  'azeite-extra-virgem-500-ml': picture('#7d6608', bottle('#6b7d1e', '#f4ecd2', '#3b3f12')),
}
