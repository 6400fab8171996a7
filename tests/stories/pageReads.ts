import { memoizeByKey } from '../../src/base/memoizeByKey.ts'
import { matchRoute, type Route } from '../../src/browser/router/route.ts'
import { userTypes } from '../../src/model/expression/user.ts'
import type { Model, Rights } from '../../src/model/model.ts'

/** The facts that somebody's browser holds when it draws a page. */
export interface PageReader {
  readonly model: Model
  readonly rights: Rights
  readonly user: Readonly<Record<string, unknown>>
}

/** Parts of the Model that hold definitions by name. */
const sections = ['registers', 'screens', 'imports', 'reports', 'queries'] as const
type Section = (typeof sections)[number]

/** A definition of the Model: `registers produtos`. */
type DefinitionKey = `${Section} ${string}`

/** The page for somebody who may not open an address: it reads nothing of what is there. */
export const refusedPage = 'refused'

/**
 * Everything that the page at an address can read of whom it is shown to, as one text: to two people with the same text it looks the
 * same. These are the definitions that it shows (its own, the rows of its lists, reports that stand in it), what they mention, and the
 * fields of what that mentions, where an expression goes so far; of all that stands in them, the answer of each gate, where each address
 * leads, and what is said of the user. More may be read than a page does: then it is drawn once more than needed.
 */
export function pageReads(reader: PageReader, address: string): string {
  const place = routeOf(reader, address)
  return place ? readsOf(reader, rootOf(reader.model, place)) : refusedPage
}

function readsOf(reader: PageReader, root: DefinitionKey): string {
  const own = ownDefinitions(reader.model, root)
  const beside = mentionedIn(reader.model, own)
  const read = new Map<DefinitionKey, string>()
  for (const key of beside) read.set(key, shownBeside(reader.model, key))
  for (const key of own) read.set(key, textOf(reader.model, key))
  const strings = new Set([...read.values()].flatMap(stringsOf))
  const around = [...strings].some(goesFar) ? [...mentionedIn(reader.model, beside)].map(key => fieldsOf(reader.model, key)) : []
  return JSON.stringify({
    own: [...own].sort(),
    read: [...read].sort(([a], [b]) => (a < b ? -1 : 1)),
    around: around.sort(),
    gates: Object.keys(reader.rights)
      .filter(gate => strings.has(gate))
      .sort()
      .map(gate => [gate, reader.rights[gate]]),
    leads: [...strings]
      .filter(text => text.startsWith('/'))
      .sort()
      .map(text => [text, leads(reader, text)]),
    user: saidOfUser(reader.user, [...strings]),
  })
}

const routeOf = ({ model, rights }: PageReader, address: string): Route | undefined =>
  matchRoute(model, rights, address.split('?')[0]?.replaceAll(/\{[^}]*\}/g, '1') ?? '')

const reached = new WeakMap<Model, Map<string, boolean>>()

const leads = (reader: PageReader, address: string): boolean =>
  memoizeByKey(
    memoizeByKey(reached, reader.model, () => new Map<string, boolean>()),
    address,
    () => routeOf(reader, address) !== undefined,
  )

/** Returns the definitions of a page: its own, those of the rows of its lists, of its reports and calls. */
function ownDefinitions(model: Model, root: DefinitionKey): ReadonlySet<DefinitionKey> {
  const own = new Set<DefinitionKey>()
  const waiting = [root]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (own.has(key)) continue
    own.add(key)
    const parts = mentionedIn(model, [key])
    const lists = key.startsWith('registers ') ? (model.registers[nameOf(key)]?.lists ?? []) : []
    waiting.push(...lists.map(({ register }): DefinitionKey => `registers ${register}`))
    waiting.push(...[...parts].filter(part => part.startsWith('reports ') || part.startsWith('queries ')))
  }
  return own
}

function rootOf(model: Model, place: Route): DefinitionKey {
  if (place.kind === 'screen') return keyIn(model, 'screens', place.screen)
  if (place.kind === 'import') return keyIn(model, 'imports', place.load)
  if (place.kind === 'report') return keyIn(model, 'reports', place.report)
  return keyIn(model, 'registers', place.register)
}

