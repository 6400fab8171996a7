import { GateError, gateNames, isShut, parseGate } from '../access/gateTree.ts'
import { compileExpression, type ExpressionScope } from '../expression.ts'
import { unwatched } from '../incremental/watchedModel.ts'
import type { Model, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import { nearestWord } from '../source/nearest.ts'
import type { ProblemDetail, ProblemReport } from '../source/problemCollector.ts'
import type { JsonPath, Source } from '../source/source.ts'
import { namesOfPage } from './contracts/pageNames.ts'
import type { DeclaredNames } from './declaredNames.ts'
import { describeFault } from './expression/expressionFault.ts'
import { foreignOptions } from './expression/optionCheck.ts'
import { farRead } from './expression/referenceReach.ts'
import { mixedTimes } from './expression/timeCheck.ts'

/** Result types of CEL that a place accepts. */
export type ExpectedTypes = readonly string[]

/** Letters that the valid words of a problem may take: more would hide the problem. */
const mostNamed = 240
/** Kinds are named all: whoever meant none of them knows none, and finds them nowhere else in the folder. */
const namedAll: ReadonlySet<string> = new Set(['kind-unknown'])

export const boolType: ExpectedTypes = ['bool']
export const scalarTypes: ExpectedTypes = ['string', 'int', 'decimal', 'bool', 'null']
export const textType: ExpectedTypes = ['string']
export const anyType: ExpectedTypes = []

/** Second pass over one file: whether the names it uses exist, and its expressions and gates hold. */
export class Checker {
  readonly source: Source
  readonly model: Model
  readonly names: DeclaredNames
  private readonly report: ProblemReport

  constructor(source: Source, model: Model, names: DeclaredNames, report: ProblemReport) {
    this.source = source
    this.model = model
    this.names = names
    this.report = report
  }

  /** Reports a problem of this file. */
  add(path: JsonPath, code: string, message: string, detail: ProblemDetail = {}): void {
    this.report.add(this.source, path, code, message, detail)
  }

  /** Reports a word that is none of the valid ones; those are named when they are few and none is near. */
  unknown(
    path: JsonPath,
    code: string,
    what: string,
    word: string,
    candidates: Iterable<string>,
    part: 'key' | 'value' = 'value',
  ): void {
    const all = [...candidates].sort()
    this.add(path, code, `There is no ${what} "${word}".${this.few(code, word, all)}`, { part, word, candidates: all })
  }

  /** The valid words when they are few and none is near. */
  private few(code: string, word: string, all: readonly string[]): string {
    const named = all.join(', ')
    const few = all.length > 0 && (named.length <= mostNamed || namedAll.has(code)) && nearestWord(word, all) === undefined
    return few ? ` There are: ${named}.` : ''
  }

  /** An address in the browser: somebody opens it. Told only where all pages are there. */
  page(path: JsonPath, address: string | undefined): void {
    if (address === undefined || !this.report.telling || !address.startsWith('/') || address.startsWith('//')) return
    this.pageNames(path, address)
    const wanted = (address.split(/[?#]/)[0] ?? '').split('/').filter(Boolean)
    const pages = pagesOf(unwatched(this.model))
    const opens = (page: string): boolean => {
      const steps = page.split('/').filter(Boolean)
      return steps.length > 0 && steps.every((step, i) => step.toLowerCase() === wanted[i]?.toLowerCase())
    }
    // A name in braces may be any page.
    if (wanted.length === 0 || wanted[0]?.includes('{') || pages.some(opens)) return
    const word = `/${wanted[0]}`
    // The page of a register that is refused is missed with it.
    if ([...this.names.registers].some(name => !this.model.registers[name] && name.toLowerCase() === wanted[0]?.toLowerCase()))
      return
    this.add(path, 'page-unknown', `No page has the address "${address}".`, { word, candidates: pages })
  }

  /** Names in the query of an address that its page takes. */
  private pageNames(path: JsonPath, address: string): void {
    const [page = '', query] = (address.split('#')[0] ?? '').split('?')
    const names = query === undefined ? undefined : namesOfPage(this.model, page)
    if (!names) return
    for (const { 1: word = '', index } of (query ?? '').matchAll(/(?:^|&)([^=&{}]+)=/g)) {
      if (names.includes(word)) continue
      const offset = page.length + 1 + index + (index > 0 ? 1 : 0)
      this.add(path, 'parameter-unknown', `The page ${page} takes no "${word}".`, { offset, word, candidates: names })
    }
  }

  /** A word that must be one of the valid ones. */
  oneOf(
    path: JsonPath,
    code: string,
    what: string,
    word: string | undefined,
    valid: Iterable<string>,
    part: 'key' | 'value' = 'value',
  ): boolean {
    if (word === undefined) return true
    const all = valid instanceof Set ? valid : new Set(valid)
    if (all.has(word)) return true
    this.unknown(path, code, what, word, all, part)
    return false
  }

  message(path: JsonPath, code: string | undefined): void {
    this.oneOf(path, 'message-unknown', 'message', code, this.names.messages)
  }

  /** A register by name; the Model's when it is there. With a refused one this file falls. */
  register(path: JsonPath, name: string | undefined): Register | undefined {
    if (name === undefined || !this.oneOf(path, 'register-unknown', 'register', name, this.names.registers)) return undefined
    const register = this.model.registers[name]
    if (register === undefined) this.leave()
    return register
  }

  /** Leaves the file out without a word: what it builds on is refused, and that was told. */
  leave(): void {
    this.report.leave(this.source)
  }

  /** A field of a register, by name. */
  field(
    path: JsonPath,
    register: Pick<Register, 'name' | 'fields'>,
    name: string | undefined,
    part: 'key' | 'value' = 'value',
  ): boolean {
    return this.oneOf(path, 'field-unknown', `field of ${register.name}`, name, fieldNamesOf(register), part)
  }

  fields(path: JsonPath, register: Pick<Register, 'name' | 'fields'>, names: readonly string[] | undefined): void {
    names?.forEach((name, i) => {
      this.field([...path, i], register, name)
    })
  }

  /** A field that has a readable column in the table: nothing else can be filtered, sorted, searched or indexed by. */
  kept(path: JsonPath, register: Pick<Register, 'name' | 'fields'>, name: string): void {
    const field = register.fields.find(each => each.name === name)
    if (field?.secret)
      this.add(path, 'column-secret', `The field ${name} is sealed ("writeOnly"): nothing is found, ordered or kept apart by it.`)
    if (!field || field.stored) return
    const message = `The field ${name} is not kept, and can be neither filtered nor sorted by: leave out "stored": false.`
    this.add(path, 'column-missing', message)
  }

  /** `nome ASC`, `grupo.nome DESC`. */
  order(path: JsonPath, register: Register, order: readonly string[] | undefined): void {
    order?.forEach((each, i) => {
      const name = each.split(' ')[0] ?? ''
      this.fieldPath([...path, i], register, name)
      if (fieldOf(register, name)?.references)
        this.add([...path, i], 'order-unfit', `"${name}" holds several records, which have no order among others.`)
      this.direction([...path, i], each)
    })
  }

  /** The answer to what stands behind the name in an order: nothing, or a direction. */
  direction(path: JsonPath, order: string): void {
    const [name = '', direction, ...more] = order.split(' ')
    if (direction === undefined || (/^(ASC|DESC)$/i.test(direction) && more.length === 0)) return
    this.add(path, 'order-invalid', `An order is a name with ASC or DESC behind it, not "${order}".`, { offset: name.length + 1 })
  }

  /** A field, or a field of a referenced record: `grupo.nome`. */
  fieldPath(path: JsonPath, register: Register, name: string): void {
    const [first = '', rest] = name.split('.')
    if (rest === undefined) {
      this.field(path, register, name)
      return
    }
    const references = register.fields.flatMap(field => (field.reference ? [field.reference] : []))
    const reference = references.find(each => each.as === first)
    if (reference === undefined) {
      const candidates = references.map(each => `${each.as}.${rest}`)
      this.unknown(path, 'relation-unknown', `relation of ${register.name}`, name, candidates)
      return
    }
    const target = this.model.registers[reference.to]
    if (target)
      this.oneOf(
        path,
        'field-unknown',
        `field of ${target.name}`,
        name,
        [...fieldNamesOf(target)].map(each => `${first}.${each}`),
      )
  }

  /** A gate: its form, its flags, its store features. One of `people` who are to do or to get something opens for somebody. */
  gate(path: JsonPath, gate: string | undefined, of?: 'people'): void {
    if (gate === undefined) return
    try {
      const tree = parseGate(gate)
      for (const { name, at } of gateNames(tree)) this.gateName(path, name, at)
      if (of && isShut(tree)) this.add(path, 'gate-invalid', `Nobody passes the gate "${gate}".`)
    } catch (error) {
      if (!(error instanceof GateError)) throw error
      this.add(path, 'gate-invalid', error.message, { offset: error.at })
    }
  }

  private gateName(path: JsonPath, name: string, offset: number): void {
    const valid = [...gateWords, ...this.names.flags, ...[...this.names.features].map(feature => `store.${feature}`)]
    if (valid.includes(name)) return
    const what = name.startsWith('store.') ? 'store feature' : 'permission flag'
    this.add(path, 'flag-unknown', `There is no ${what} "${name}".`, { offset, word: name, candidates: valid })
  }

  /**
   * An expression: its form, its names, its types, the type of its result, and whether what it reads is at hand: `reaches` says that
   * the place has what the record refers to, too.
   */
  expression(
    path: JsonPath,
    expression: string | undefined,
    scope: ExpressionScope,
    expected: ExpectedTypes,
    reaches: 'references' | 'record' = 'record',
  ): void {
    if (expression === undefined) return
    const result = compileExpression(expression, scope)
    if (!result.ok) {
      const { message, detail } = describeFault(result.error, scope)
      this.add(path, 'expression-invalid', message, detail)
      return
    }
    for (const { value, name, options, at } of foreignOptions(expression, scope))
      this.add(path, 'option-unknown', `"${value}" is no option of ${name}.${this.few('option-unknown', value, options)}`, {
        offset: at,
        word: value,
        candidates: options,
      })
    for (const { message, at } of mixedTimes(expression, scope)) this.add(path, 'expression-time', message, { offset: at })
    const { type, reads } = result.value
    const far = farRead(reads, scope, reaches)
    if (far) {
      const at = expression.indexOf(far.words)
      this.add(path, 'expression-too-far', far.message, at < 0 ? {} : { offset: at })
      return
    }
    if (expected.length > 0 && !fits(type, expected)) {
      this.add(path, 'expression-type', `The result is ${type}, but ${expected.join(' or ')} is needed here.`)
    }
  }

  /** A call's parameters and its address, whose `{names}` are fields. */
  call(path: JsonPath, call: CallLike | undefined, scope: ExpressionScope): void {
    if (call === undefined) return
    this.address([...path, 'path'], call.path, scope)
    for (const part of ['query', 'body'] as const) {
      for (const [name, expression] of Object.entries(call[part] ?? {}))
        this.expression([...path, part, name], expression, scope, anyType)
    }
    this.expression([...path, 'when'], call.when, scope, boolType)
  }

  /** `{names}` in an address. */
  address(path: JsonPath, address: string | undefined, scope: ExpressionScope): void {
    for (const match of address?.matchAll(/\{([^}]*)\}/g) ?? []) {
      const name = match[1] ?? ''
      if (scope.names.has(name.split('.')[0] ?? '')) continue
      this.add(path, 'field-unknown', `There is no field "${name}".`, {
        offset: match.index + 1,
        word: name,
        candidates: scope.names,
      })
    }
  }

  /** A regular expression. */
  pattern(path: JsonPath, pattern: string | undefined): void {
    if (pattern === undefined) return
    try {
      new RegExp(pattern, 'u')
    } catch (error) {
      this.add(path, 'pattern-invalid', `The pattern is not valid: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }

  /** Names in a list that stand twice. */
  twice(path: JsonPath, names: readonly string[], what: string, step: (i: number) => JsonPath): void {
    names.forEach((name, i) => {
      if (names.indexOf(name) < i) this.add([...path, ...step(i)], 'name-twice', `The ${what} "${name}" stands twice.`)
    })
  }
}

interface CallLike {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, string>>
  readonly when?: string
}

const gateWords = ['admin', 'owner', 'logged']

const pagesByModel = new WeakMap<Model, readonly string[]>()

/** Addresses of everything that opens in the browser. */
export function pagesOf(model: Model): readonly string[] {
  let pages = pagesByModel.get(model)
  if (pages === undefined) {
    const registers = Object.values(model.registers).flatMap(({ parent, views }) => (parent ? [] : [views.path]))
    const others = [model.screens, model.imports, model.reports].flatMap(all => Object.values(all).map(({ path }) => path))
    pages = ['/login', ...registers, ...others]
    pagesByModel.set(model, pages)
  }
  return pages
}

const known = new WeakMap<object, ReadonlySet<string>>()

/** Names of a register's fields. */
export function fieldNamesOf(register: Pick<Register, 'fields'>): ReadonlySet<string> {
  let names = known.get(register.fields)
  if (names === undefined) {
    names = new Set(register.fields.map(field => field.name))
    known.set(register.fields, names)
  }
  return names
}

/** A whole number stands for a decimal, an untyped value for anything; a list fits by its kind. */
function fits(type: string, expected: ExpectedTypes): boolean {
  if (type.startsWith('dyn') || expected.includes(type)) return true
  if (type === 'int' && expected.includes('decimal')) return true
  return (
    type.startsWith('list') &&
    expected.some(
      each => each.startsWith('list') && (type === 'list' || type.includes('<dyn') || type.includes('<T') || each === type),
    )
  )
}
