import type { Choice, Refinement } from '../kinds/kind.ts'
import { buildLimits } from './access/limits.ts'
import { buildChoice } from './build/field.ts'
import { contentHash, deepFreeze } from './build/freeze.ts'
import { buildImport } from './build/import.ts'
import { buildMenu } from './build/menu.ts'
import { buildRegister, type RegisterContext, type RegisterWithoutViews } from './build/register.ts'
import { buildQuery } from './build/report/query.ts'
import { buildReport } from './build/report/report.ts'
import { buildScreens } from './build/screen.ts'
import { sharedProperties } from './build/sharedProperties.ts'
import { buildViews } from './build/views.ts'
import { withoutUndefined } from './build/withoutUndefined.ts'
import type { Flag, Message, Model, Register } from './model.ts'
import type { DefinitionProblem } from './problem.ts'
import { checkEffects, checkSemantics, type ExternalNames } from './semantics/checkSemantics.ts'
import { gatherDeclaredNames } from './semantics/declaredNames.ts'
import { collectDefinitions, type Definitions, type RegisterSource } from './source/definitions.ts'
import { checkIcons } from './source/icons.ts'
import { ProblemCollector } from './source/problemCollector.ts'
import { readSources, unsureFiles } from './source/readSources.ts'
import type { DefinitionFile, Source } from './source/source.ts'

export type { DefinitionFile } from './source/source.ts'

/** The definitions as one Model, and what is wrong with them. */
export interface ReadModel {
  readonly model: Model
  readonly problems: readonly DefinitionProblem[]
  /** Files without a problem of their own that are left out with those on which they depend. */
  readonly fallen: readonly string[]
}

/**
 * Reads the definitions into one frozen Model. A file with a problem is refused, together with what depends on it; the rest
 * stands. Each mistake is told once: everything is first checked beside what faulty files most likely mean, and who falls with
 * them falls without a word. Pure: it runs in the browser too.
 */
export function readModel(files: readonly DefinitionFile[], known: ExternalNames = {}): ReadModel {
  const { report, sources, names, model: understood } = examine(files, known)
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
  return { model: finished(model), problems: report.problems, fallen }
}

/** Returns the problems of definitions, as `readModel` tells them, and nothing else. */
export const checkDefinitions = (files: readonly DefinitionFile[], known: ExternalNames = {}): readonly DefinitionProblem[] =>
  examine(files, known).report.problems

/** Checks everything beside what faulty files most likely mean. */
function examine(files: readonly DefinitionFile[], known: ExternalNames) {
  const report = new ProblemCollector()
  const sources = readSources(files, report)
  const names = gatherDeclaredNames(sources.map(({ source, meant }) => meant ?? source))
  if (known.icons) for (const { source } of sources) checkIcons(source, known.icons, report)
  report.mute(unsureFiles(sources))
  const definitions = collectDefinitions(sources.flatMap(({ meant }) => meant ?? []))
  const model = build(definitions, known)
  const isSound = files.every(({ sound }) => sound) && known.roles === undefined
  if (isSound) checkEffects(definitions, model, names, report, known)
  else checkSemantics(definitions, model, names, report, known)
  return { report, sources, names, model }
}

/** The files without those that are left out, and without those whose shared fields are. */
const without = (sources: readonly Source[], left: ReadonlySet<string>): Source[] =>
  sources.filter(({ path, uses }) => !left.has(path) && !(uses && [...uses].some(used => left.has(used))))

