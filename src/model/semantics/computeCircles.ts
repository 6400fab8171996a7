import { type ComputeStep, computeOrderOf, nameOfStep } from '../computed/computeOrder.ts'
import type { Register } from '../model.ts'
import type { RegisterSource } from '../source/definitions.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

/** Computed fields that hang on one another in a circle, alone or across a record and its rows: told at the first, with the way round. */
export function checkComputeCircles(checker: Checker, { value }: RegisterSource, register: Register): void {
  const place = ({ list, field }: ComputeStep): JsonPath | undefined => {
    const rows = list === undefined ? undefined : value.properties[list]
    const properties = list === undefined ? value.properties : rows?.items?.properties
    if (properties?.[field.name]?.compute === undefined) return undefined
    return [...(list === undefined ? [] : ['properties', list, 'items']), 'properties', field.name, 'compute']
  }
  for (const circle of computeOrderOf(checker.model, register).circles) {
    const [first] = circle.map(place).filter(path => path !== undefined)
    if (!first) continue
    const way = circle.map(nameOfStep).join(' -> ')
    checker.add(first, 'compute-circle', `The field hangs on itself: ${way}.`)
  }
}
