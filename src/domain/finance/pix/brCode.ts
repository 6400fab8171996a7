/** The content of a static Pix code for the payer's bank. */
export interface PixCharge {
  /** As the directory keeps it (`pixKey`). */
  readonly key: string
  /** In reais; without it the payer types it. */
  readonly amount?: number
  readonly name: string
  readonly city: string
  /** Comes back on the receiver's statement: letters and digits. */
  readonly reference?: string
}

const NAME = 25
const CITY = 15
const REFERENCE = 25

/**
 * The BR Code of a static charge, which is drawn as a QR code or copied into the bank's app: EMV MPM as Banco Central's "Manual de Padrões para
 * Iniciação do Pix" says. Names are kept without accents and cut to what fits.
 * @throws RangeError where the amount is not between 0.01 and 9999999999.99, or the key is too long
 */
export function brCode({ key, amount, name, city, reference = '' }: PixCharge): string {
  const code = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    amount === undefined ? '' : field('54', amountText(amount)),
    field('58', 'BR'),
    // Both are compulsory, and a store may have neither yet.
    field('59', plain(name, NAME) || 'RECEBEDOR'),
    field('60', plain(city, CITY) || 'BRASIL'),
    field('62', field('05', reference.replace(/[^A-Za-z0-9]/g, '').slice(0, REFERENCE) || '***')),
    '6304',
  ].join('')
  return code + checksum(code)
}

/** Identifier, length in two digits, value. */
function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`the field ${id} of a BR Code is too long`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

function amountText(amount: number): string {
  const text = amount.toFixed(2)
  if (!(amount > 0) || text === '0.00' || text.length > 13) throw new RangeError('a Pix is of 0.01 to 9999999999.99')
  return text
}

const plain = (text: string, longest: number): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7E]+/g, ' ')
    .trim()
    .slice(0, longest)
    .trimEnd()

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function checksum(text: string): string {
  let rest = 0xffff
  for (const character of text) {
    rest ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff
  }
  return rest.toString(16).toUpperCase().padStart(4, '0')
}
