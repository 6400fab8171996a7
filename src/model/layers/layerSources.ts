import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { isRecord } from '../../base/record.ts'
import type { DefinitionProblem } from '../problem.ts'
import { fileKindOf } from '../source/definitions.ts'
import { nearestWord } from '../source/nearest.ts'
import type { ProblemCollector, ProblemDetail } from '../source/problemCollector.ts'
import { type DefinitionFile, fileName, type JsonPath, readSource, type Source } from '../source/source.ts'
import { driftOf, isKept, type Lock, lockName, noLock, readLock } from './drift.ts'
import { isOwnName, type Layer, type MergeListener, type Override } from './layerContext.ts'
import { type LayeredValue, layeredValue, nearestOfLayer, plainValue, writtenAt } from './layeredValue.ts'
import { rulesOf } from './layerRules.ts'
import { checkOrder, isVersionOf, type Manifest, manifestName, presentVersion, readManifest } from './manifest.ts'
import { mergeWord } from './mergeLayer.ts'

/** Layers over the definitions, and all that they say. */
export interface LayersReading {
  readonly layers: readonly Layer[]
  readonly overrides: readonly Override[]
  /** Findings that people should look at, and of which nothing breaks: told like problems, at the line of the layer. */
  readonly notices: readonly DefinitionProblem[]
}

/** The definitions with their layers merged in. */
export interface LayeredSources {
  readonly sources: readonly Source[]
  readonly reading?: LayersReading
}

/**
 * Reads files of the product and of layers over it. A layer's file at the path of a product's is merged into it; its problems are told at its own lines, and it
 * falls whole with a part that is wrong: no layer ever switches itself off.
 */
export function layerSources(files: readonly DefinitionFile[], report: ProblemCollector): LayeredSources {
  const own = files
    .filter(({ layer, path }) => layer === undefined && fileKindOf(path) !== undefined)
    .map(file => readSource(file))
  if (files.every(({ layer }) => layer === undefined)) return { sources: own }
  const notices = new NoticeCollector()
  const manifests = readManifests(files, report)
  const overrides: Override[] = []
  const merged = new Map(own.map(source => [source.path, source]))
  for (const file of files) {
    const manifest = manifests.get(file.layer ?? '')
    if (file.layer === undefined || !manifest || fileKindOf(file.path) === undefined) continue
    const read = readSource({ path: fileName(file), text: file.text })
    if (isStrange(file.path, manifest, merged)) {
      tellStrange(file.path, read, manifest, merged.keys(), report)
      continue
    }
    const over = { read, source: { ...read, layer: manifest.name }, manifest, path: file.path, lock: lockOf(files, file.layer) }
    merged.set(file.path, laidOver(merged.get(file.path), over, report, notices, overrides))
  }
  for (const [at, manifest] of manifests) tellDrift(manifest, overrides, lockOf(files, at), notices)
  return { sources: [...merged.values()], reading: { layers: [...manifests.values()], overrides, notices: notices.problems } }
}

/** Tables, addresses and texts are called like their files: one of the layer's own has its prefix. */
function isStrange(path: string, manifest: Manifest, known: ReadonlyMap<string, Source>): boolean {
  const { kind, name = '' } = fileKindOf(path) ?? {}
  const named = kind === 'messages' || kind === 'permissions' || kind === 'shared'
  return !known.has(path) && !named && !isOwnName(name, manifest)
}

function tellStrange(
  path: string,
  source: Source,
  { prefix }: Manifest,
  known: Iterable<string>,
  report: ProblemCollector,
): void {
  const message = `The product has no file ${path}; one of a layer's own is called "x_${prefix}_…".`
  report.add(source, [], 'layer-name', message, { word: path, candidates: known })
}

