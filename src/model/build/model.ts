import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { KindsDefinition, Property } from '../../generated/definitions.ts'
import type { Choice, Refinement } from '../../kinds/kind.ts'
import { buildLimits } from '../access/limits.ts'
import { Memory } from '../incremental/memory.ts'
import { Watch } from '../incremental/watch.ts'
import { watchedRegisters } from '../incremental/watchedModel.ts'
import type { Flag, Import, Message, Model, Register, RegisterViews, Screen, StaffRole } from '../model.ts'
import type { Query, Report } from '../report.ts'
import type { Definitions, RegisterSource } from '../source/definitions.ts'
import type { ExternalNames } from '../source/externalNames.ts'
import { buildChoice } from './field.ts'
import { buildImport } from './import.ts'
import { buildMenu } from './menu.ts'
import { buildAutomation, noticesOf } from './people/automation.ts'
import { buildNotice } from './people/notice.ts'
import { buildRegister, type RegisterContext, type RegisterWithoutViews } from './register.ts'
import { buildQuery } from './report/query.ts'
import { buildReport } from './report/report.ts'
import { buildPaperDocument, papersOf } from './screen/paperDocument.ts'
import { buildScreens } from './screen/screen.ts'
import { sharedProperties } from './sharedProperties.ts'
import { buildViews } from './views.ts'

const watch = new Watch()

/** The parts of a Model that definitions became, until they or what they were built with say something else. */
const built = {
  refinements: new Memory<Record<string, Refinement>>(watch),
  registers: new Memory<readonly RegisterWithoutViews[]>(watch),
  views: new Memory<RegisterViews>(watch),
  imports: new Memory<Import>(watch),
  queries: new Memory<Query>(watch),
  screens: new Memory<readonly Screen[]>(watch),
  reports: new Memory<Report>(watch),
}

/** Puts the Model together, as far as its definitions hold. */
export function build(definitions: Definitions, { addresses = {} }: ExternalNames): Model {
  const context = contextOf(definitions)
  const { refinements } = context
  const registers = dressAll(definitions, buildAll(definitions, context), context)
  const known = watchedRegisters(registers, watch)
  const imports = Object.fromEntries(
    [...definitions.imports.values()].map(each => [
      each.name,
      built.imports.of(each.source.path, [each.source, refinements], () => buildImport(each, known, context)),
    ]),
  )
  const inputs = [refinements, ...[...definitions.filters.values()].map(({ source }) => source)]
  const queries = Object.fromEntries(
    [...definitions.queries.values()].map(each => {
      const { source, sql, before, value } = each
      const like = definitions.queries.get(value.like ?? '')?.source
      return [
        each.name,
        built.queries.of(source.path, [source, sql?.source, before, like, ...inputs], () =>
          buildQuery(each, definitions.filters, context, known),
        ),
      ]
    }),
  )
  const building = { queries: watch.over('queries', queries), filters: definitions.filters, context }
  const automations = [...definitions.automations.values()]
  const screens = Object.fromEntries(
    [...definitions.screens.values()]
      .flatMap(each => built.screens.of(each.source.path, [each.source, ...inputs], () => buildScreens(each, building)))
      .map(screen => [screen.name, screen]),
  )
  const reports = Object.fromEntries(
    [...definitions.reports.values()].map(each => [
      each.name,
      built.reports.of(each.source.path, [each.source, ...inputs], () => buildReport(each, building)),
    ]),
  )
  return {
    hash: '',
    registers,
    screens: ofThisModel(screens),
    imports: ofThisModel(imports),
    notices: Object.fromEntries(
      [...[...definitions.notices.values()].map(buildNotice), ...automations.flatMap(noticesOf)].map(each => [each.name, each]),
    ),
    automations: Object.fromEntries(automations.map(each => [each.name, buildAutomation(each)])),
    documents: Object.fromEntries([...definitions.documents.values()].map(each => [each.name, buildPaperDocument(each)])),
    queries: ofThisModel(queries),
    reports: ofThisModel(reports),
    flags: flagsOf(definitions),
    staffRoles: staffRolesOf(definitions),
    features: definitions.menu?.value.features ?? [],
    addresses: Object.fromEntries((definitions.menu?.value.addresses ?? []).map(name => [name, webAddress(addresses[name])])),
    menu: buildMenu(definitions, { registers, screens, imports, reports }),
    messages: messagesOf(definitions),
    refinements,
    limits: buildLimits(definitions.limits?.value),
  }
}

/** Each Model has objects of its own, as registers are: who keeps something by one of them may have looked at others, too. */
const ofThisModel = <T extends object>(all: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, { ...each }]))

/** An address of the web, ready to be gone on from; empty where it is none. */
const webAddress = (text = ''): string => (/^https?:\/\/\S+$/.test(text.trim()) ? text.trim().replace(/\/+$/, '') : '')

