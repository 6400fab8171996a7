import { ok } from '../../base/result.ts'
import { hasDecimals, hasLostDigits, withoutNumberFormat } from '../../base/sheetNumber.ts'
import { characterCount, tidyBlanks } from '../../base/text.ts'
import type { Kind, Mask, Refinement, ValueOptions, ValueProblem } from '../kind.ts'
import { lengthLimits } from '../limits.ts'
import { listRoomByLength } from '../room.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'
import { textChecks } from './checks.ts'

const patterns = new Map<string, RegExp>()

const matches = (pattern: string, text: string): boolean => {
  const known = patterns.get(pattern) ?? compiled(pattern)
  patterns.set(pattern, known)
  return known.test(text)
}

/** A pattern that is none is told where it stands, and refuses nothing. */
const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return /(?:)/
  }
}

/** Line ends as one character; what PostgreSQL or a screen cannot hold is dropped. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F\uFEFF\uFFFE\uFFFF]/g, '')
    .toWellFormed()

/** Digits that a code has at most which is kept as a whole number. */
const LONGEST_NUMBER = 18

/** A text up to its last letter or digit: found from its beginning, in one go, however much stands behind. */
const closed = /^[\s\S]*[\d\p{L}]/u

/** The digits of a code, or undefined where letters or a sign stand among them: 'NCM 2402.20.00' -> '24022000'. */
const digitsOf = (text: string, refine: Refinement): string | undefined => {
  const code = withoutNumberFormat(closed.exec(text.replace(/^[\p{L}_\s:.]+/u, ''))?.[0] ?? '')
  if (/[\p{L}]/u.test(code) || hasDecimals(code)) return undefined
  const all = code.replace(/\D/g, '')
  if (refine.numeric) {
    // Text that is no number is no code either: '9003-1' is not 90031.
    if (!/^#?[\d\s]+$/.test(code)) return undefined
    const number = all.replace(/^0+(?=\d)/, '')
    return number.length > LONGEST_NUMBER ? undefined : number
  }
  const { prefix, maxLength } = refine
  return prefix && maxLength && all.length > maxLength && all.startsWith(prefix) ? all.slice(prefix.length) : all
}

/** Returns the part of a text that its refinement keeps. */
function keptOf(text: string, refine: NonNullable<ValueOptions['refine']>): string | undefined {
  if (refine.keep === 'digits') return digitsOf(text, refine)
  if (refine.keep === 'word') return text.replace(/\s/g, '')
  return refine.keep === 'alphanumeric' ? text.replace(/[^0-9A-Za-z]/g, '') : text
}

/** A text in its stored form; undefined when it cannot have one. */
const stored = (text: string, o: ValueOptions): string | undefined => {
  const refine = o.refine
  if (refine?.look === 'secret') return clean(text)
  const cleaned = clean(text).normalize('NFC')
  // The control of one line could neither show nor change the breaks that a cell of a sheet has.
  const one = refine?.look === undefined || refine.look === 'colour'
  const trimmed = (one ? tidyBlanks(refine ? cleaned : cleaned.replaceAll('\n', ' ')) : cleaned).trim()
  if (refine?.look === undefined && hasLostDigits(trimmed)) return undefined
  // A reference of no words is a code: a bar code that was a number in a sheet.
  if (!refine && o.pattern !== undefined && /^\d{5,}/.test(trimmed)) return withoutNumberFormat(trimmed)
  if (!refine || trimmed === '') return trimmed
  const kept = keptOf(trimmed, refine)
  if (kept === undefined || kept === '') return undefined
  return refine.case === 'upper' ? kept.toUpperCase() : refine.case === 'lower' ? kept.toLowerCase() : kept
}

const unlike = (o: ValueOptions): ValueProblem =>
  valueProblem(o, 'pattern', o.messages?.invalid ?? o.refine?.message ?? 'pattern')

/** Returns the problem of a text with a wrong character (a letter among digits) or a wrong length: that is told, and not the field's limits on a number. */
const unreadable = (text: string, o: ValueOptions): ValueProblem =>
  hasLostDigits(text) ? valueProblem(o, 'invalid', 'digits-lost') : problemOf(text, o)

const problemOf = (text: string, o: ValueOptions): ValueProblem =>
  o.refine?.numeric && o.maxLength !== undefined && /^\d+$/.test(text.trim())
    ? valueProblem(o, 'tooLong', 'too-long', { max: Math.min(o.maxLength, LONGEST_NUMBER) })
    : valueProblem(o, 'invalid', o.refine?.message ?? o.messages?.pattern ?? 'pattern')

const check = (text: string, o: ValueOptions): ValueProblem | undefined => {
  const refine = o.refine
  // A code of which only digits were kept is told its form: nobody counts them among their marks.
  if (refine?.keep === 'digits' && !refine.numeric && refine.pattern && !matches(refine.pattern, text)) return unlike(o)
  // A pattern would refuse it, too, and not say why.
  if (o.maxLength !== undefined && text.length > o.maxLength && characterCount(text) > o.maxLength)
    return valueProblem(o, 'tooLong', 'too-long', { max: o.maxLength })
  if (refine?.pattern && !matches(refine.pattern, text)) return unlike(o)
  if (refine?.check && !textChecks[refine.check](text)) return unlike(o)
  if (o.pattern && !matches(o.pattern, text)) return valueProblem(o, 'pattern', 'pattern')
  const { least, most } = lengthLimits(o)
  if (text.length < least || text.length > most) {
    const length = characterCount(text)
    if (length < least) return valueProblem(o, 'tooShort', 'too-short', { min: least })
    if (length > most) return valueProblem(o, 'tooLong', 'too-long', { max: most })
  }
  return undefined
}

/** The first mask that fits, filled in; the text itself when none does. */
const masked = (text: string, masks: readonly Mask[]): string => {
  const found = masks.find(one => {
    const { mask, when } = typeof one === 'string' ? { mask: one, when: undefined } : one
    return mask.split('#').length - 1 === text.length && (when === undefined || matches(when, text))
  })
  if (!found) return text
  let at = 0
  return (typeof found === 'string' ? found : found.mask).replace(/#/g, () => text[at++] ?? '')
}

/** Letters that a text usually has: a refinement with a mask, of digits or of an e-mail says so without a limit. */
function usualLength({ refine, maxLength }: ValueOptions): number | undefined {
  const { masks, keyboard } = refine ?? {}
  if (masks) return Math.max(...masks.map(each => (typeof each === 'string' ? each : each.mask).length))
  if (keyboard === 'email') return 60
  return maxLength ?? (keyboard === 'numeric' ? 20 : undefined)
}

function spanOf(o: ValueOptions): number {
  const length = usualLength(o)
  if (o.refine?.look === 'lines' || length === undefined || length > 60) return 12
  return length > 20 ? 6 : length > 10 ? 4 : 3
}

/** Any text, and all that is a text with a pattern, a mask or a length: see schemas/kinds.json. */
export const value: Kind<string> = {
  parse(text, o) {
    const form = stored(text, o)
    if (form === undefined) return { ok: false, error: unreadable(text, o) }
    return ok(form === '' ? null : form)
  },
  format(text, o) {
    if (text === null) return ''
    if (o.refine?.look === 'secret') return '••••••'
    return o.refine?.masks ? masked(text, o.refine.masks) : text
  },
  edit: text => text ?? '',
  accept(raw, o) {
    const number = typeof raw === 'number' && o.refine?.keep === 'digits' && Number.isSafeInteger(raw) && raw >= 0
    if (typeof raw !== 'string' && !number) return failWithProblem(o, 'invalid', o.refine?.message ?? 'text-invalid')
    const form = stored(`${raw}`, o)
    return form === undefined ? { ok: false, error: unreadable(`${raw}`, o) } : ok(form)
  },
  check,
  schema(o) {
    const { least, most } = lengthLimits(o)
    const own = [o.refine?.pattern, o.pattern].filter(pattern => pattern !== undefined)
    return {
      type: 'string',
      ...(least > 0 ? { minLength: least } : {}),
      ...(Number.isFinite(most) ? { maxLength: most } : {}),
      ...(own.length === 1 ? { pattern: own[0] } : {}),
      ...(own.length > 1 ? { allOf: own.map(pattern => ({ pattern })) } : {}),
    }
  },
  jsonTypes: ['string'],
  limits: ['minLength', 'maxLength', 'pattern'],
  expressionType: () => 'string',
  words: true,
  entry: 'typed',
  align: 'start',
  room: o => ({ span: spanOf(o), grows: true, list: listRoomByLength(o), rows: { width: 200, fixed: false } }),
  filter: o => ({ operator: o.refine?.numeric ? 'eq' : 'like', offered: false }),
  sums: false,
}
