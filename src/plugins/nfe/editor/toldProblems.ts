import type { ToldProblem } from '../../../browser/plugin.ts'
import { type CalculatedNote, calculationWhys } from '../../../domain/fiscal/core/public.ts'

/** Items that are named; of more their number is told. */
const named = 5

/** The problems of a calculation, each once with the items that have it, by their place in the note. */
export function toldProblems(problems: CalculatedNote['problems']): ToldProblem[] {
  const byCode = Map.groupBy(problems, ({ code }) => code)
  return [...byCode].map(([code, all]) => {
    const places = all.map(({ item }) => item + 1)
    const more = places.length - named
    return {
      message: more > 0 ? 'nfe.calculation-many' : 'nfe.calculation-items',
      params: { items: places.slice(0, named).join(', '), why: calculationWhys[code], ...(more > 0 ? { more } : {}) },
    }
  })
}
