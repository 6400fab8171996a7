import {
  type Block,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  NodeFlags,
  type ParameterDeclaration,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, type Symbol as NamedSymbol, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** The value of an expression that is known without running anything; a text may be one of several. */
type Value =
  | { readonly of: 'text'; readonly texts: readonly string[] }
  | { readonly of: 'table'; readonly sql: string }
  | { readonly of: 'list'; readonly items: readonly Value[] }
  | { readonly of: 'object'; readonly members: ReadonlyMap<string, Value> }
  | { readonly of: 'function'; readonly node: Node; readonly scope: Scope }

/** Values of parameters, by the id of their symbols. */
type Scope = ReadonlyMap<number, Value>

/** Tables as code names them: a register's, or that of the register with a role. */
export interface KnownTables {
  register(name: string): string | undefined
  role(name: string): string | undefined
}

/** More variants of one text are not followed: each is a statement to be prepared. */
const mostVariants = 24
const deepest = 40

const nothing: Scope = new Map()

/** Evaluates texts that code puts together of constants, tables and pure functions, by the compiler's own symbols. */
export class TextEvaluator {
  readonly #checker: Checker
  readonly #tables: KnownTables
  #depth = 0

  constructor(checker: Checker, tables: KnownTables) {
    this.#checker = checker
    this.#tables = tables
  }

  /** Every text that the expression may be; undefined where it hangs on what is known only when it runs. */
  texts(node: Node): readonly string[] | undefined {
    const value = this.#value(node, nothing)
    return value?.of === 'text' ? value.texts : undefined
  }

  #value(node: Node, scope: Scope): Value | undefined {
    if (this.#depth > deepest) return undefined
    this.#depth += 1
    try {
      return this.#evaluate(node, scope)
    } finally {
      this.#depth -= 1
    }
  }

  #evaluate(node: Node, scope: Scope): Value | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return text(node.text)
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
      return this.#value(node.expression, scope)
    if (isTemplateExpression(node))
      return this.#joined([
        text(node.head.text),
        ...node.templateSpans.flatMap(span => [this.#value(span.expression, scope), text(span.literal.text)]),
      ])
    if (isBinaryExpression(node))
      return node.operatorToken.kind === SyntaxKind.PlusToken
        ? this.#joined([this.#value(node.left, scope), this.#value(node.right, scope)])
        : undefined
    if (isConditionalExpression(node)) return either(this.#value(node.whenTrue, scope), this.#value(node.whenFalse, scope))
    if (isArrayLiteralExpression(node)) return this.#list(node.elements, scope)
    if (isObjectLiteralExpression(node)) return this.#object(node.properties, scope)
    if (isArrowFunction(node) || isFunctionDeclaration(node)) return { of: 'function', node, scope }
    if (isIdentifier(node)) return this.#named(this.#checker.getSymbolAtLocation(node), scope) ?? this.#literals(node)
    if (isPropertyAccessExpression(node))
      return member(this.#value(node.expression, scope), node.name.text) ?? this.#literals(node)
    if (isElementAccessExpression(node)) {
      const base = this.#value(node.expression, scope)
      if (base?.of !== 'object') return undefined
      const key = this.#value(node.argumentExpression, scope)
      const chosen: (Value | undefined)[] =
        key?.of === 'text' ? key.texts.map(name => base.members.get(name)) : [...base.members.values()]
      return chosen.reduce(either)
    }
    if (isCallExpression(node)) return this.#call(node, scope)
    return undefined
  }

  #named(symbol: NamedSymbol | undefined, scope: Scope): Value | undefined {
    if (!symbol) return undefined
    const known = scope.get(symbol.id)
    if (known) return known
    const own = symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
    const declared = own.valueDeclaration?.resolve()
    if (!declared) return undefined
    if (isVariableDeclaration(declared))
      return declared.initializer && declared.parent.flags & NodeFlags.Const
        ? this.#value(declared.initializer, scope)
        : undefined
    if (isFunctionDeclaration(declared)) return { of: 'function', node: declared, scope }
    // `const { sql } = tableOf(…)`, of which the pattern is the parent and the declaration the one above.
    if (isBindingElement(declared) && isVariableDeclaration(declared.parent.parent)) {
      const { initializer } = declared.parent.parent
      const name = declared.propertyName ?? declared.name
      return initializer && name && isIdentifier(name) ? member(this.#value(initializer, scope), name.text) : undefined
    }
    return undefined
  }

  /** The texts that the compiler knows an expression to be one of. */
  #literals(node: Node): Value | undefined {
    const type = this.#checker.getTypeAtLocation(node)
    const each = membersOf(type)
    const texts = each.flatMap(one => (one.flags & TypeFlags.StringLiteral && 'value' in one ? [String(one.value)] : []))
    return texts.length > 0 && texts.length === each.length ? { of: 'text', texts } : undefined
  }

  #list(elements: readonly Node[], scope: Scope): Value | undefined {
    const items: Value[] = []
    for (const element of elements) {
      const value = this.#value(isSpreadElement(element) ? element.expression : element, scope)
      if (!value || (isSpreadElement(element) && value.of !== 'list')) return undefined
      items.push(...(isSpreadElement(element) && value.of === 'list' ? value.items : [value]))
    }
    return { of: 'list', items }
  }

  #object(properties: readonly Node[], scope: Scope): Value {
    const members = new Map<string, Value>()
    for (const property of properties) {
      const value = isPropertyAssignment(property)
        ? this.#value(property.initializer, scope)
        : isShorthandPropertyAssignment(property)
          ? this.#named(this.#checker.getShorthandAssignmentValueSymbol(property), scope)
          : undefined
      const name = isPropertyAssignment(property) || isShorthandPropertyAssignment(property) ? property.name : undefined
      if (value && name && (isIdentifier(name) || isStringLiteral(name))) members.set(name.text, value)
    }
    return { of: 'object', members }
  }

  #call(
    { expression, arguments: given }: { readonly expression: Node; readonly arguments: readonly Node[] },
    scope: Scope,
  ): Value | undefined {
    const args = (): (Value | undefined)[] => given.map(one => this.#value(one, scope))
    if (isPropertyAccessExpression(expression))
      return this.#method(this.#value(expression.expression, scope), expression.name.text, args())
    if (!isIdentifier(expression)) return undefined
    if (expression.text === 'tableOf' || expression.text === 'roleTable') {
      const [, name] = args()
      if (name?.of !== 'text') return undefined
      const sqls = name.texts.map(one => (expression.text === 'tableOf' ? this.#tables.register(one) : this.#tables.role(one)))
      const [sql] = sqls
      if (sql === undefined || sqls.length > 1) return undefined
      return expression.text === 'tableOf' ? { of: 'table', sql } : text(sql)
    }
    if (expression.text === 'quotedIdentifier') {
      const [name] = args()
      return name?.of === 'text' ? { of: 'text', texts: name.texts.map(one => `"${one.replaceAll('"', '""')}"`) } : undefined
    }
    const called = this.#value(expression, scope)
    return called?.of === 'function' ? this.#apply(called, args()) : undefined
  }

  #method(on: Value | undefined, name: string, args: readonly (Value | undefined)[]): Value | undefined {
    const [first] = args
    if (on?.of === 'list' && name === 'join') {
      const between = first ?? text(',')
      return this.#joined(on.items.flatMap((item, at) => (at === 0 ? [item] : [between, item])))
    }
    if (on?.of === 'list' && name === 'map' && first?.of === 'function') {
      const items = on.items.map((item, at) => this.#apply(first, [item, text(`${at}`)]))
      return items.every(item => item !== undefined) ? { of: 'list', items } : undefined
    }
    if (on?.of === 'object') {
      const own = on.members.get(name)
      return own?.of === 'function' ? this.#apply(own, args) : undefined
    }
    return undefined
  }

  /** The result of a function that is one expression, or constants and a return. */
  #apply({ node, scope }: Extract<Value, { of: 'function' }>, args: readonly (Value | undefined)[]): Value | undefined {
    if (!isArrowFunction(node) && !isFunctionDeclaration(node)) return undefined
    const inner = new Map(scope)
    for (const [at, parameter] of node.parameters.entries()) {
      const value = args[at] ?? (parameter.initializer && this.#value(parameter.initializer, scope))
      if (value) this.#bind(parameter, value, inner)
    }
    const { body } = node
    if (!body) return undefined
    return isBlock(body) ? this.#returned(body, inner) : this.#value(body, inner)
  }

  #bind({ name }: ParameterDeclaration, value: Value, into: Map<number, Value>): void {
    const put = (node: Node, one: Value | undefined): void => {
      const symbol = one && this.#checker.getSymbolAtLocation(node)
      if (symbol && one) into.set(symbol.id, one)
    }
    if (isIdentifier(name)) put(name, value)
    if (!isObjectBindingPattern(name)) return
    for (const element of name.elements) {
      const of = element.propertyName ?? element.name
      if (of && element.name && isIdentifier(of) && isIdentifier(element.name)) put(element.name, member(value, of.text))
    }
  }

  #returned(body: Block, scope: Scope): Value | undefined {
    const last = body.statements.at(-1)
    const returns = body.statements.filter(isReturnStatement)
    return last && isReturnStatement(last) && last.expression && returns.length === 1
      ? this.#value(last.expression, scope)
      : undefined
  }

  #joined(parts: readonly (Value | undefined)[]): Value | undefined {
    let texts: readonly string[] = ['']
    for (const part of parts) {
      if (part?.of !== 'text') return undefined
      texts = texts.flatMap(before => part.texts.map(after => before + after))
      if (texts.length > mostVariants) return undefined
    }
    return { of: 'text', texts }
  }
}

/** The types that a type is one of: those of a union, else itself. */
export const membersOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes() : [type]

const text = (only: string): Value => ({ of: 'text', texts: [only] })

function member(value: Value | undefined, name: string): Value | undefined {
  if (value?.of === 'table') return name === 'sql' ? text(value.sql) : undefined
  return value?.of === 'object' ? value.members.get(name) : undefined
}

/** One of two; a text may be any of both, and anything else is not known. */
function either(one: Value | undefined, other: Value | undefined): Value | undefined {
  if (one?.of !== 'text' || other?.of !== 'text') return one === undefined || other === undefined ? undefined : one
  return { of: 'text', texts: [...new Set([...one.texts, ...other.texts])] }
}
