import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Node, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { defaultMessageCodes } from './build/register.ts'
import { type DefinitionFile, readModel } from './read.ts'
import { fileKindOf } from './source/definitions.ts'

/** How many mutations are tried, and how many must be told at their exact line. */
const wanted = 260
const leastExact = 0.95

const folder = join(import.meta.dirname, '..', '..', 'schemas')

/** A definition with one fault. */
interface Mutation {
  readonly what: string
  readonly file: string
  readonly text: string
  readonly line: number
  readonly detail: string
}

/** A value of a definition with its place and the keys on the way to it. */
interface Spot {
  readonly file: DefinitionFile
  readonly node: Node
  readonly key: Node | undefined
  readonly path: readonly (string | number)[]
}

type Random = () => number

/** Mulberry32: the same faults in every run. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function definitions(): DefinitionFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(json|sql)$/.test(entry.name))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => fileKindOf(path) !== undefined)
    .sort()
    .map(path => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

function spotsOf(file: DefinitionFile): Spot[] {
  const spots: Spot[] = []
  const walk = (node: Node, key: Node | undefined, path: readonly (string | number)[]): void => {
    spots.push({ file, node, key, path })
    for (const [i, child] of node.type === 'array' ? (node.children ?? []).entries() : []) walk(child, undefined, [...path, i])
    for (const property of node.type === 'object' ? (node.children ?? []) : []) {
      const [name, value] = property.children ?? []
      if (name && value) walk(value, name, [...path, String(name.value)])
    }
  }
  const tree = parseTree(file.text)
  if (tree) walk(tree, undefined, [])
  return spots
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Members whose keys are names that the definition gives, not keywords. */
const named = new Set([
  'properties',
  'messages',
  'refinements',
  'writes',
  'query',
  'body',
  'where',
  'set',
  'values',
  'fills',
  'sample',
  'calls',
  'members',
  'of',
  'plan',
  'groups',
  'measures',
  'having',
])

const isKeyword = ({ key, path }: Spot): boolean => {
  if (key === undefined || String(key.value).startsWith('$')) return false
  const parents = path.slice(0, -1)
  // Inside `where` everything is a field or an operator; directly below the others stands a name.
  return !parents.includes('where') && !parents.includes('sample') && !named.has(String(parents.at(-1)))
}

/** A mistyped word: one letter more, less, other or moved. */
function misspell(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2))
  const letter = 'abdefhkqwxyz'[Math.floor(random() * 12)] ?? 'x'
  const edits = [
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.length > 4 ? word.slice(0, at) + word.slice(at + 1) : `${word}q`,
    word.length > 4 ? word.slice(0, at) + (word[at + 1] ?? 'q') + (word[at] ?? 'q') + word.slice(at + 2) : `${word}k`,
  ]
  const edit = edits[Math.floor(random() * edits.length)] ?? `${word}x`
  return edit === word ? `${word}zz` : edit
}

type Edit = { readonly from: number; readonly to: number; readonly by: string; readonly at?: number }

/** A way to break definitions: where it applies and what it writes. */
interface Fault {
  readonly what: string
  applies(spot: Spot): boolean
  edit(spot: Spot, random: Random): Edit
}

const replaceText = (spot: Spot, by: string): Edit => ({
  from: spot.node.offset,
  to: spot.node.offset + spot.node.length,
  by: JSON.stringify(by),
})

const last = (spot: Spot): string => String(spot.path.findLast(step => typeof step === 'string') ?? '')
const isText = (spot: Spot): boolean => spot.node.type === 'string'
const isUi = (spot: Spot): boolean => spot.file.path.endsWith('.ui.json')
const within = (spot: Spot, ...names: string[]): boolean => names.some(name => spot.path.includes(name))

const fieldKeys = new Set(['label', 'code', 'search', 'required', 'fields', 'field', 'card', 'totals', 'expand', 'key', 'by'])

const conditions = new Set(['visibleWhen', 'readOnlyWhen', 'requiredWhen', 'enabledWhen', 'when', 'rule'])
const expressions = new Set([...conditions, 'compute', 'defaultWhen', 'titleFrom'])

const codes = new Set(['message', 'success', 'failure', 'confirm', 'blank', 'note'])

const enums = new Set([
  'gender',
  'scope',
  'layout',
  'after',
  'tone',
  'method',
  'operator',
  'onRemove',
  'keep',
  'case',
  'keyboard',
  'look',
])

const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  register: ['title', 'type', 'register', 'properties'],
  import: ['title', 'path', 'gate', 'register', 'columns'],
  screen: ['title', 'path', 'gate'],
}

