import { foldText } from '../../base/text.ts'

/** Units that are converted: how many of the smallest of their kind each is. */
const units: Readonly<Record<string, { readonly of: 'mass' | 'volume'; readonly size: number }>> = {
  g: { of: 'mass', size: 1 },
  kg: { of: 'mass', size: 1000 },
  ml: { of: 'volume', size: 1 },
  l: { of: 'volume', size: 1000 },
}

/** How people write them. */
const spellings: Readonly<Record<string, string>> = {
  gr: 'g',
  grs: 'g',
  grama: 'g',
  gramas: 'g',
  kgs: 'kg',
  quilo: 'kg',
  quilos: 'kg',
  kilo: 'kg',
  lt: 'l',
  lts: 'l',
  litro: 'l',
  litros: 'l',
}

/** The unit of a size as people write it: that of '6x2 L' is 'l', of '500 gramas' 'g'; empty where it is none that is converted. */
export function writtenUnit(text: string): string {
  const word = foldText(/\d\s*(\p{L}{1,10})\.?\s*$/u.exec(text.trim())?.[1] ?? '')
  const unit = spellings[word] ?? word
  return units[unit] ? unit : ''
}

/** An amount in another unit; as it is where no unit is said, 0 where one cannot be told in the other. */
export function inUnit(amount: number, from: string, to: string): number {
  if (from === '' || from === to) return amount
  const [a, b] = [units[from], units[to]]
  return a && b && a.of === b.of ? (amount * a.size) / b.size : 0
}
