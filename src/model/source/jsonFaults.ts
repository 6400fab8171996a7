import { createScanner, type ParseError, printParseErrorCode } from 'jsonc-parser'

/** The fault of a text that is no JSON, and the character where it went wrong. */
export interface JsonFault {
  readonly offset: number
  readonly message: string
}

/**
 * The first fault of a text that is no JSON, where it was made: a missing comma behind the value that it belongs to, a missing
 * bracket at the line from which on the indentation no longer fits. What a parser tells after the first fault comes of it.
 */
export function jsonFault(text: string, errors: readonly ParseError[]): JsonFault | undefined {
  const [first] = errors
  if (first === undefined) return undefined
  const tokens = tokensOf(text)
  if (tokens[0] && tokens[0].begin !== '{') return { offset: 0, message: '"{" is missing' }
  const open = unclosed(text, tokens)
  if (open && open.offset <= first.offset) return open
  const at = tokens.findIndex(token => token.offset >= first.offset)
  const before = tokens[at < 0 ? tokens.length - 1 : at - 1]
  const name = printParseErrorCode(first.error)
  if (before && isCommaTooMany(before, tokens[at])) return { offset: before.offset, message: 'one comma too many' }
  // A missing character belongs behind the token before it, which may be on an earlier line.
  const isLater = before && missing.has(name) && text.slice(before.end, first.offset).includes('\n')
  const offset = isLater ? behind(before) : first.offset
  return { offset, message: words(name) }
}

const missing = new Set(['CommaExpected', 'ColonExpected', 'CloseBraceExpected', 'CloseBracketExpected', 'ValueExpected'])

interface Token {
  readonly offset: number
  readonly end: number
  /** Its first character. */
  readonly begin: string
}

function tokensOf(text: string): Token[] {
  const scanner = createScanner(text, true)
  const tokens: Token[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    tokens.push({ offset, end: offset + scanner.getTokenLength(), begin: text[offset] ?? '' })
  }
  return tokens
}

const closerOf = new Map([
  ['{', '}'],
  ['[', ']'],
])
const closers = new Set(closerOf.values())

/** `[1, ]`: the parser complains of what comes after it. */
const isCommaTooMany = (token: Token, next: Token | undefined): boolean =>
  token.begin === ',' && (next === undefined || closers.has(next.begin))

interface Opened {
  /** The character that closes it. */
  readonly closer: string
  /** Spaces before the line on which it was opened. */
  readonly indent: number
  readonly line: number
}

/**
 * A bracket that is never closed, told by how the lines are indented: what is inside stands further to the right than the line
 * that opened it. The place is the end of what was last written inside.
 */
function unclosed(text: string, tokens: readonly Token[]): JsonFault | undefined {
  const opened: Opened[] = []
  let last = -1
  for (const [i, token] of tokens.entries()) {
    const line = text.lastIndexOf('\n', token.offset - 1) + 1
    const top = opened.at(-1)
    const before = tokens[i - 1]
    const indent = line === last ? undefined : token.offset - line
    last = line
    if (top && before && isOutside(token, top, line, indent)) {
      const offset = token.begin === ',' && indent !== undefined ? token.offset : behind(before)
      return { offset, message: `"${top.closer}" is missing` }
    }
    const closer = closerOf.get(token.begin)
    if (closer) opened.push({ closer, indent: /^[ \t]*/.exec(text.slice(line))?.[0].length ?? 0, line })
    else if (closers.has(token.begin)) opened.pop()
  }
  return undefined
}

/** Tells whether a token shows that the bracket was left without being closed. `indent`: of the first one of a line. */
function isOutside({ begin }: Token, top: Opened, line: number, indent: number | undefined): boolean {
  if (closers.has(begin) && begin !== top.closer) return true
  if (indent === undefined || line === top.line) return false
  return begin === top.closer ? indent < top.indent : indent <= top.indent
}

const behind = (token: Token): number => Math.max(token.offset, token.end - 1)

/** 'CommaExpected' as words. */
const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