/** Puts the Model together, as far as its definitions hold. */
function build(definitions: Definitions, { addresses = {} }: ExternalNames): Model {
  const context = contextOf(definitions)
  const registers = dressAll(definitions, buildAll(definitions, context), context)
  const imports = Object.fromEntries(
    [...definitions.imports.values()].map(each => [each.name, buildImport(each, registers, context)]),
  )
  const queries = Object.fromEntries(
    [...definitions.queries.values()].map(each => [each.name, buildQuery(each, definitions.filters, context)]),
  )
  const building = { queries, filters: definitions.filters, context }
  const screens = Object.fromEntries(
    [...definitions.screens.values()].flatMap(each => buildScreens(each, building)).map(screen => [screen.name, screen]),
  )
  const reports = Object.fromEntries([...definitions.reports.values()].map(each => [each.name, buildReport(each, building)]))
  return {
    hash: '',
    registers,
    screens,
    imports,
    queries,
    reports,
    flags: flagsOf(definitions),
    features: definitions.menu?.value.features ?? [],
    addresses: Object.fromEntries((definitions.menu?.value.addresses ?? []).map(name => [name, webAddress(addresses[name])])),
    menu: buildMenu(definitions, { registers, screens, imports, reports }),
    messages: messagesOf(definitions),
    refinements: context.refinements,
    limits: buildLimits(definitions.limits?.value),
  }
}

/** An address of the web, ready to be gone on from; empty where it is none. */
const webAddress = (text = ''): string => (/^https?:\/\/\S+$/.test(text.trim()) ? text.trim().replace(/\/+$/, '') : '')

/** The Model that is handed out: nobody changes it, and its hash tells one from another. */
function finished({ hash: _none, ...content }: Model): Model {
  return deepFreeze({ hash: contentHash(content), ...content })
}

/** Returns the registers that the history may speak of: one made from another is kept under that one's name. */
const registerChoicesOf = (definitions: Definitions): readonly Choice[] =>
  [...definitions.registers.values()]
    .filter(({ value: { register } }) => register.from === undefined)
    .map(({ name, value }) => ({ value: name, title: value.title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'pt-BR'))

function contextOf(definitions: Definitions): RegisterContext {
  return {
    refinements: refinementsOf(definitions),
    textKey: name => definitions.registers.get(name)?.value.register.key === 'text',
    registerChoices: () => registerChoicesOf(definitions),
    shared: (source, ref) => sharedProperties(definitions, source, ref),
  }
}

/** Bare registers; those made `from` another once their base is there. */
function buildAll(definitions: Definitions, context: RegisterContext): Map<string, RegisterWithoutViews> {
  const bare = new Map<string, RegisterWithoutViews>()
  const put = (source: RegisterSource): void => {
    const base = source.value.register.from?.register
    for (const each of buildRegister(source, context, base === undefined ? undefined : bare.get(base))) bare.set(each.name, each)
  }
  const all = [...definitions.registers.values()]
  for (const source of all) if (!source.value.register.from) put(source)
  for (const source of all) if (source.value.register.from && bare.has(source.value.register.from.register)) put(source)
  return bare
}

function dressAll(
  definitions: Definitions,
  bare: ReadonlyMap<string, RegisterWithoutViews>,
  context: RegisterContext,
): Record<string, Register> {
  const names = [...bare.keys()].sort()
  return Object.fromEntries(
    names.flatMap((name): [string, Register][] => {
      const register = bare.get(name)
      const source = definitions.registers.get(name)
      if (register === undefined) return []
      const views = buildViews(register, source?.ui?.value ?? {}, source?.value.register.icon, other => bare.get(other), context)
      return [[name, { ...register, views }]]
    }),
  )
}

function refinementsOf(definitions: Definitions): Record<string, Refinement> {
  const all = Object.entries(definitions.kinds?.value.refinements ?? {})
  return Object.fromEntries(
    all.map(([name, each]) => [name, withoutUndefined({ ...each, choices: each.choices?.map(buildChoice) })]),
  )
}

const flagsOf = (definitions: Definitions): Flag[] =>
  definitions.permissions.flatMap(each =>
    Object.entries(each.value.properties).map(([name, flag]) =>
      withoutUndefined({ name, title: flag.title, group: flag.group, help: flag.description }),
    ),
  )

const messagesOf = (definitions: Definitions): Record<string, Message> =>
  Object.fromEntries(
    definitions.messages.flatMap(each =>
      Object.entries(each.value.messages).map(
        ([code, { text, count, kind, when, version }]) => [code, withoutUndefined({ text, count, kind, when, version })] as const,
      ),
    ),
  )
