import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { fileKindOf } from './definitions.ts'
import type { ProblemCollector } from './problemCollector.ts'
import { recoverShape } from './recoverShape.ts'
import { checkSchemaAddress } from './schemaAddress.ts'
import { checkShape } from './shape.ts'
import { gatherSharedFields, withSharedFields } from './sharedFields.ts'
import type { Source } from './source.ts'

/** A file as it is, and as it is understood by the others. */
export interface SourceReading {
  readonly source: Source
  /** The file itself, or what stands in for one of a wrong shape; nothing where that cannot be said. */
  readonly meant: Source | undefined
  /** Whether the file is wrong in its shape: no more is told of it until that is mended. */
  readonly wrong: boolean
  /** Whether what stands in may lack what others need. */
  readonly lossy: boolean
}

/** Reads what the files say: their shared fields, their shape. */
export function readSources(sources: readonly Source[], report: ProblemCollector): SourceReading[] {
  const read = sources.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const isShared = (source: Source): boolean => fileKindOf(source.path)?.kind === 'shared'
  const sharing = new Map(read.filter(isShared).map(source => [source, readingOf(source, report)]))
  const shared = gatherSharedFields([...sharing.keys()])
  // A fault of theirs is told there, and not again at each field that is not found for it.
  const isWhole = [...sharing.values()].every(({ wrong }) => !wrong)
  return read.map(
    source =>
      sharing.get(source) ?? readingOf(hasFields(source) ? withSharedFields(source, shared, isWhole, report) : source, report),
  )
}

const hasFields = ({ path }: Source): boolean => ['register', 'register-ui', 'report'].includes(fileKindOf(path)?.kind ?? '')

function readingOf(source: Source, report: ProblemCollector): SourceReading {
  const kind = fileKindOf(source.path)?.kind
  for (const fault of source.faults) report.at(source.path, fault.place, fault.code, fault.message)
  if (kind === undefined || kind === 'sql') return { source, meant: source, wrong: false, lossy: false }
  const broken = source.faults.length > 0
  if (!broken) checkSchemaAddress(source, kind, report)
  // The seeming content of broken JSON is not judged.
  if (!broken && checkShape(source, kind, report)) return { source, meant: source, wrong: false, lossy: false }
  const recovered = recoverShape(source.value, kind)
  if (recovered === undefined) return { source, meant: undefined, wrong: true, lossy: true }
  return { source, meant: { ...source, value: recovered.value }, wrong: true, lossy: broken || recovered.lossy }
}

/**
 * Files of which nothing more can be said: those of a wrong shape, and those that build on one whose meaning is not sure, by
 * whatever number of steps.
 */
export function unsureFiles(readings: readonly SourceReading[]): ReadonlySet<string> {
  const unsure = new Set(readings.filter(({ wrong }) => wrong).map(({ source }) => source.path))
  let names = namesOf(readings.filter(({ lossy }) => lossy))
  while (names.size > 0) {
    const builtOn = names
    const next = readings.filter(({ source }) => !unsure.has(source.path) && mentions(source, builtOn))
    for (const { source } of next) unsure.add(source.path)
    names = namesOf(next)
  }
  return unsure
}

const namesOf = (readings: readonly SourceReading[]): ReadonlySet<string> =>
  new Set(readings.flatMap(({ source }) => fileKindOf(source.path)?.name ?? []))

/** Tells whether a file is one of these, or names one as a text or as a member. */
const mentions = (source: Source, names: ReadonlySet<string>): boolean => [...names].some(name => wordsOf(source).has(name))

const words = new WeakMap<Source, ReadonlySet<string>>()

const wordsOf = (source: Source): ReadonlySet<string> =>
  memoizeByKey(words, source, () => {
    const found = new Set([fileKindOf(source.path)?.name ?? ''])
    const look = (part: unknown): void => {
      if (typeof part === 'string') found.add(part).add(part.slice(part.lastIndexOf('/') + 1).split('.')[0] ?? '')
      if (part === null || typeof part !== 'object') return
      for (const [key, each] of Object.entries(part)) {
        found.add(key)
        look(each)
      }
    }
    look(source.value)
    return found
  })
