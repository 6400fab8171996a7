import type { ASTNode } from '@marcbachmann/cel-js'
import { formatDate } from '../../src/base/dates.ts'
import { baseEnvironment } from '../../src/model/expression/environment.ts'
import type { Expression, Field } from '../../src/model/model.ts'
import { childListOfNode, type ExpressionNames, fieldOfNode, rowRegisterOfNode, titleOfNode } from './expressionNames.ts'
import { capitalized, inQuotes, joinWords } from './phrase.ts'

let environment: ReturnType<typeof baseEnvironment> | undefined

function parse(expression: Expression): ASTNode | undefined {
  environment ??= baseEnvironment()
  try {
    return environment.parse(expression).ast
  } catch {
    return undefined
  }
}

/** A condition in words: '“Cliente” está marcado e “Limite” é maior que 0'. What cannot be read stays as it is written. */
export function describeCondition(expression: Expression, names: ExpressionNames): string {
  const node = parse(expression)
  return node ? condition(node, names, true) : expression
}

/** A computed value in words: '“Preço de custo” × 2, arredondado a 2 casas'. */
export function describeValue(expression: Expression, names: ExpressionNames): string {
  const node = parse(expression)
  return node ? value(node, names) : expression
}

/** As a sentence of its own. */
export const asSentence = (text: string): string => `${capitalized(text)}.`

const opposite: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

function condition(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  if (node.op === '!_') return condition(node.args, names, !yes)
  if (node.op === '&&' || node.op === '||') return together(node, names, yes)
  if (node.op in opposite) return comparison(node, names, yes)
  if (node.op === 'value' && typeof node.args === 'boolean') return node.args === yes ? 'sempre' : 'nunca'
  if (node.op === 'call' && node.args[0] === 'empty' && node.args[1][0]) return emptiness(node.args[1][0], names, yes)
  if (node.op === 'in') return membership(node, names, yes)
  if (node.op === 'rcall') return about(node, names, yes)
  if (node.op === '?:') return choice(node, names, each => condition(each, names, yes))
  return truth(node, names, yes)
}

/** `a && b`, `a || b`; denied, each part is denied and the word changes. */
function together(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  const parts = flat(node, node.op)
  const word = (node.op === '&&') === yes ? 'e' : 'ou'
  return joinWords(
    parts.map(part => {
      const said = condition(part, names, yes)
      return part.op === '&&' || part.op === '||' ? `(${said})` : said
    }),
    word,
  )
}

const flat = (node: ASTNode, op: string): ASTNode[] =>
  node.op === op ? (node.args as ASTNode[]).flatMap(part => flat(part, op)) : [node]

function comparison(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  const [left, right] = node.args as [ASTNode, ASTNode]
  const operator = yes ? node.op : (opposite[node.op] ?? node.op)
  const places = roundedTo(left, right) ?? roundedTo(right, left)
  if (places && (operator === '==' || operator === '!='))
    return `${value(places.of, names)} tem ${operator === '==' ? 'no máximo' : 'mais de'} ${places.count} casas decimais`
  if ((operator === '==' || operator === '!=') && isBlank(right, fieldOfNode(left, names)))
    return emptiness(left, names, operator === '==')
  const field = fieldOfNode(left, names)
  return `${value(left, names)} ${comparing(operator, field, right)} ${literal(right, field) ?? value(right, names)}`
}

/** `round(x, 2) == x` asks for at most two places. */
function roundedTo(round: ASTNode, of: ASTNode): { of: ASTNode; count: number } | undefined {
  if (round.op !== 'call' || !['round', 'roundHalfUp'].includes(round.args[0])) return undefined
  const [inner, places] = round.args[1]
  const same = inner?.op === 'id' && of.op === 'id' && inner.args === of.args
  return same && places?.op === 'value' ? { of, count: Number(places.args) } : undefined
}

/** An empty text, and the zero of a reference, say that nothing is filled in. */
const isBlank = (node: ASTNode, field: Field | undefined): boolean =>
  node.op === 'value' && (node.args === '' || (field?.kind === 'reference' && Number(node.args) === 0))

const words: Readonly<Record<string, string>> = {
  '==': 'é igual a',
  '!=': 'é diferente de',
  '<': 'é menor que',
  '<=': 'é no máximo',
  '>': 'é maior que',
  '>=': 'é pelo menos',
}
const wordsOfTime: Readonly<Record<string, string>> = {
  ...words,
  '<': 'é antes de',
  '<=': 'não é depois de',
  '>': 'é depois de',
  '>=': 'não é antes de',
}

