/** Days as buttons show and say them; the position is the stored number. */
export const weekdays = [
  { short: 'Dom', long: 'Domingo' },
  { short: 'Seg', long: 'Segunda-feira' },
  { short: 'Ter', long: 'Terça-feira' },
  { short: 'Qua', long: 'Quarta-feira' },
  { short: 'Qui', long: 'Quinta-feira' },
  { short: 'Sex', long: 'Sexta-feira' },
  { short: 'Sáb', long: 'Sábado' },
] as const

/** The days with one more or one less, in order; none at all is an empty value. */
export function toggleDay(days: readonly number[], day: number): readonly number[] | null {
  const next = days.includes(day) ? days.filter(one => one !== day) : [...days, day].toSorted((a, b) => a - b)
  return next.length === 0 ? null : next
}
