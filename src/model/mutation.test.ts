import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../base/seededRandom.ts'
import { readDefinitionFiles } from '../server/start/definitionFiles.ts'
import { defaultMessageCodes } from './build/register.ts'
import { definitionFaults, type Fault, type Spot, spotsOf } from './fixtures/definitionFaults.ts'
import { lineAt } from './fixtures/editedDefinitions.ts'
import { checkDefinitions, type DefinitionFile, readModel } from './read.ts'

/** How many mutations are tried, which ones (FAULTS=500 FAULT_SEED=2 tries others), and how many must be told at their exact line. */
const wanted = Number(process.env.FAULTS || 276)
const seed = Number(process.env.FAULT_SEED || 20261120)
const leastExact = 0.97

/** A definition with one fault. */
interface Mutation {
  readonly what: string
  readonly file: string
  readonly text: string
  readonly line: number
  readonly detail: string
}

function mutations(files: readonly DefinitionFile[]): Mutation[] {
  const random = createSeededRandom(seed).next
  const spots = files.filter(each => each.path.endsWith('.json')).flatMap(spotsOf)
  const byFault = definitionFaults
    .map(fault => ({ fault, spots: spots.filter(spot => fault.applies(spot)) }))
    .filter(each => each.spots.length > 0)
  return Array.from({ length: wanted }, (_, i): Mutation => {
    const { fault, spots: fit } = byFault[i % byFault.length] ?? { fault: definitionFaults[0] as Fault, spots }
    const spot = fit[Math.floor(random() * fit.length)] as Spot
    const { from, to, by, at } = fault.edit(spot, random)
    const text = spot.file.text.slice(0, from) + by + spot.file.text.slice(to)
    const detail = `${spot.file.text.slice(from, Math.min(to, from + 60)) || '…'} -> ${by.slice(0, 80)}`
    return { what: fault.what, file: spot.file.path, text, line: lineAt(spot.file.text, at ?? from), detail }
  })
}

describe('random faults in the real definitions', () => {
  const files = readDefinitionFiles()

  it('the definitions themselves hold', () => {
    expect(readModel(files).problems).toEqual([])
  })

  it('messages that registers use without naming them are there', () => {
    const { messages } = readModel(files).model
    expect(defaultMessageCodes.filter(code => !Object.hasOwn(messages, code))).toEqual([])
    const checks = ['required', 'field-unknown', 'list-invalid', 'list-too-short', 'list-too-long', 'register-unknown']
    expect(checks.filter(code => !Object.hasOwn(messages, code))).toEqual([])
  })

  it(`${wanted} faults are told, at least ${leastExact * 100} % of them at their exact line`, { timeout: 600_000 }, () => {
    const missed: string[] = []
    for (const { what, file, text, line, detail } of mutations(files)) {
      const problems = checkDefinitions(files.map(each => (each.path === file ? { path: file, text } : each)))
      if (problems.some(problem => problem.file === file && problem.line === line)) continue
      const told = problems.slice(0, 2).map(problem => `${problem.file}:${problem.line} ${problem.code}`)
      missed.push(`${what} at ${file}:${line} (${detail}): ${told.join(', ') || 'nothing'}`)
    }
    const exact = 1 - missed.length / wanted
    console.log(`${wanted} faults, ${(exact * 100).toFixed(1)} % told at their exact line.`)
    expect(exact, missed.join('\n')).toBeGreaterThanOrEqual(leastExact)
  })
})