function comparing(operator: string, field: Field | undefined, right: ASTNode): string {
  if (right.op === 'value' && operator === '==') return 'é'
  if (right.op === 'value' && operator === '!=') return 'não é'
  const isTime = field !== undefined && ['date', 'dateTime', 'time'].includes(field.kind)
  return (isTime ? wordsOfTime : words)[operator] ?? operator
}

/** A literal beside a field: the title of a choice. */
function literal(node: ASTNode, field: Field | undefined): string | undefined {
  if (node.op !== 'value') return undefined
  const chosen = field?.choices?.find(each => String(each.value) === String(node.args))
  return chosen ? inQuotes(chosen.title) : undefined
}

function emptiness(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  if (childListOfNode(node, names)) return `${value(node, names)} ${yes ? 'não tem linhas' : 'tem linhas'}`
  return `${value(node, names)} ${yes ? 'está em branco' : 'está preenchido'}`
}

function membership(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  const [left, right] = node.args as [ASTNode, ASTNode]
  const field = fieldOfNode(left, names)
  const options = right.op === 'list' ? right.args.map(each => literal(each, field) ?? value(each, names)) : [value(right, names)]
  return `${value(left, names)} ${yes ? 'é' : 'não é'} ${joinWords(options, 'ou')}`
}

const tests: Readonly<Record<string, readonly [string, string]>> = {
  startsWith: ['começa com', 'não começa com'],
  endsWith: ['termina com', 'não termina com'],
  contains: ['contém', 'não contém'],
  matches: ['tem a forma', 'não tem a forma'],
}

/** `x.startsWith(y)`, `rows.all(r, …)`. */
function about(node: ASTNode & { op: 'rcall' }, names: ExpressionNames, yes: boolean): string {
  const [name, subject, args] = node.args
  const test = tests[name]
  const [first, second] = args
  if (test && first) return `${value(subject, names)} ${test[yes ? 0 : 1]} ${value(first, names)}`
  const rows = rowRegisterOfNode(subject, names)
  if (rows && first?.op === 'id' && second && (name === 'all' || name === 'exists')) {
    const inner = { ...names, rows: new Map([...(names.rows ?? []), [first.args, rows]]) }
    const every = (name === 'all') === yes
    return `${every ? 'em todas as linhas' : 'em alguma linha'} de ${value(subject, names)}, ${condition(second, inner, yes)}`
  }
  return `${yes ? '' : 'não: '}${value(node, names)}`
}

/** A name that is true or false by itself. */
function truth(node: ASTNode, names: ExpressionNames, yes: boolean): string {
  if (node.op === 'id' && node.args === 'isNew') return yes ? 'o registro é novo' : 'o registro já existe'
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'user' && node.args[1] === 'admin')
    return yes ? 'quem usa é administrador' : 'quem usa não é administrador'
  return `${value(node, names)} ${yes ? 'está marcado' : 'não está marcado'}`
}

function choice(node: ASTNode & { op: '?:' }, names: ExpressionNames, say: (node: ASTNode) => string): string {
  const [test, then, otherwise] = node.args
  return `se ${condition(test, names, true)}, ${say(then)}; senão, ${say(otherwise)}`
}

const signs: Readonly<Record<string, string>> = { '+': '+', '-': '−', '*': '×', '/': '÷', '%': 'resto de' }
const alone: Readonly<Record<string, string>> = {
  isNew: 'registro novo',
  now: 'agora',
  today: 'hoje',
  value: 'o que foi digitado',
  reply: 'a resposta',
  selection: 'as linhas escolhidas',
  store: 'a loja',
  user: 'quem usa',
  parent: 'o registro principal',
}

function value(node: ASTNode, names: ExpressionNames): string {
  if (node.op === 'value') return constant(node.args)
  if (node.op === 'id') return quotedTitle(titleOfNode(node, names)) ?? alone[node.args] ?? inQuotes(node.args)
  if (node.op === '.') return member(node, names)
  if (node.op === '[]') return `${ordinal(node.args[1])} linha de ${value(node.args[0], names)}`
  if (node.op === '-_') return `−${value(node.args, names)}`
  if (node.op in signs) return arithmetic(node, names)
  if (node.op === 'call') return call(node.args[0], node.args[1], names)
  if (node.op === 'rcall') return call(node.args[0], [node.args[1], ...node.args[2]], names)
  if (node.op === '?:') return choice(node, names, each => value(each, names))
  if (node.op === 'list')
    return joinWords(
      node.args.map(each => value(each, names)),
      'e',
    )
  return condition(node, names, true)
}

const quotedTitle = (title: string | undefined): string | undefined => (title === undefined ? undefined : inQuotes(title))

