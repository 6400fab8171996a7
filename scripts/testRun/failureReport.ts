import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FailureEvidence, FailureRecord } from './runRecord.ts'

/** A screen: failures that do not fit are in the file of all. */
const screenLines = 50
/** So much of what was seen and logged is told on the screen. */
const [seenLines, logLines, width] = [6, 3, 160]

/** Tells failures within one screen, and all of them, whole, in the file that it writes. */
export function failureReport(failures: readonly FailureRecord[], file: string): string[] {
  if (failures.length === 0) return []
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${failures.flatMap(failure => [...failureLines(failure, Number.POSITIVE_INFINITY), '']).join('\n')}\n`)
  const head = `── ${failures.length === 1 ? 'one failure' : `${failures.length} failures`}`
  const lines = [head]
  for (const [at, failure] of failures.entries()) {
    const told = failureLines(failure).map(line => (line.length > width ? `${line.slice(0, width - 1)}…` : line))
    // The last line says how many more there are.
    if (lines.length + told.length >= screenLines) return [...lines, `and ${failures.length - at} more: ${file}`]
    lines.push(...told)
  }
  return [...lines, `whole: ${file}`]
}

/** A failure in lines: step and place, name, what was seen, where pictures are, what the server said. */
function failureLines({ project, place, name, seen, evidence }: FailureRecord, most = seenLines): string[] {
  const told = shortened(seen, most)
  return [
    `✗ ${[project, place, name].filter(part => part !== '').join('  ')}`,
    ...told.map(line => `    ${line}`),
    ...(evidence ? evidenceLines(evidence, most) : []),
  ]
}

/** The message and, of a long difference, what differs. */
function shortened(seen: readonly string[], most: number): readonly string[] {
  if (seen.length <= most) return seen
  const at = seen.indexOf('- Expected')
  const telling = at === -1 ? seen : [...seen.slice(0, at), ...seen.slice(at + 2).filter(line => /^[-+]/.test(line))]
  return [...telling.slice(0, most - 1), `… ${seen.length - Math.min(telling.length, most - 1)} lines more`]
}

function evidenceLines({ pages, log }: FailureEvidence, most: number): string[] {
  const shown = pages.map(({ url, picture, document }) => `    page ${picture ?? ''}${document ? ' and .html' : ''}  ${url}`)
  if (!log) return shown
  const lines = log.telling.slice(most === seenLines ? -logLines : 0).map(line => `    log  ${line}`)
  return [...shown, ...lines, `    log  whole: ${log.file}`]
}
