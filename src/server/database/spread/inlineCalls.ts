/** A function in SQL that reads tables or calls others. */
export interface SqlFunction {
  /** With its schema: `resumos.f_vendas`. */
  readonly name: string
  readonly body: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  /** Names of the columns where it gives rows; undefined where it gives one value. */
  readonly columns?: readonly string[]
}

/** Deeper than any function calls another. */
const DEEPEST = 10

/** Statements that make, change or name a function do not call it. */
const makesObjects = /^\s*(create|drop|alter|grant|revoke|comment|do)\b/i

/** Words that may follow a call in FROM and are no name for its rows. */
const noAlias =
  /^(where|join|left|right|full|inner|cross|natural|on|using|group|having|order|limit|offset|union|intersect|except|window|fetch|for|tablesample)$/i

/**
 * A statement with the text of functions in place of their calls, so that their tables stand in it. Functions that read no table stay
 * calls. Arguments are put in with the type of their parameter.
 */
export const inlineCalls = (text: string, functions: ReadonlyMap<string, SqlFunction>): string => {
  if (makesObjects.test(text)) return text
  const reading = new Map([...functions].filter(([, each]) => readsTables(each, functions)))
  return replaceCalls(text, reading, 0)
}

const readsTables = ({ body }: SqlFunction, functions: ReadonlyMap<string, SqlFunction>, depth = 0): boolean => {
  if (/\bfrom\b/i.test(body)) return true
  if (depth > DEEPEST) return false
  return [...functions.values()].some(other => callOf(other.name).test(body) && readsTables(other, functions, depth + 1))
}

const callOf = (name: string): RegExp => new RegExp(`(?<![\\w".])${name.replaceAll('.', '\\.')}\\s*\\(`, 'i')

function replaceCalls(text: string, functions: ReadonlyMap<string, SqlFunction>, depth: number): string {
  let made = text
  if (depth > DEEPEST) throw new Error('Functions call each other in a circle')
  for (const each of functions.values()) {
    for (let found = callOf(each.name).exec(made); found; found = callOf(each.name).exec(made)) {
      const { args, end } = readArguments(made, found.index + found[0].length)
      const filled = each.parameters.reduce((body, { name }, at) => body.replace(nameOf(name), `\u0000${at}\u0000`), each.body)
      const given = replaceCalls(filled, functions, depth + 1)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no SQL holds one, so none can be meant
      const body = given.replace(/\u0000(\d+)\u0000/g, (_, at) => `(${args[Number(at)]})::${each.parameters[Number(at)]?.type}`)
      made = `${made.slice(0, found.index)}${each.columns ? rowsOf(each, body, made.slice(end)) : `(${body})`}${made.slice(end)}`
    }
  }
  return made
}

/** A parameter where it stands alone: no column of a table, no part of another name, no word in quotes. */
const nameOf = (name: string): RegExp => new RegExp(`(?<![\\w".'$])${name}(?![\\w"'.(])`, 'g')

function rowsOf({ name, columns = [] }: SqlFunction, body: string, after: string): string {
  const [, word = ''] = /^\s*([A-Za-z_]\w*|")/.exec(after) ?? []
  const named = word !== '' && !noAlias.test(word)
  const alias = named ? '' : ` ${name.slice(name.indexOf('.') + 1)}`
  const list = columns.map(column => `"${column}"`).join(', ')
  return `(SELECT * FROM (${body}) rows_of(${list}))${alias}`
}

/** Arguments of a call, from behind its bracket on, and where it is over. */
function readArguments(text: string, start: number): { args: string[]; end: number } {
  const args: string[] = []
  let depth = 0
  let from = start
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === "'") at = text.indexOf("'", at + 1)
    else if (sign === '(' || sign === '[') depth++
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      args.push(text.slice(from, at).trim())
      from = at + 1
      if (sign === ')') return { args, end: at + 1 }
    } else if (sign === ')' || sign === ']') depth--
    if (at < 0) break
  }
  throw new Error(`A call without an end: ${text.slice(start, start + 80)}`)
}