function constant(literalValue: unknown): string {
  if (literalValue === '') return 'em branco'
  if (typeof literalValue === 'boolean') return literalValue ? 'sim' : 'não'
  if (typeof literalValue === 'string')
    return inQuotes(/^\d{4}-\d\d-\d\d$/.test(literalValue) ? formatDate(literalValue) : literalValue)
  return typeof literalValue === 'bigint' || typeof literalValue === 'number'
    ? literalValue.toLocaleString('pt-BR')
    : String(literalValue)
}

const ordinal = (node: ASTNode): string => (node.op === 'value' ? `${Number(node.args) + 1}ª` : 'uma')

const owners: Readonly<Record<string, string>> = {
  store: 'da loja',
  parent: 'do registro principal',
  user: 'de quem usa',
  reply: 'da resposta',
}

function member(node: ASTNode & { op: '.' }, names: ExpressionNames): string {
  const [owner, name] = node.args
  const title = inQuotes(titleOfNode(node, names) ?? name)
  if (owner.op === 'id' && owner.args === 'user' && name === 'stores') return 'número de lojas de quem usa'
  if (owner.op !== 'id') return `${title} da ${value(owner, names)}`
  if (names.rows?.has(owner.args)) return title
  return `${title} ${owners[owner.args] ?? `de ${value(owner, names)}`}`
}

function arithmetic(node: ASTNode, names: ExpressionNames): string {
  const [left, right] = node.args as [ASTNode, ASTNode]
  const strong = node.op === '*' || node.op === '/'
  const side = (each: ASTNode, isRight: boolean): string => {
    const brackets = each.op === '?:' || (each.op in signs && (strong ? each.op !== '*' || isRight : isRight))
    return brackets ? `(${value(each, names)})` : value(each, names)
  }
  return `${side(left, false)} ${signs[node.op]} ${side(right, true)}`
}

/** Functions in words; `$1` is the first argument. */
const calls: Readonly<Record<string, string>> = {
  round: '$1, arredondado a $2 casas',
  roundHalfUp: '$1, arredondado a $2 casas',
  size: 'número de $1',
  decimal: '$1',
  int: 'parte inteira de $1',
  string: '$1',
  abs: '$1 sem sinal',
  min: 'o menor entre $1 e $2',
  max: 'o maior entre $1 e $2',
  sum: 'soma de $1',
  money: '$1 em reais',
  format: '$1',
  digits: 'dígitos de $1',
  lower: '$1 em minúsculas',
  upper: '$1 em maiúsculas',
  fold: '$1 sem acentos',
  pad: '$1 com zeros à esquerda até $2',
  first: 'o primeiro preenchido entre $1 e $2',
  startOfDay: 'início de $1',
  endOfDay: 'fim de $1',
  date: 'dia de $1',
  addDays: '$1 mais $2 dias',
  addMonths: '$1 mais $2 meses',
  addMinutes: '$1 mais $2 minutos',
  clock: 'hora de $1',
  daysBetween: 'dias de $1 a $2',
  formatDate: '$1',
  formatDateTime: '$1',
  substring: 'parte de $1 a partir da posição $2',
  map: '$1',
}

function call(name: string, args: readonly ASTNode[], names: ExpressionNames): string {
  const ofDay = name === 'startOfDay' || name === 'endOfDay'
  const said = args.map(each => (ofDay && each.op === 'id' && each.args === 'now' ? 'hoje' : value(each, names)))
  const [first] = args
  const figure = name === 'map' ? fieldOfRows(args, names) : undefined
  if (figure !== undefined) return figure
  if (name === 'size' && first && !childListOfNode(first, names)) return contracted(`tamanho de ${said[0]}`)
  const phrase = calls[name]
  return phrase
    ? contracted(phrase.replace(/\$(\d)/g, (_, at: string) => said[Number(at) - 1] ?? ''))
    : `${name}(${said.join('; ')})`
}

/** Returns the field of a list's rows in an expression: `itens.map(i, i.valor)` is 'Valor' of 'Itens'. */
function fieldOfRows([list, row, body]: readonly ASTNode[], names: ExpressionNames): string | undefined {
  const register = list && rowRegisterOfNode(list, names)
  if (!list || !body || !register || row?.op !== 'id') return undefined
  const rows = new Map([...(names.rows ?? []), [row.args, register] as const])
  return `${value(body, { ...names, rows })} de ${value(list, names)}`
}

/** 'de o que' is said 'do que'. */
const contracted = (text: string): string => text.replace(/\bde o (?=que|primeiro|menor|maior)/g, 'do ')
