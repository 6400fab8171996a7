import { isCnpj, isCpf } from '../../../kinds/taxId/digits.ts'

const email = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const randomKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A Brazilian telephone: the area code has no zero, a mobile nine digits that begin with 9. */
const telephone = /^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/
const LONGEST = 77

/**
 * A Pix key as Banco Central's directory keeps it: CPF or CNPJ without masks, e-mail in lower case, telephone as +5511987654321, random key in lower
 * case. Undefined where the text is none. Eleven bare digits are a CPF: a telephone says that it is one, by +55 or by its area code in parentheses,
 * so that no money goes to a stranger.
 */
export function pixKey(text: string): string | undefined {
  const trimmed = text.trim()
  const lower = trimmed.toLowerCase()
  if (trimmed.length > LONGEST) return undefined
  if (email.test(lower) || randomKey.test(lower)) return lower
  return telephoneKey(trimmed) ?? taxIdKey(trimmed)
}

function telephoneKey(text: string): string | undefined {
  if (!/^(?:\+?55[\s(]|\+55|\()[\d\s().-]*$/.test(text) && !/^55\d{11}$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  const local = digits.length > 11 ? digits.replace(/^55/, '') : digits
  return telephone.test(local) ? `+55${local}` : undefined
}

function taxIdKey(text: string): string | undefined {
  if (!/^[\dA-Za-z\s./-]+$/.test(text)) return undefined
  const bare = text.replace(/[\s./-]/g, '').toUpperCase()
  return isCpf(bare) || isCnpj(bare) ? bare : undefined
}
