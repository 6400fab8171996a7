import { ok } from '../../base/result.ts'
import { withoutNumberFormat } from '../../base/sheetNumber.ts'
import { tidyBlanks } from '../../base/text.ts'
import type { Kind, ValueOptions, ValueProblem } from '../kind.ts'
import { lengthLimits } from '../limits.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'
import { isCnpj, isCpf } from './digits.ts'

const CPF = 11
const CNPJ = 14

/** A spreadsheet drops leading zeros of what it takes for a number. */
const restored = (raw: number): string => `${raw}`.padStart(raw < 1e11 ? CPF : CNPJ, '0')

/** A CPF or CNPJ without the one or two zeros that a spreadsheet dropped, where its check digits say so; any other text as it is. */
function withLostZeros(id: string): string {
  if (/^\d{9,10}$/.test(id) && isCpf(id.padStart(CPF, '0'))) return id.padStart(CPF, '0')
  return /^\d{12,13}$/.test(id) && isCnpj(id.padStart(CNPJ, '0')) ? id.padStart(CNPJ, '0') : id
}

/** Without its mask, in upper case; of a number in a sheet without its decimals, and with its zeros. */
function bare(text: string): string {
  const trimmed = tidyBlanks(text).trim()
  if (/^\d{9,14}[.,]0{1,2}$/.test(trimmed)) return restored(Number(withoutNumberFormat(trimmed)))
  return withLostZeros(trimmed.replace(/[\s./-]/g, '').toUpperCase())
}

const check = (id: string, o: ValueOptions): ValueProblem | undefined => {
  const { least, most } = lengthLimits(o)
  const takes = (length: number): boolean => least <= length && length <= most
  if (id.length === CPF && takes(CPF)) return isCpf(id) ? undefined : valueProblem(o, 'invalid', 'cpf-invalid')
  if (id.length === CNPJ && takes(CNPJ)) return isCnpj(id) ? undefined : valueProblem(o, 'invalid', 'cnpj-invalid')
  return valueProblem(o, 'invalid', takes(CPF) && takes(CNPJ) ? 'tax-id-invalid' : takes(CPF) ? 'cpf-invalid' : 'cnpj-invalid')
}

const format = (id: string | null): string => {
  if (id === null) return ''
  if (id.length === CPF) return id.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  return id.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}

/** CPF (11 digits) or CNPJ (12 letters or digits and 2 check digits), stored without its mask. */
export const value: Kind<string> = {
  parse: text => ok(bare(text) === '' ? null : bare(text)),
  format,
  edit: format,
  accept(raw, o) {
    if (typeof raw === 'string') return ok(bare(raw))
    return typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0
      ? ok(restored(raw))
      : failWithProblem(o, 'invalid', 'tax-id-invalid')
  },
  check,
  schema(o) {
    const { least, most } = lengthLimits(o)
    const forms = [...(most < CNPJ || least <= CPF ? ['\\d{11}'] : []), ...(most >= CNPJ ? ['[0-9A-Z]{12}\\d{2}'] : [])]
    return { type: 'string', pattern: `^(${forms.join('|')})$` }
  },
  jsonTypes: ['string'],
  limits: ['minLength', 'maxLength', 'pattern'],
  expressionType: () => 'string',
  identifies: true,
  entry: 'typed',
  align: 'start',
  room: () => ({ span: 4, grows: false, list: { width: 168, fixed: true }, rows: { width: 170, fixed: true } }),
  filter: () => ({ operator: 'eq', offered: false }),
  sums: false,
}
