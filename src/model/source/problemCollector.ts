import type { DefinitionProblem } from '../problem.ts'
import { nearestWord } from './nearest.ts'
import type { JsonPath, Source, SourcePosition } from './source.ts'

/** The details of a problem: whether its key is meant, the mistyped word with the valid ones, a character inside the string. */
export interface ProblemDetail {
  readonly part?: 'key' | 'value'
  readonly word?: string
  readonly candidates?: Iterable<string>
  readonly offset?: number
}

/** The listener that is told of problems. */
export interface ProblemReport {
  /** Whether problems are told; else they only say which files fall with others. */
  readonly telling: boolean
  /** Reports one problem at a path of a file. */
  add(source: Source, path: JsonPath, code: string, message: string, detail?: ProblemDetail): void
  /** A file that falls with another one: what is wrong was told there. */
  leave(source: Source): void
}

/** Gathers problems of definitions, in the order in which they are found. */
export class ProblemCollector implements ProblemReport {
  readonly problems: DefinitionProblem[] = []
  readonly telling: boolean
  private readonly seen = new Set<string>()
  private muted: ReadonlySet<string> = new Set()
  private readonly left = new Set<string>()

  constructor(telling = true) {
    this.telling = telling
  }

  /** The same problem at the same place is reported once. */
  add(source: Source, path: JsonPath, code: string, message: string, detail: ProblemDetail = {}): void {
    if (this.muted.has(source.path)) return
    const at = source.origin?.(path, detail.offset) ?? { source, path }
    const offset = 'offset' in at ? at.offset : detail.offset
    const place = offset === undefined ? at.source.place(at.path, detail.part) : at.source.within(at.path, offset)
    const hint = detail.word === undefined ? undefined : nearestWord(detail.word, detail.candidates ?? [])
    this.at(at.source.path, place, code, message, hint)
  }

  at(file: string, place: SourcePosition, code: string, message: string, didYouMean?: string): void {
    const key = `${file}:${place.line}:${place.column}:${code}:${message}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    this.problems.push({ file, ...place, code, message, ...(didYouMean === undefined ? {} : { didYouMean }) })
  }

  /** Says no more of these files from now on. */
  mute(files: ReadonlySet<string>): void {
    this.muted = files
  }

  leave(source: Source): void {
    this.left.add(source.path)
  }

  /** Files that have a problem, or fall with one that has. */
  files(): Set<string> {
    return new Set([...this.problems.map(problem => problem.file), ...this.left])
  }
}