function keyIn(model: Model, section: Section, definition: object): DefinitionKey {
  const found = Object.entries(model[section]).find(([, each]) => each === definition)
  if (!found) throw new Error(`The route opens what is not among the ${section}.`)
  return `${section} ${found[0]}`
}

const nameOf = (key: DefinitionKey): string => key.slice(key.indexOf(' ') + 1)

const definitionOf = (model: Model, key: DefinitionKey): object | undefined =>
  model[key.slice(0, key.indexOf(' ')) as Section][nameOf(key)]

const texts = new WeakMap<object, string>()

/** Folder and menu are no page's business, and may be called as gates are: `admin`. */
const withoutPlace = (member: string, value: unknown): unknown => (['area', 'menu'].includes(member) ? undefined : value)

/** The definition as it stands in the Model; empty where this person has none of that name. */
function textOf(model: Model, key: DefinitionKey): string {
  const definition = definitionOf(model, key)
  return definition ? memoizeByKey(texts, definition, () => JSON.stringify(definition, withoutPlace)) : ''
}

/** Returns the shown part of a register that a page mentions: values and where they lead. Its forms and acts come when somebody opens them. */
function shownBeside(model: Model, key: DefinitionKey): string {
  const register = key.startsWith('registers ') ? model.registers[nameOf(key)] : undefined
  if (!register) return textOf(model, key)
  return memoizeByKey(besides, register, () => {
    const { rules: _rules, effects: _effects, views, ...rest } = register
    const { form: _form, actions: _actions, ...shown } = views
    return JSON.stringify({ ...rest, views: shown }, withoutPlace)
  })
}

const besides = new WeakMap<object, string>()

/** Whether an expression or a column goes over a record to one that it refers to: `produto.grupo.nome`. */
const goesFar = (text: string): boolean => /[a-z_]\w*\.[a-z_]\w*\.[a-z_]/i.test(text)

/** Of what is two steps away a page knows what its values are, and no more. */
function fieldsOf(model: Model, key: DefinitionKey): string {
  const { fields = [], label, code } = (definitionOf(model, key) ?? {}) as Partial<Model['registers'][string]>
  return `${key} ${JSON.stringify([label, code, fields])}`
}

const mentions = new WeakMap<Model, Map<DefinitionKey, readonly DefinitionKey[]>>()

/** Definitions whose name stands in these: as a value, or first in the address of a call (`caixas/{id}/fechar`). */
function mentionedIn(model: Model, keys: Iterable<DefinitionKey>): ReadonlySet<DefinitionKey> {
  const known = memoizeByKey(mentions, model, () => new Map<DefinitionKey, readonly DefinitionKey[]>())
  const mentionedBy = (key: DefinitionKey): readonly DefinitionKey[] => {
    const words = stringsOf(textOf(model, key)).flatMap(text => [text, text.split('/', 1)[0] ?? ''])
    return words.flatMap(word => namesOf(model).get(word.toLowerCase()) ?? [])
  }
  return new Set([...keys].flatMap(key => memoizeByKey(known, key, () => mentionedBy(key))))
}

const namesByModel = new WeakMap<Model, ReadonlyMap<string, readonly DefinitionKey[]>>()

const namesOf = (model: Model): ReadonlyMap<string, readonly DefinitionKey[]> =>
  memoizeByKey(namesByModel, model, () => {
    const keys = sections.flatMap(section => Object.keys(model[section]).map((name): DefinitionKey => `${section} ${name}`))
    return Map.groupBy(keys, key => nameOf(key).toLowerCase())
  })

const strings = new Map<string, readonly string[]>()

/** Every string in a JSON text, names of members among them. */
function stringsOf(json: string): readonly string[] {
  return memoizeByKey(strings, json, () => {
    const quoted = new Set(json.match(/"(?:[^"\\]|\\.)*"/g))
    return [...quoted].map(each => JSON.parse(each) as string)
  })
}

/** Returns the members of the user that these texts ask for: `user.admin` is one, `user[...]` may be any. */
function saidOfUser(user: PageReader['user'], texts: readonly string[]): readonly (readonly [string, unknown])[] {
  const text = texts.join('\n')
  const any = /\buser\s*\[/.test(text)
  return Object.keys(userTypes)
    .filter(name => any || new RegExp(`\\buser\\s*\\.\\s*${name}\\b`).test(text))
    .map(name => [name, user[name]])
}
