const levels: Readonly<Record<number, string>> = { 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

/** A line as pino writes it. */
interface LoggedLine {
  readonly level?: number
  readonly msg?: string
  readonly err?: { readonly message?: string }
  readonly method?: string
  readonly url?: string
  readonly status?: number
}

/** The lines of a log that tell most: its last warnings and errors, else its last lines; a person reads them. */
export function tellingLines(lines: readonly string[], most = 4): string[] {
  const read = lines.filter(line => line.trim() !== '').map(line => ({ grave: isGrave(line), text: readable(line) }))
  const grave = read.filter(each => each.grave)
  return (grave.length > 0 ? grave : read).slice(-most).map(({ text }) => text)
}

const isGrave = (line: string): boolean =>
  (parsed(line)?.level ?? 0) >= 40 || /\b(error|exception|fatal)\b/i.test(line.slice(0, 200))

function readable(line: string): string {
  const said = parsed(line)
  if (!said) return line.slice(0, 300)
  const { level = 30, msg, err, method, url, status } = said
  const parts = [levels[level] ?? String(level), method, url, status, msg, err?.message === msg ? undefined : err?.message]
  return [nameOf(line), ...parts.filter(part => part !== undefined && part !== '')].join(' ').trim().slice(0, 300)
}

/** Where several servers run, the server's name stands before its line. */
const nameOf = (line: string): string => line.slice(0, line.indexOf('{'))

function parsed(line: string): LoggedLine | undefined {
  const start = line.indexOf('{"')
  if (start === -1) return undefined
  try {
    return JSON.parse(line.slice(start)) as LoggedLine
  } catch {
    return undefined
  }
}
