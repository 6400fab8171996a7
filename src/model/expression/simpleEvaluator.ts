import { dayOf } from '../../base/dates.ts'
import { kindByName as kindOf } from '../../kinds/values.ts'
import type { Expression, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import { CelDecimal } from './celDecimal.ts'
import { fieldToCel, fromCel, isScalarType, type ScalarType, toCel } from './convert.ts'
import type { EvaluationContext } from './scope.ts'
import { userTypes } from './user.ts'

/*
 * Most conditions of a list are as plain as `!ativo` or `preco != custo`: fields, literals, comparisons, `empty`, and, or, not.
 * They are evaluated here, so that a list with no other needs no CEL, and a check is spared it. What is not that plain, or would not pass CEL's types, is
 * left to CEL; the test of this file holds both against each other.
 */

type Read = (moment: EvaluationContext) => unknown

interface Part {
  readonly type: ScalarType
  readonly read: Read
}

type Plain = (moment: EvaluationContext) => unknown

const known = new WeakMap<Register, Map<Expression, Plain | undefined>>()

/** Returns an evaluator of the expression over a record of the register; undefined when it takes CEL. */
export function simpleEvaluatorOf(register: Register, expression: Expression): Plain | undefined {
  const all = known.get(register) ?? new Map<Expression, Plain | undefined>()
  known.set(register, all)
  if (!all.has(expression)) all.set(expression, make(register, expression))
  return all.get(expression)
}

function make(register: Register, expression: Expression): Plain | undefined {
  const tokens = tokensOf(expression)
  if (!tokens) return undefined
  const reader = new Reader(register, tokens)
  const part = reader.or()
  return part && reader.ended() ? moment => fromCel(part.read(moment)) : undefined
}

const token =
  /\s*(?:(\d+\.\d+|\d+)(?![\w.])|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|'([^'\\\r\n]*)'|"([^"\\\r\n]*)"|(&&|\|\||[=!<>]=|[<>!()]))\s*/y

interface Token {
  readonly is: 'number' | 'name' | 'text' | 'mark'
  readonly text: string
}

function tokensOf(expression: Expression): readonly Token[] | undefined {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < expression.length) {
    const [, number, name, single, double, mark] = token.exec(expression) ?? []
    const text = single ?? double
    if (number !== undefined) tokens.push({ is: 'number', text: number })
    else if (name !== undefined) tokens.push({ is: 'name', text: name })
    else if (text !== undefined) tokens.push({ is: 'text', text })
    else if (mark !== undefined) tokens.push({ is: 'mark', text: mark })
    else return undefined
  }
  return tokens
}

/** Reads the tokens by CEL's order of operators. A part that is not plain makes the whole not plain: `undefined` all the way up. */
class Reader {
  private readonly register: Register
  private readonly tokens: readonly Token[]
  private at = 0

  constructor(register: Register, tokens: readonly Token[]) {
    this.register = register
    this.tokens = tokens
  }

  ended(): boolean {
    return this.at === this.tokens.length
  }

  or(): Part | undefined {
    return this.joined(
      '||',
      () => this.and(),
      (a, b) => moment => a(moment) === true || b(moment) === true,
    )
  }

  private and(): Part | undefined {
    return this.joined(
      '&&',
      () => this.relation(),
      (a, b) => moment => a(moment) === true && b(moment) === true,
    )
  }

  private joined(mark: string, next: () => Part | undefined, join: (a: Read, b: Read) => Read): Part | undefined {
    let left = next()
    while (left && this.took(mark)) {
      const right = next()
      if (left.type !== 'bool' || right?.type !== 'bool') return undefined
      left = { type: 'bool', read: join(left.read, right.read) }
    }
    return left
  }

  private relation(): Part | undefined {
    const left = this.unary()
    const operator = Object.keys(relations).find(mark => this.took(mark))
    if (!left || operator === undefined) return left
    const right = this.unary()
    return right && compared(left, operator, right)
  }