function tellDrift(manifest: Manifest, overrides: readonly Override[], lock: Lock, notices: NoticeCollector): void {
  const { source, product } = manifest
  if (!isVersionOf(presentVersion, product))
    notices.add(source, ['product'], 'layer-product', `The layer was made for ${product}; this is ${presentVersion}.`)
  const { drifts, unaccepted } = driftOf(manifest, overrides, lock)
  for (const { override, message } of drifts) notices.add(override.source, override.path, 'layer-drift', message)
  if (unaccepted === 0) return
  const message = `${unaccepted} of its words are not in ${lockName}: nobody would tell when the product changes there. npm run layers -- accept`
  notices.add(source, ['name'], 'layer-unaccepted', message)
}

const locks = new WeakMap<Source, Lock>()

/** The same as long as the file is: what was merged with it is kept as well. */
function lockOf(files: readonly DefinitionFile[], at: string): Lock {
  const file = files.find(({ layer, path }) => layer === at && path === lockName)
  if (!file) return noLock
  const source = readSource({ path: fileName(file), text: file.text })
  return memoizeByKey(locks, source, () => readLock(source))
}

function readManifests(files: readonly DefinitionFile[], report: ProblemCollector): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>()
  for (const at of new Set(files.flatMap(({ layer }) => layer ?? []))) {
    const file = files.find(each => each.layer === at && each.path === manifestName)
    const path = `${at}/${manifestName}`
    if (!file) report.at(path, { line: 1, column: 1 }, 'layer-manifest', `The folder is no layer: it has no ${manifestName}.`)
    const manifest = file && readManifest(readSource({ path, text: file.text }), at, report)
    if (manifest) manifests.set(at, manifest)
  }
  checkOrder([...manifests.values()], report)
  return manifests
}

/** A layer's file, as it lies over what is there by then. */
interface LaidFile {
  /** As it was read, which stays the same as long as the file does. */
  readonly read: Source
  /** The same, with the name of its layer. */
  readonly source: Source
  readonly manifest: Manifest
  /** Its path in the product. */
  readonly path: string
  readonly lock: Lock
}

interface Told {
  readonly path: JsonPath
  readonly code: string
  readonly message: string
  readonly detail?: ProblemDetail
  readonly isNotice: boolean
}

interface Laid extends Pick<Layer, 'name' | 'prefix'> {
  readonly lock: Lock
  readonly made: Source
  readonly told: readonly Told[]
  readonly overrides: readonly Override[]
}

const made = new WeakMap<object, WeakMap<Source, Laid>>()
const nothing = {}

/** The file with the layer's in it. A merge is kept as long as both files are, for the Model keeps what it made of it. */
function laidOver(
  base: Source | undefined,
  file: LaidFile,
  report: ProblemCollector,
  notices: NoticeCollector,
  overrides: Override[],
): Source {
  const known = made.get(base ?? nothing) ?? new WeakMap<Source, Laid>()
  made.set(base ?? nothing, known)
  const last = known.get(file.read)
  const { name, prefix } = file.manifest
  const { lock } = file
  const isSame = last?.name === name && last.prefix === prefix && last.lock === lock
  const laid = isSame ? last : { ...lay(base, file), name, prefix, lock }
  known.set(file.read, laid)
  const { source } = file
  for (const fault of source.faults) report.at(source.path, fault.place, fault.code, fault.message)
  for (const { path: at, code, message, detail, isNotice } of laid.told)
    if (isNotice) notices.add(source, at, code, message, detail)
    else report.add(source, at, code, message, detail)
  overrides.push(...laid.overrides)
  return laid.made
}

function lay(base: Source | undefined, file: LaidFile): Omit<Laid, 'name' | 'prefix' | 'lock'> {
  const told: Told[] = []
  const overrides: Override[] = []
  const listener: MergeListener = {
    problem: (_source, at, code, message, detail) =>
      told.push({ path: at, code, message, isNotice: false, ...(detail ? { detail } : {}) }),
    notice: (_source, at, code, message, detail) =>
      told.push({ path: at, code, message, isNotice: true, ...(detail ? { detail } : {}) }),
    override: override => overrides.push(override),
  }
  const { source, path } = file
  const whole = source.faults.length > 0 ? baseValue(base, source) : mergeFile(base, file, listener)
  return { made: withLayers(base, source, path, whole), told, overrides }
}

