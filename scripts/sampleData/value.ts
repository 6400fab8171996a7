import type { SeededRandom } from '../../src/base/seededRandom.ts'
import type { Choice, KindName, Value, ValueOptions } from '../../src/kinds/kind.ts'
import { kindByName } from '../../src/kinds/values.ts'

const words = [
  'Pão',
  'Queijo',
  'Café',
  'Suco',
  'Doce',
  'Massa',
  'Carne',
  'Salada',
  'Molho',
  'Bolo',
  'Água',
  'Feijão',
  'Coração',
  'Limão',
] as const
const tail = ['da casa', 'especial', 'grande', 'do chef', 'integral', 'tradicional', 'sem lactose'] as const

const digitsOf = (length: number, r: SeededRandom): string => Array.from({ length }, () => r.whole(0, 9)).join('')

const weights = (length: number, most: number): number[] =>
  Array.from({ length }, (_, at) => 2 + ((length - 1 - at) % (most - 1)))

function checkDigit(digits: string, most: number): number {
  const rest = weights(digits.length, most).reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

function taxId(r: SeededRandom): string {
  const person = r.chance(0.5)
  const most = person ? 12 : 9
  const base = person ? digitsOf(9, r) : `${digitsOf(8, r)}0001`
  const first = `${base}${checkDigit(base, most)}`
  return `${first}${checkDigit(first, most)}`
}

/** Refinements whose pattern a random text would not meet. */
const refined: Readonly<Record<string, (r: SeededRandom) => string>> = {
  code: r => digitsOf(4, r),
  cep: r => `0${digitsOf(7, r)}`,
  phone: r => `119${digitsOf(8, r)}`,
  ncm: r => `2106${digitsOf(4, r)}`,
  cest: r => `17${digitsOf(5, r)}`,
  cfop: r => r.pick(['5102', '5405', '6102']),
  ean: () => '7891000100103',
  email: r => `contato${r.whole(1, 999)}@exemplo.com.br`,
  pixKey: r => `caixa${r.whole(1, 999)}@exemplo.com.br`,
  url: r => `https://exemplo.com.br/${r.whole(1, 999)}`,
  uf: r => r.pick(['SP', 'RJ', 'MG', 'BA', 'RS']),
  color: r => r.pick(['#0f766e', '#b91c1c', '#1d4ed8', '#a16207']),
}

function text(o: ValueOptions, r: SeededRandom): string {
  const special = o.refinement === undefined ? undefined : refined[o.refinement]
  if (special) return special(r)
  const longest = o.maxLength ?? o.refine?.maxLength ?? 60
  const shortest = o.minLength ?? o.refine?.minLength ?? 1
  if (o.refine?.keep === 'digits') return String(r.whole(1, 9)) + digitsOf(Math.max(shortest, Math.min(longest, 5)) - 1, r)
  const made = `${r.pick(words)} ${r.pick(tail)} ${r.whole(1, 999)}`
  const plain = o.refine?.keep === 'word' ? made.replaceAll(' ', '') : made
  return plain.slice(0, longest).trim().padEnd(shortest, 'x')
}

function number(o: ValueOptions, r: SeededRandom, places: number): number {
  const least = Math.max(o.min ?? 0, -1)
  const most = Math.min(o.max ?? 500, least + 500)
  return Number(
    `${r.whole(Math.ceil(least), Math.max(Math.ceil(least), Math.floor(most) - 1))}${places > 0 ? `.${r.whole(0, 9)}` : ''}`,
  )
}

const choice = (choices: readonly Choice[] | undefined, r: SeededRandom): Value =>
  choices?.length ? r.pick(choices).value : null

/** Kinds whose believable values their own answers do not tell. */
const makers: Readonly<Partial<Record<KindName, (o: ValueOptions, r: SeededRandom) => Value>>> = {
  text,
  percent: (o, r) => number({ ...o, max: Math.min(o.max ?? 100, 100) }, r, 2),
  date: (_, r) => `2026-${String(r.whole(1, 12)).padStart(2, '0')}-${String(r.whole(1, 28)).padStart(2, '0')}`,
  dateTime: (_, r) =>
    `2026-${String(r.whole(1, 12)).padStart(2, '0')}-${String(r.whole(1, 28)).padStart(2, '0')}T1${r.whole(0, 9)}:30:00.000Z`,
  time: (_, r) => `${String(r.whole(8, 22)).padStart(2, '0')}:${r.pick(['00', '30'])}`,
  choice: (o, r) => choice(o.choices ?? o.refine?.choices, r),
  multiChoice: ({ choices = [] }, r) => choices.filter(() => r.chance(0.5)).map(({ value }) => value),
  taxId: (_, r) => taxId(r),
  weekdays: (_, r) => [0, 1, 2, 3, 4, 5, 6].filter(() => r.chance(0.5)),
  reference: (o, r) => (o.reference?.textKey ? digitsOf(8, r) : r.whole(1, 9)),
  references: (o, r) => {
    const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(() => r.chance(0.3)).slice(0, o.maxItems ?? 3)
    return keys.length < (o.minItems ?? 1) ? Array.from({ length: o.minItems ?? 1 }, (_, at) => at + 1) : keys
  },
  members: (_, r) => ({ codigo: `A${r.whole(100, 999)}`, total: r.whole(1, 99) }),
  file: (_, r) => ({
    url: '/api/files/1/exemplo/00000000-0000-4000-8000-000000000000/contrato.pdf',
    name: `Contrato ${r.whole(1, 99)}.pdf`,
    type: 'application/pdf',
    size: r.whole(20_000, 900_000),
  }),
}

/** Of any other kind: what its type in expressions says, else what stands for a missing value. */
function byAnswers(o: ValueOptions, r: SeededRandom): Value {
  const kind = kindByName(o.kind)
  const type = kind.expressionType(o)
  if (kind.entry === 'uploaded') return null
  if (type === 'bool') return r.chance(0.6)
  return type === 'int' || type === 'decimal' ? number(o, r, kind.places?.(o) ?? 0) : (kind.zero ?? null)
}

/** A believable value that meets the field's limits: what stories, generated tests and sample files are filled with. */
export const sampleValue = (o: ValueOptions, r: SeededRandom): Value => (makers[o.kind] ?? byAnswers)(o, r)