/** Whether the spot is a member that its object cannot do without. */
function isRequired(spot: Spot): boolean {
  const parent = spot.path.at(-2)
  const name = last(spot)
  if (spot.key === undefined) return false
  if (spot.path.length === 1) return requiredKeys[fileKindOf(spot.file.path)?.kind ?? '']?.includes(name) ?? false
  if (parent === 'register' && spot.path.length === 2 && spot.file.path.endsWith('.schema.json')) return name === 'scope'
  if (typeof parent === 'number' && spot.path.includes('actions')) return name === 'id' || name === 'title' || name === 'place'
  if (spot.path[0] === 'messages' && spot.path.length === 3) return name === 'text' || name === 'kind'
  if (spot.path[0] === 'refinements' && spot.path.length === 3) return name === 'kind' || name === 'title'
  if (typeof parent === 'number' && spot.path.includes('oneOf')) return name === 'const' || name === 'title'
  return parent === 'reference' && name === 'to'
}

/** Offset of the object that holds the member. */
const holder = (spot: Spot): number => spot.node.parent?.parent?.offset ?? 0

const faults: readonly Fault[] = [
  {
    what: 'keyword renamed',
    applies: isKeyword,
    edit: ({ key }, random) => ({
      from: key?.offset ?? 0,
      to: (key?.offset ?? 0) + (key?.length ?? 0),
      by: JSON.stringify(misspell(String(key?.value), random)),
    }),
  },
  {
    what: 'field misspelled',
    applies: spot =>
      isText(spot) &&
      fieldKeys.has(last(spot)) &&
      !within(spot, 'sample', 'query', 'body', 'properties', 'tree') &&
      !/^screens|^messages|^kinds|^menu/.test(spot.file.path),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'field of a form or list misspelled',
    applies: spot =>
      isText(spot) && isUi(spot) && (last(spot) === 'items' || last(spot) === 'columns') && typeof spot.path.at(-1) === 'number',
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'register misspelled',
    applies: spot =>
      isText(spot) &&
      ((last(spot) === 'to' && within(spot, 'reference')) ||
        (last(spot) === 'register' && spot.path.length > 1 && within(spot, 'list', 'from')) ||
        (last(spot) === 'register' && /^imports/.test(spot.file.path))),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'message misspelled',
    applies: spot => isText(spot) && (codes.has(last(spot)) || spot.path.at(-2) === 'texts') && !/^messages/.test(spot.file.path),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'flag misspelled',
    applies: spot => isText(spot) && (last(spot) === 'gate' || spot.path.at(-2) === 'access'),
    edit: (spot, random) => {
      const words = String(spot.node.value).split(/(\W+)/)
      const i = 2 * Math.floor(random() * Math.ceil(words.length / 2))
      return replaceText(spot, words.map((word, j) => (j === i ? misspell(word, random) : word)).join(''))
    },
  },
  {
    what: 'kind misspelled',
    applies: spot => isText(spot) && (last(spot) === 'format' || (last(spot) === 'kind' && spot.path[0] === 'refinements')),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'expression cut off',
    applies: spot => isText(spot) && expressions.has(last(spot)) && !/^messages/.test(spot.file.path),
    edit: (spot, random) =>
      replaceText(spot, String(spot.node.value) + ([' +', ' &&', ')', ' ?', ' == '][Math.floor(random() * 5)] ?? ' +')),
  },
  {
    what: 'name in an expression misspelled',
    applies: spot =>
      isText(spot) &&
      expressions.has(last(spot)) &&
      !/^messages/.test(spot.file.path) &&
      /^!?[a-z_A-Z]\w{3,}(?![\w(.])/.test(String(spot.node.value)),
    edit: (spot, random) =>
      replaceText(
        spot,
        String(spot.node.value).replace(/[a-z_A-Z]\w{3,}/, word => misspell(word, random)),
      ),
  },
  {
    what: 'condition of another type',
    applies: spot => isText(spot) && conditions.has(last(spot)) && !/^messages/.test(spot.file.path),
    edit: (spot, random) =>
      replaceText(spot, ["'sim'", '1', 'now', `(${String(spot.node.value)}) + 1`][Math.floor(random() * 4)] ?? '1'),
  },
  {
    what: 'wrong JSON type',
    applies: spot =>
      isKeyword(spot) &&
      [
        'title',
        'maxLength',
        'minimum',
        'readOnly',
        'search',
        'icon',
        'required',
        'parts',
        'columns',
        'access',
        'place',
        'width',
        'text',
        'pageSize',
      ].includes(last(spot)),
    edit: ({ node }) => ({
      from: node.offset,
      to: node.offset + node.length,
      by: sameLines(node.type === 'string' ? '17' : node.type === 'array' || node.type === 'object' ? '"x"' : '{}', node),
      at: node.offset,
    }),
  },
  {
    what: 'required member deleted',
    applies: isRequired,
    edit: spot => ({ ...deletion(spot), at: holder(spot) }),
  },
  {
    what: 'word out of its set',
    applies: spot => isText(spot) && isKeyword(spot) && enums.has(last(spot)) && !/^messages/.test(spot.file.path),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'JSON broken',
    applies: spot => spot.key !== undefined && isText(spot),
    edit: ({ key }) => ({
      from: (key?.offset ?? 0) + (key?.length ?? 0),
      to: (key?.offset ?? 0) + (key?.length ?? 0) + 1,
      by: '',
    }),
  },
  {
    what: 'member twice',
    applies: spot => spot.key !== undefined && (spot.node.type === 'string' || spot.node.type === 'boolean'),
    edit: ({ key, node, file }) => {
      const member = file.text.slice(key?.offset ?? 0, node.offset + node.length)
      return { from: node.offset + node.length, to: node.offset + node.length, by: `, ${member}` }
    },
  },
  {
    what: 'menu item misspelled',
    applies: spot =>
      isText(spot) &&
      /^menu/.test(spot.file.path) &&
      (last(spot) === 'items' || last(spot) === 'opens') &&
      typeof spot.path.at(-1) === (last(spot) === 'items' ? 'number' : 'string'),
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
  {
    what: 'menu group misspelled',
    applies: spot => isText(spot) && last(spot) === 'menu' && spot.path[0] === 'register',
    edit: (spot, random) => replaceText(spot, misspell(String(spot.node.value), random)),
  },
]

/** As many line breaks as the replaced text had, so that what follows keeps its line. */
const sameLines = (text: string, node: Node): string => text + ' '.repeat(node.length > 0 ? 0 : 1)

/** The member with the comma that belongs to it. */
function deletion({ file, key, node }: Spot): Edit {
  const from = key?.offset ?? node.offset
  const to = node.offset + node.length
  const after = /^\s*,/.exec(file.text.slice(to))
  if (after) return { from, to: to + after[0].length, by: '' }
  const before = /,\s*$/.exec(file.text.slice(0, from))
  return { from: before ? from - before[0].length : from, to, by: '' }
}

function mutations(files: readonly DefinitionFile[]): Mutation[] {
  const random = seeded(20261120)
  const spots = files.filter(each => each.path.endsWith('.json')).flatMap(spotsOf)
  const byFault = faults
    .map(fault => ({ fault, spots: spots.filter(spot => fault.applies(spot)) }))
    .filter(each => each.spots.length > 0)
  return Array.from({ length: wanted }, (_, i): Mutation => {
    const { fault, spots: fit } = byFault[i % byFault.length] ?? { fault: faults[0] as Fault, spots }
    const spot = fit[Math.floor(random() * fit.length)] as Spot
    const { from, to, by, at } = fault.edit(spot, random)
    const text = spot.file.text.slice(0, from) + by + spot.file.text.slice(to)
    const detail = `${spot.file.text.slice(from, Math.min(to, from + 60)) || '…'} -> ${by.slice(0, 80)}`
    return { what: fault.what, file: spot.file.path, text, line: lineAt(spot.file.text, at ?? from), detail }
  })
}

describe('random faults in the real definitions', () => {
  const files = definitions()

  it('the definitions themselves hold', () => {
    expect(readModel(files).problems).toEqual([])
  })

  it('messages that registers use without naming them are there', () => {
    const { messages } = readModel(files).model
    expect(defaultMessageCodes.filter(code => !Object.hasOwn(messages, code))).toEqual([])
    const checks = ['required', 'field-unknown', 'list-invalid', 'list-too-short', 'list-too-long', 'register-unknown']
    expect(checks.filter(code => !Object.hasOwn(messages, code))).toEqual([])
  })

  it(`${wanted} faults are told, at least ${leastExact * 100} % of them at their exact line`, { timeout: 300_000 }, () => {
    const missed: string[] = []
    for (const { what, file, text, line, detail } of mutations(files)) {
      const { problems } = readModel(files.map(each => (each.path === file ? { path: file, text } : each)))
      if (problems.some(problem => problem.file === file && problem.line === line)) continue
      const told = problems.slice(0, 2).map(problem => `${problem.file}:${problem.line} ${problem.code}`)
      missed.push(`${what} at ${file}:${line} (${detail}): ${told.join(', ') || 'nothing'}`)
    }
    const exact = 1 - missed.length / wanted
    console.log(`${wanted} faults, ${(exact * 100).toFixed(1)} % told at their exact line.`)
    expect(exact, missed.join('\n')).toBeGreaterThanOrEqual(leastExact)
  })
})
