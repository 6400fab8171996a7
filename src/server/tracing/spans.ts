import { membersOf } from '../../base/record.ts'

export type SpanValues = Readonly<Record<string, string | number | boolean>>

/** A piece of work as a trace tells of it. Neither names nor values may hold what a person typed, nor a secret. */
export interface SpanStart {
  readonly name: string
  /** `server`: somebody asked for it. `client`: something is asked of another service. */
  readonly kind?: 'server' | 'client' | 'internal'
  readonly values?: SpanValues
  /** Headers of a request, which may name the trace that it belongs to. */
  readonly headers?: Readonly<Record<string, unknown>>
}

/** A piece of work that has begun. */
export interface BegunSpan {
  /** Does what belongs to it: what begins meanwhile is its part. */
  run<T>(work: () => T): T
  add(values: SpanValues): void
  rename(name: string): void
  /** `failure`: what sort of failure it was, no message. */
  end(failure?: string): void
}

/** Takes traces. */
export interface Spans {
  begin(start: SpanStart): BegunSpan
  /** Tells whether this is part of a piece of work. */
  isInside(): boolean
}

let taken: Spans | undefined

/** Where traces go from now on; nowhere when nothing is given. */
export const takeSpans = (spans: Spans | undefined): void => {
  taken = spans
}

/** Where traces go; undefined, which costs nothing, unless somebody asked for them. */
export const openSpans = (): Spans | undefined => taken

const nowhere = { add: () => undefined }

/** Does a piece of work as a span of its own. */
export async function inSpan<T>(start: SpanStart, work: (span: Pick<BegunSpan, 'add'>) => Promise<T>): Promise<T> {
  const spans = taken
  if (!spans) return work(nowhere)
  const span = spans.begin(start)
  try {
    const result = await span.run(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureName(error))
    throw error
  }
}

/** Returns the sort of a failure: its message may hold a value. */
function failureName(error: unknown): string {
  const { reason, code, name } = membersOf(error)
  const known = [reason, code, name].find(each => typeof each === 'string' && /^[\w.-]{1,60}$/.test(each))
  return typeof known === 'string' ? known : 'error'
}
