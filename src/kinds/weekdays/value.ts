import { ok } from '../../base/result.ts'
import { foldedWords, foldText } from '../../base/text.ts'
import type { Kind } from '../kind.ts'
import { listRoomByLength } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

/** Days as the documents number them: 0 Domingo to 6 Sábado. */
const WEEKDAYS = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const
const EVERY_DAY = 'Todos os dias'

const sorted = (days: Iterable<number>): number[] => [...new Set(days)].sort((a, b) => a - b)

const isDay = (day: unknown): day is number => typeof day === 'number' && Number.isInteger(day) && day >= 0 && day <= 6

/** 'Seg', 'segunda-feira' or '1' -> 1. */
const dayOf = (word: string): number => {
  if (/^[0-6]$/.test(word)) return Number(word)
  return WEEKDAYS.findIndex(name => word.length >= 3 && word.startsWith(foldText(name)))
}

/** 'Seg a Sex' -> [1, 2, 3, 4, 5]; goes round the end of the week. */
const span = (from: number, to: number): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)

const daysOf = (part: string): number[] | undefined => {
  const [first, middle, last, more] = foldedWords(part.replace(/-\s*feira\b/gi, '').replace(/[-–]/g, ' a ')).filter(
    word => word !== 'feira',
  )
  const from = dayOf(first ?? '')
  if (from < 0 || more !== undefined) return undefined
  if (middle === undefined) return [from]
  const to = dayOf(last ?? '')
  return /^(a|ate)$/.test(middle) && to >= 0 ? span(from, to) : undefined
}

const format = (days: readonly number[] | null): string => {
  if (!days || days.length === 0) return ''
  if (days.length === 7) return EVERY_DAY
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  if (days.length > 2 && last - first === days.length - 1) return `${WEEKDAYS[first]} a ${WEEKDAYS[last]}`
  return days.map(day => WEEKDAYS[day]).join(', ')
}

/** Days of the week, sorted: [1, 3, 5]. */
export const value: Kind<readonly number[]> = {
  parse(text, o) {
    const folded = foldText(text.trim())
    if (folded === '') return ok(null)
    if (/^tod[ao]s( os dias)?$/.test(folded)) return ok([0, 1, 2, 3, 4, 5, 6])
    const parts = folded.split(/[,;/|+]|\be\b/).map(daysOf)
    return parts.includes(undefined)
      ? failWithProblem(o, 'invalid', 'weekday-invalid')
      : ok(sorted(parts.flatMap(days => days ?? [])))
  },
  format,
  edit: format,
  accept(raw, o) {
    return Array.isArray(raw) && raw.every(isDay) ? ok(sorted(raw)) : failWithProblem(o, 'invalid', 'weekday-invalid')
  },
  check: (days, o) => (days.every(isDay) ? undefined : failWithProblem(o, 'invalid', 'weekday-invalid').error),
  schema: () => ({ type: 'array', items: { type: 'integer', minimum: 0, maximum: 6 }, uniqueItems: true }),
  jsonTypes: ['array'],
  limits: [],
  expressionType: () => 'list<int>',
  entry: 'ticked',
  align: 'start',
  room: o => ({ span: 6, grows: false, list: listRoomByLength(o), rows: { width: 300, fixed: true } }),
  filter: () => ({ operator: 'eq', offered: false }),
  sums: false,
}
