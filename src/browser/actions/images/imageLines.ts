import type { RegisterRow } from '../../data/registerRows.ts'
import { type ImageFile, largestMegabytes } from './imageFile.ts'

/** The outcome for a file that was sent. */
export type ImageOutcome = { readonly state: 'sending' | 'sent' } | { readonly state: 'failed'; readonly reason: string }

/** A message code with its parameters. */
export interface ImageProblem {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** A file as the dialog shows it: with its record, or why it has none. */
export interface ImageLine {
  readonly image: ImageFile
  readonly record?: RegisterRow
  readonly problem?: ImageProblem
  readonly outcome?: ImageOutcome
}

/** Names of records told where several would do. */
const mostNames = 3

/** Every file with its record; what cannot be sent comes first. */
export function imageLines(
  images: readonly ImageFile[],
  found: ReadonlyMap<number, readonly RegisterRow[]>,
  outcomes: ReadonlyMap<number, ImageOutcome>,
  nameOf: (record: RegisterRow) => string,
): readonly ImageLine[] {
  const filesOf = new Map<RegisterRow['id'], number>()
  for (const { id, fault } of images) {
    const [record, another] = found.get(id) ?? []
    if (record && !another && !fault) filesOf.set(record.id, (filesOf.get(record.id) ?? 0) + 1)
  }
  const lines = images.map((image): ImageLine => {
    const outcome = outcomes.get(image.id)
    const told = outcome ? { outcome } : {}
    const problem = (code: string, params: ImageProblem['params'] = {}) => ({ image, problem: { code, params }, ...told })
    if (image.fault) return problem(image.fault, { size: largestMegabytes })
    const rows = found.get(image.id)
    // Not asked for yet.
    if (!rows) return { image, ...told }
    const [record, another] = rows
    if (!record) return problem('images.no-record')
    if (another) return problem('images.several', { names: rows.slice(0, mostNames).map(nameOf).join(', ') })
    return (filesOf.get(record.id) ?? 0) > 1 ? { ...problem('images.twice'), record } : { image, record, ...told }
  })
  return [...lines.filter(line => line.problem), ...lines.filter(line => !line.problem)]
}

/** Tells whether a line can be sent, for the first time or again. */
export const isReady = ({ record, problem, outcome }: ImageLine): boolean =>
  record !== undefined && problem === undefined && (outcome === undefined || outcome.state === 'failed')