function contextOf({ registers, automations, kinds, permissions }: Definitions): RegisterContext {
  const all = [...registers.values()]
  const textKeys = watch.over('textKeys', Object.fromEntries(all.map(({ name, value }) => [name, value.register.key === 'text'])))
  // The history may speak of these: a register made from another is kept under that one's name.
  const titles = watch.over(
    'titles',
    Object.fromEntries(all.flatMap(({ name, value: { title, register } }) => (register.from ? [] : [[name, title]]))),
  )
  const automatic = watch.over(
    'automations',
    Object.fromEntries([...automations.values()].map(({ name, value }) => [name, value.title])),
  )
  const settable = watch.over(
    'settable',
    Object.fromEntries(
      all.flatMap(({ name, value: { title, register, properties } }) =>
        register.from || register.scope !== 'store' || register.setByStores === false
          ? []
          : [
              [name, title],
              ...typedLists(properties).map(([list, own]) => [`${name}.${list}`, `${title} › ${own.title ?? list}`]),
            ],
      ),
    ),
  )
  const fieldTitles = watch.over(
    'fieldTitles',
    Object.fromEntries(
      all.flatMap(({ name, value }) =>
        Object.entries(value.properties).flatMap(([field, { title }]) =>
          title === undefined ? [] : [[`${name}.${field}`, title] as const],
        ),
      ),
    ),
  )
  return {
    refinements: built.refinements.of('', [kinds?.source], () => refinementsOf(kinds?.value)),
    textKey: name => textKeys[name] ?? false,
    ownChoices: which => choicesFrom({ registers: titles, automations: automatic, settable }[which]),
    shared: (source, ref) => sharedProperties(permissions, source, ref),
    fieldTitle: of => fieldTitles[of],
    flagGroups: flagGroupsOf(permissions),
  }
}

/** Lists of a record whose rows people add. */
const typedLists = (properties: Readonly<Record<string, Property>>): [string, Property][] =>
  Object.entries(properties).filter(
    ([, { items, readOnly, fixed, stored }]) => items !== undefined && readOnly !== true && fixed !== true && stored !== false,
  )

/** Titles by what is kept, as options. */
const choicesFrom = (titles: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(titles)
    .map(([value, title]): Choice => ({ value, title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'pt-BR'))

/** Names of flags by their group, in the order of their file. */
const flagGroupsOf = (permissions: Definitions['permissions']): ReadonlyMap<string, readonly string[]> => {
  const flags = permissions.flatMap(({ value }) => Object.entries(value.properties))
  const groups = Map.groupBy(flags, ([, { group }]) => group)
  return new Map([...groups].map(([group, members]) => [group, members.map(([name]) => name)]))
}

/** Bare registers; those made `from` another once their base is there. */
function buildAll(definitions: Definitions, context: RegisterContext): Map<string, RegisterWithoutViews> {
  const bare = new Map<string, RegisterWithoutViews>()
  const shared = definitions.permissions.map(({ source }) => source)
  const put = (each: RegisterSource): void => {
    const base = bare.get(each.value.register.from?.register ?? '')
    const made = built.registers.of(each.source.path, [each.source, base, context.refinements, ...shared], () =>
      buildRegister(each, context, base),
    )
    for (const one of made) bare.set(one.name, one)
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
  const others = watch.over('bare', Object.fromEntries(bare))
  return Object.fromEntries(
    [...bare.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((register): [string, Register] => {
        const source = definitions.registers.get(register.name)
        const { ui, value } = source ?? {}
        const papers = papersOf(definitions, register.name)
        const inputs = [
          register,
          ui?.source,
          context.refinements,
          papers?.page,
          ...(papers?.documents.map(each => each.source) ?? []),
        ]
        const views = built.views.of(register.name, inputs, () =>
          buildViews(register, ui?.value ?? {}, value?.register.icon, other => others[other], context, papers),
        )
        return [register.name, { ...register, views }]
      }),
  )
}

function refinementsOf(kinds: KindsDefinition | undefined): Record<string, Refinement> {
  const all = Object.entries(kinds?.refinements ?? {})
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

const staffRolesOf = ({ roles }: Definitions): StaffRole[] =>
  [...roles.values()].map(({ name, value: { title, description, flags } }) =>
    withoutUndefined({ name, title, help: description, flags }),
  )

const messagesOf = (definitions: Definitions): Record<string, Message> =>
  Object.fromEntries(
    definitions.messages.flatMap(each =>
      Object.entries(each.value.messages).map(
        ([code, { text, count, kind, when, version }]) => [code, withoutUndefined({ text, count, kind, when, version })] as const,
      ),
    ),
  )
