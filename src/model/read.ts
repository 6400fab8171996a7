import { contentHash, deepFreeze } from '../base/objects/freeze.ts'
import { build } from './build/model.ts'
import { hiddenByLayers } from './layers/hiddenByLayers.ts'
import { type LayersReading, layerSources } from './layers/layerSources.ts'
import { checkMakers } from './layers/productMakers.ts'
import type { Model } from './model.ts'
import type { DefinitionProblem } from './problem.ts'
import { checkEffects, checkSemantics } from './semantics/checkSemantics.ts'
import { gatherDeclaredNames } from './semantics/declaredNames.ts'
import { collectDefinitions } from './source/definitions.ts'
import type { ExternalNames } from './source/externalNames.ts'
import { checkIcons } from './source/icons.ts'
import { ProblemCollector } from './source/problemCollector.ts'
import { readSources, unsureFiles } from './source/readSources.ts'
import { type DefinitionFile, fileName, readSource, type Source } from './source/source.ts'

export type { DefinitionFile } from './source/source.ts'

/** The definitions as one Model, and what is wrong with them. */
export interface ReadModel {
  readonly model: Model
  readonly problems: readonly DefinitionProblem[]
  /** Files without a problem of their own that are left out with those on which they depend. */
  readonly fallen: readonly string[]
  /** The layers over the product's definitions, and all that they say; nothing where there are none. */
  readonly layers?: LayersReading
}

/**
 * Reads the definitions into one frozen Model. A file with a problem is refused, together with what depends on it; the rest
 * stands. Each mistake is told once: everything is first checked beside what faulty files most likely mean, and who falls with
 * them falls without a word. Pure: it runs in the browser too.
 */
export function readModel(files: readonly DefinitionFile[], known: ExternalNames = {}): ReadModel {
  const { report, sources, names, model: understood, layers } = examine(files, known)
  const wrong = sources.flatMap(each => (each.wrong ? [each.source.path] : []))
  const faulty = new Set([...report.files(), ...wrong])
  let model = understood
  let sound = sources.map(({ source }) => source)
  // Each round leaves out what falls with the last one; a round without news leaves a Model that holds.
  for (let left: ReadonlySet<string> = faulty; left.size > 0; ) {
    sound = without(sound, left)
    const definitions = collectDefinitions(sound)
    model = build(definitions, known)
    const consequences = new ProblemCollector(false)
    checkSemantics(definitions, model, names, consequences, { ...known, roles: [] })
    left = consequences.files()
  }
  const kept = new Set(sound.map(({ path }) => path))
  const fallen = sources.flatMap(({ source: { path } }) => (kept.has(path) || faulty.has(path) ? [] : [path]))
  const hidden = hiddenByLayers(layers?.overrides ?? [])
  if (hidden.length > 0) model = { ...model, hiddenByLayers: hidden }
  return { model: finished(model), problems: report.problems, fallen, ...(layers ? { layers } : {}) }
}

/** Returns the problems of definitions, as `readModel` tells them, and nothing else. */
export const checkDefinitions = (files: readonly DefinitionFile[], known: ExternalNames = {}): readonly DefinitionProblem[] =>
  examine(files, known).report.problems

/** Checks everything beside what faulty files most likely mean. */
function examine(files: readonly DefinitionFile[], known: ExternalNames) {
  const report = new ProblemCollector()
  const { sources: layered, reading: layers } = layerSources(files, report)
  const sources = readSources(layered, report)
  tellBrokenSamples(files, report)
  const names = gatherDeclaredNames(
    sources.flatMap(({ source, meant }) => (meant && meant !== source ? [source, meant] : [source])),
  )
  if (known.icons) for (const { source } of sources) checkIcons(source, known.icons, report)
  report.mute(unsureFiles(sources))
  const definitions = collectDefinitions(sources.flatMap(({ meant }) => meant ?? []))
  const model = build(definitions, known)
  const isSound = files.every(({ sound }) => sound) && known.roles === undefined
  if (isSound) checkEffects(definitions, model, names, report, known)
  else checkSemantics(definitions, model, names, report, known)
  if (layers) checkMakers(layers.overrides, definitions, model, report)
  return { report, sources, names, model, layers }
}

/** Sample rows are no definitions: nothing is asked of what they say, but they have to be JSON. */
function tellBrokenSamples(files: readonly DefinitionFile[], report: ProblemCollector): void {
  for (const file of files) {
    if (!/\.sample\.json$/.test(file.path) || file.sound) continue
    const path = fileName(file)
    for (const { place, code, message } of readSource({ path, text: file.text }).faults) report.at(path, place, code, message)
  }
}

/** The files without those that are left out, and without those whose shared fields are. */
const without = (sources: readonly Source[], left: ReadonlySet<string>): Source[] =>
  sources.filter(({ path, uses }) => !left.has(path) && !(uses && [...uses].some(used => left.has(used))))

/** The Model that is handed out: nobody changes it, and its hash tells one from another. */
function finished({ hash: _none, ...content }: Model): Model {
  return deepFreeze({ hash: contentHash(content), ...content })
}
