import { describe, expect, it } from 'vitest'
import { createSeededRandom, type SeededRandom } from '../base/seededRandom.ts'
import { readDefinitionFiles } from '../server/start/definitionFiles.ts'
import { lineAt } from './fixtures/editedDefinitions.ts'
import { allWords, type WordSpot, wordSpots } from './fixtures/wordSpots.ts'
import { checkDefinitions } from './read.ts'

/** How many faults are tried, each of another word, and how many must be told at their exact line and only once. */
const wanted = Number(process.env.FAULTS ?? 200)
const leastExact = 0.98

type Random = SeededRandom['next']

const one = <T>(all: readonly T[], random: Random): T | undefined => all[Math.floor(random() * all.length)]

interface Fault {
  readonly what: string
  readonly offset: number
  readonly length: number
  readonly by: string
}

/** A letter more in the middle: near to what was meant, and nothing else. */
const mistyped = (word: string): string => {
  const middle = Math.ceil(word.length / 2)
  return `${word.slice(0, middle)}q${word.slice(middle)}`
}

const names = /^names\.json#\/\$defs\/(?!field|gate|message)/
const isText = (value: unknown): value is string => typeof value === 'string'

/** Everything that can be wrong with what stands there, by what the meta-schemas say of it. */
function faultsOf({ path, isWord, key, value, schemas, refs }: WordSpot): Fault[] {
  const put = (what: string, by: unknown): Fault => ({ what, offset: value.offset, length: value.length, by: JSON.stringify(by) })
  const faults: Fault[] = []
  if (isWord && key)
    faults.push({ what: 'keyword', offset: key.offset, length: key.length, by: JSON.stringify(mistyped(String(path.at(-1)))) })
  const types = schemas.flatMap(({ type }) => type ?? []).map(String)
  if (types.length > 0) faults.push(put('type', types.includes('string') ? { q: 1 } : types.includes('null') ? {} : 'qqq'))
  const said: unknown = value.type === 'string' ? value.value : undefined
  if (!isText(said) || said === '') return faults
  if (schemas.some(schema => schema.enum)) faults.push(put('word of a set', mistyped(said)))
  const isNear = [...refs].some(ref => names.test(ref) || /#\/\$defs\/message$/.test(ref))
  if (isNear) faults.push(put('name', mistyped(said)))
  if ([...refs].some(ref => ref.endsWith('/gate'))) faults.push(put('gate', `${said} && nobodyKnows`))
  if (refs.has('common.json#/$defs/expression')) faults.push(put('expression', `${said} +`))
  return faults
}

describe('every word of the meta-schemas', () => {
  const files = readDefinitionFiles().filter(file => file.path.endsWith('.json') || file.path.endsWith('.sql'))
  const spots = wordSpots(files.filter(file => file.path.endsWith('.json')))

  it('is known to the walk that draws from them', () => {
    const known = allWords()
    const strange = [...new Set(spots.filter(spot => spot.isWord).map(spot => spot.word))].filter(word => !known.has(word))
    expect(strange).toEqual([])
    expect(new Set(spots.map(spot => spot.word)).size).toBeGreaterThan(known.size * 0.7)
  })

  it(`of which ${wanted} are made wrong is told at its exact line, once, in at least ${leastExact * 100} %`, {
    timeout: 600_000,
  }, () => {
    const random = createSeededRandom(20261122).next
    const byWord = Map.groupBy(spots, spot => spot.word)
    const words = [...byWord.keys()].sort().map(word => ({ word, order: random() }))
    words.sort((a, b) => a.order - b.order)
    const drawn = Array.from({ length: wanted }, (_, i) => words[i % words.length]?.word ?? '')
    const missed = drawn.flatMap(word => {
      const spot = one(byWord.get(word) ?? [], random)
      const fault = spot && one(faultsOf(spot), random)
      if (!spot || !fault) return []
      const { path, text } = spot.file
      const changed = text.slice(0, fault.offset) + fault.by + text.slice(fault.offset + fault.length)
      const line = lineAt(text, fault.offset)
      const problems = checkDefinitions(files.map(file => (file.path === path ? { path, text: changed } : file)))
      const [first] = problems
      if (problems.length === 1 && first?.file === path && first.line === line) return []
      const told = problems.slice(0, 3).map(problem => `${problem.file}:${problem.line} ${problem.code} ${problem.message}`)
      return [
        `${fault.what} of ${word} at ${path}:${line} (-> ${fault.by.slice(0, 60)}): ${problems.length}: ${told.join(' | ')}`,
      ]
    })
    const exact = 1 - missed.length / wanted
    console.log(`${wanted} faults of ${words.length} words, ${(exact * 100).toFixed(1)} % told once at their exact line.`)
    expect(exact, missed.join('\n')).toBeGreaterThanOrEqual(leastExact)
  })
})
