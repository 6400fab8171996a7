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

/** Days in the order of buttons: a week of work begins on Monday. */
export const daysShown = [1, 2, 3, 4, 5, 6, 0] as const

/** Days that are chosen together. */
export const daysTogether = [
  { title: 'Todos os dias', days: [0, 1, 2, 3, 4, 5, 6] },
  { title: 'Seg a Sex', days: [1, 2, 3, 4, 5] },
  { title: 'Fim de semana', days: [0, 6] },
] as const
