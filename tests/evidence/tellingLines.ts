/** Levels as the product's log names them, and as pino counts them by itself. */
const levels: Readonly<Record<string, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
const grave = /^(warn|error|fatal)$/

/** The members of a log's line that are of use to a reader. */
interface LoggedLine {
  readonly level?: number | string
  readonly msg?: string
  readonly err?: { readonly message?: string }
  readonly method?: string
  readonly path?: string
  readonly status?: number
}

interface ReadLine {
  readonly isGrave: boolean
  readonly text: string
}

/** The lines of a log that tell most, for a person: its last warnings, errors and failed requests, else its last lines. */
export function tellingLines(lines: readonly string[], most = 4): string[] {
  const read = lines.filter(line => line.trim() !== '').map(readLine)
  const telling = read.filter(({ isGrave }) => isGrave)
  return (telling.length > 0 ? telling : read).slice(-most).map(({ text }) => text)
}

function readLine(line: string): ReadLine {
  // Where several servers run, the server's name stands before its line.
  const start = line.indexOf('{"')
  const logged = start === -1 ? undefined : parsed(line.slice(start))
  if (!logged) return { isGrave: /\b(error|exception|fatal)\b/i.test(line.slice(0, 200)), text: line.slice(0, 300) }
  const { level = '', msg, err, method, path, status = 0 } = logged
  const name = levels[level] ?? String(level)
  const reason = err?.message === msg ? undefined : err?.message
  const parts = [line.slice(0, start).trim(), name, method, path, status || undefined, msg, reason]
  const text = parts.filter(part => part !== undefined && part !== '').join(' ')
  return { isGrave: grave.test(name) || status >= 500, text: text.slice(0, 300) }
}

function parsed(text: string): LoggedLine | undefined {
  try {
    return JSON.parse(text) as LoggedLine
  } catch {
    return undefined
  }
}