  private unary(): Part | undefined {
    if (!this.took('!')) return this.primary()
    const part = this.unary()
    return part?.type === 'bool' ? { type: 'bool', read: moment => part.read(moment) !== true } : undefined
  }

  private primary(): Part | undefined {
    if (this.took('(')) {
      const part = this.or()
      return this.took(')') ? part : undefined
    }
    const found = this.tokens[this.at]
    this.at += 1
    if (found?.is === 'text') return { type: 'string', read: () => found.text }
    if (found?.is === 'number') return numberPart(found.text)
    if (found?.is !== 'name') return undefined
    if (found.text === 'true' || found.text === 'false') return { type: 'bool', read: () => found.text === 'true' }
    return this.took('(') ? this.call(found.text) : namePart(this.register, found.text)
  }

  private call(name: string): Part | undefined {
    const part = this.or()
    if (name !== 'empty' || !part || !this.took(')')) return undefined
    return { type: 'bool', read: moment => isEmpty(part.read(moment)) }
  }

  private took(mark: string): boolean {
    const found = this.tokens[this.at]
    const taken = found?.is === 'mark' && found.text === mark
    if (taken) this.at += 1
    return taken
  }
}

function numberPart(text: string): Part {
  const value = text.includes('.') ? new CelDecimal(Number(text)) : BigInt(text)
  return { type: typeof value === 'bigint' ? 'int' : 'decimal', read: () => value }
}

/** Fields come first: one may be called like what is around it. */
function namePart(register: Register, name: string): Part | undefined {
  const field = fieldOf(register, name)
  if (field) {
    const type = kindOf(field.kind).expressionType(field)
    return isScalarType(type) ? { type, read: ({ record }) => fieldToCel(record[name], field) } : undefined
  }
  const related =
    register.fields.some(({ reference }) => reference?.as === name) || register.lists.some(list => list.name === name)
  if (related) return undefined
  if (name === 'isNew') return { type: 'bool', read: ({ isNew }) => isNew === true }
  if (name === 'now') return { type: 'string', read: nowOf }
  if (name === 'today') return { type: 'string', read: moment => dayOf(nowOf(moment), moment.zone) }
  const [owner, member = ''] = name.split('.')
  const type = owner === 'user' && !fieldOf(register, 'user') ? userTypes[member] : undefined
  return type && { type, read: ({ user }) => toCel(user?.[member], type) }
}

const nowOf = ({ now }: EvaluationContext): string => now ?? new Date().toISOString()

const relations: Readonly<Record<string, (order: number) => boolean>> = {
  '==': order => order === 0,
  '!=': order => order !== 0,
  '<=': order => order <= 0,
  '>=': order => order >= 0,
  '<': order => order < 0,
  '>': order => order > 0,
}

function compared(left: Part, operator: string, right: Part): Part | undefined {
  const holds = relations[operator]
  const mixed = (left.type === 'decimal' && right.type === 'int') || (left.type === 'int' && right.type === 'decimal')
  const equality = operator === '==' || operator === '!='
  if (!holds || (left.type === 'bool' && !equality)) return undefined
  // The types of expressions, which are no kinds: CEL knows the equality of a decimal with a whole number in this order only.
  if (left.type !== right.type && !(mixed && (left.type === 'decimal' || !equality))) return undefined
  const order: (a: unknown, b: unknown) => number = mixed || left.type === 'decimal' ? byNumber : byOrder
  return { type: 'bool', read: moment => holds(order(left.read(moment), right.read(moment))) }
}

const numberOf = (value: unknown): number => (value instanceof CelDecimal ? value.number : Number(value))
const byNumber = (a: unknown, b: unknown): number => numberOf(a) - numberOf(b)
const byOrder = (a: unknown, b: unknown): number => (a === b ? 0 : (a as string) < (b as string) ? -1 : 1)

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value instanceof CelDecimal ? value.number === 0 : value === 0n || value === false
}
