import { beforeAll, expect, it } from 'vitest'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import { type Spot, spotsOf } from '../../src/model/fixtures/definitionFaults.ts'
import { lineAt } from '../../src/model/fixtures/editedDefinitions.ts'
import { checkDefinitions, type DefinitionFile, readModel } from '../../src/model/read.ts'
import type { CallContract } from '../../src/model/source/callContract.ts'
import { callContracts } from '../../src/server/operations/callContracts.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'
import { declaredOperations } from './operations.ts'

/** Faults in the calls that the product's own definitions write down, beside what its operations declare. */

const wanted = 30
const files = readDefinitionFiles()
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
let calls: readonly CallContract[]

beforeAll(async () => {
  calls = callContracts(await declaredOperations())
})

const codesOf = (edited: readonly DefinitionFile[]) =>
  checkDefinitions(edited, { calls }).map(({ file, line, code }) => ({ file, line, code }))

interface Fault {
  readonly file: DefinitionFile
  readonly from: number
  readonly to: number
  readonly by: string
}

/** A letter more in a name, in quotes. */
const mistyped = (word: string): string => JSON.stringify(`${word.slice(0, 2)}zq${word.slice(2)}`)

/** Calls of a file by the path of their object. */
function faultsOf(file: DefinitionFile): Fault[] {
  const spots = spotsOf(file)
  const keyOf = ({ path }: Spot): string => path.slice(0, -1).join('/')
  const made = new Set(spots.filter(({ path, node }) => path.at(-1) === 'method' && methods.has(String(node.value))).map(keyOf))
  return spots.flatMap((spot): Fault[] => {
    const { node, key, path } = spot
    const replaced = (by: string, at = node): Fault => ({ file, from: at.offset, to: at.offset + at.length, by })
    if (!made.has(keyOf(spot))) {
      const ofCall = ['query', 'body'].includes(String(path.at(-2))) && made.has(path.slice(0, -2).join('/'))
      return ofCall && key ? [replaced(mistyped(String(key.value)), key)] : []
    }
    if (path.at(-1) === 'path') return [replaced(mistyped(String(node.value)))]
    return path.at(-1) === 'method' ? [replaced(JSON.stringify(node.value === 'PUT' ? 'GET' : 'PUT'))] : []
  })
}

it('the product calls nothing that is not there, and nobody is let in whom a call refuses', () => {
  expect(readModel(files, { calls }).problems).toEqual([])
})

it(`${wanted} faults in calls are told at their exact line, nearly all`, { timeout: 300_000 }, () => {
  const random = createSeededRandom(20261127).next
  const all = files.filter(({ path }) => path.endsWith('.json')).flatMap(faultsOf)
  expect(all.length).toBeGreaterThan(300)
  const missed: string[] = []
  for (let n = 0; n < wanted; n += 1) {
    const { file, from, to, by } = all[Math.floor(random() * all.length)] as Fault
    const text = file.text.slice(0, from) + by + file.text.slice(to)
    const line = lineAt(file.text, from)
    const told = codesOf(files.map(each => (each.path === file.path ? { path: file.path, text } : each)))
    if (!told.some(problem => problem.file === file.path && problem.line === line))
      missed.push(`${file.path}:${line} ${file.text.slice(from, to)} -> ${by}: ${JSON.stringify(told.slice(0, 2))}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(wanted * 0.05)
})