const wholes = new WeakMap<Source, LayeredValue>()

const baseValue = (base: Source | undefined, source: Source): LayeredValue =>
  base ? (wholes.get(base) ?? layeredValue(base, base.value)) : layeredValue(source, source.value)

function mergeFile(base: Source | undefined, { source, manifest, path, lock }: LaidFile, listener: MergeListener): LayeredValue {
  const kind = fileKindOf(path)
  const { value } = source
  const wasThere = (at: readonly string[]): boolean => isKept(lock, path, at)
  const context = { layer: manifest, file: path, source, listener, wasThere }
  if (base && (kind?.kind === 'sql' || !isRecord(value))) {
    listener.problem(source, [], 'layer-refused', 'SQL of the product is its own: write a report of a name of your own.')
    return baseValue(base, source)
  }
  const given = base ? baseValue(base, source) : beginning(value, kind?.kind)
  if (!given) {
    listener.override({ layer: manifest.name, file: path, at: '', is: path, source, path: [] })
    return layeredValue(source, value)
  }
  if (!kind || kind.kind === 'sql' || !isRecord(value)) return layeredValue(source, value)
  return mergeWord(given, { value, path: [], at: [], rules: rulesOf(kind.kind) }, context)
}

/** Files that hold nothing but named things have no name of their own: a layer's begins as an empty one. */
function beginning(value: unknown, kind: string | undefined): LayeredValue | undefined {
  const member = kind === 'messages' ? 'messages' : kind === 'permissions' || kind === 'shared' ? 'properties' : undefined
  if (member === undefined || !isRecord(value)) return undefined
  const written = { source: empty, path: [] }
  const rest = Object.entries(value).filter(([key]) => key !== member && key !== '$schema')
  return {
    written,
    members: new Map([
      ...rest.map(([key, part]) => [key, layeredValue(empty, part, [key])] as const),
      [member, { written: { source: empty, path: [member] }, members: new Map() }] as const,
    ]),
  }
}

const empty: Source = {
  path: '',
  value: {},
  faults: [],
  place: () => ({ line: 1, column: 1 }),
  within: () => ({ line: 1, column: 1 }),
}

/** The source of a merged file: its problems are told where the words were written, and it falls with each of its parts. */
function withLayers(base: Source | undefined, source: Source, path: string, whole: LayeredValue): Source {
  const made: Source = {
    path,
    value: plainValue(whole),
    faults: [],
    ...(source.words ? { words: source.words } : {}),
    place: (at, part) => {
      const written = writtenAt(whole, at)
      return written.source.place(written.path, part)
    },
    within: (at, offset) => {
      const written = writtenAt(whole, at, offset)
      return written.source.within(written.path, written.offset ?? 0)
    },
    origin: (at, offset) => {
      const written = writtenAt(whole, at, offset)
      if (written.source === empty) return { source, path: written.path }
      // A file of the product that is known to be right has no fault but what layers make of it.
      const isSound = written.source.sound && written.source.layer === undefined
      return (isSound && nearestOfLayer(whole, at)) || written
    },
    uses: new Set([...(base?.uses ?? []), source.path]),
  }
  wholes.set(made, whole)
  return made
}

/** Gathers what is worth a look. */
class NoticeCollector {
  readonly problems: DefinitionProblem[] = []

  add(source: Source, path: JsonPath, code: string, message: string, { word, candidates = [] }: ProblemDetail = {}): void {
    const didYouMean = word === undefined ? undefined : nearestWord(word, candidates)
    const place = source.place(path, 'key')
    this.problems.push({ file: source.path, ...place, code, message, ...(didYouMean === undefined ? {} : { didYouMean }) })
  }
}
