import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type {
  List,
  Property,
  RegisterDefinition,
  Rule as RuleDefinition,
  Unique as UniqueDefinition,
} from '../../generated/definitions.ts'
import type { Value } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { ChildList, Field, NoOverlap, Register, Rule, Unique, Visitors } from '../model.ts'
import type { RegisterSource } from '../source/definitions.ts'
import { buildAccess } from './access.ts'
import { buildField, defaultTitleOf, type FieldContext } from './field.ts'
import { isChildListProperty } from './kind.ts'
import { singularOf } from './singular.ts'
import { orderField, parentField, systemFields } from './systemFields.ts'

/** A register without its views, which are derived once every register is known. */
export type RegisterWithoutViews = Omit<Register, 'views'>

/** The other definitions that registers need to know. */
export interface RegisterContext extends FieldContext {
  /** Properties that `allOf` brings into a register: the permission flags. */
  shared(source: RegisterSource, ref: string): Readonly<Record<string, Property>>
}

const defaultTexts: RegisterWithoutViews['texts'] = {
  created: 'created',
  saved: 'saved',
  removed: 'removed',
  cloned: 'cloned',
  empty: 'empty',
  loadFailed: 'load-failed',
  saveFailed: 'save-failed',
  removeFailed: 'remove-failed',
}

/** Message codes that a register uses without writing them. */
export const defaultMessageCodes: readonly string[] = [...Object.values(defaultTexts), 'unique', 'overlap', 'remove-confirm']

/** A register and the registers of its inline child lists. A register made `from` another comes after it: `base` is its result. */
export function buildRegister(
  source: RegisterSource,
  context: RegisterContext,
  base: RegisterWithoutViews | undefined,
): RegisterWithoutViews[] {
  const { value } = source
  const { register: own } = value
  const properties = allProperties(source, context)
  const required = new Set(value.required ?? [])
  const searched = searchedFields(own, properties)
  const textKey = own.key === 'text'
  const written = Object.entries(properties).flatMap(([name, property]) =>
    isChildListProperty(property) ? [] : [buildField(name, property, required.has(name), searched(name), context)],
  )
  const children = base ? [] : buildChildren(source, properties, context)
  const fields = withSystem(
    base ? mergeFields(base, own.from ?? { register: base.name }, written) : written,
    systemFields(own.scope, textKey, false),
  )
  const label = own.label ?? base?.label ?? firstText(fields)
  const register: RegisterWithoutViews = withoutUndefined({
    name: source.name,
    area: source.area,
    title: value.title,
    help: value.description,
    singular: own.singular ?? singularOf(value.title),
    gender: own.gender ?? ('m' as const),
    scope: own.scope,
    role: own.role,
    table: base?.table ?? source.name,
    from: own.from && { register: own.from.register, where: (own.from.where ?? {}) as Readonly<Record<string, Value>> },
    textKey,
    single: own.single ?? base?.single,
    label,
    code: own.code ?? base?.code,
    fields: fields.map(field => (field.name === label && searched(field.name) ? { ...field, search: true } : field)),
    lists: base ? base.lists.filter(list => own.from?.fields?.includes(list.name) ?? true) : lists(source, properties, children),
    unique: [...(own.unique?.map(uniqueOf) ?? base?.unique ?? []), ...numbersOnce(written)],
    noOverlap: own.noOverlap?.map((one): NoOverlap => ({ ...one, message: one.message ?? 'overlap' })) ?? base?.noOverlap,
    visitors: own.visitors && visitorsOf(own.visitors),
    numbers: own.numbers?.map(one => (typeof one === 'string' ? { field: one } : one)),
    indexes: own.indexes,
    rules: own.rules?.map(buildRule) ?? base?.rules ?? [],
    order: own.order ?? base?.order ?? [`${label} ASC`],
    access: buildAccess(own),
    rows: (own.rows as RegisterWithoutViews['rows']) ?? base?.rows,
    across: own.across,
    letterhead: own.letterhead,
    archive: own.archive && { by: own.archive.by, with: own.archive.with ?? [] },
    person: own.person && withoutUndefined(own.person),
    about:
      own.about && withoutUndefined({ ...own.about, whose: own.about.whose ?? [], erase: own.about.erase ?? ('blank' as const) }),
    setByStores: own.setByStores,
    discuss: (own.discuss ?? base?.discuss) || undefined,
    reauthenticate: own.reauthenticate ?? base?.reauthenticate,
    locked: own.locked ?? base?.locked,
    assign: own.assign ?? base?.assign,
    effects: own.effects ?? base?.effects ?? [],
    seed: startingRows(own.seed),
    newStore: startingRows(own.newStore),
    was: own.was,
    texts: { ...defaultTexts, ...base?.texts, ...own.texts },
  })
  return [register, ...children.map(child => ({ ...child, access: register.access }))]
}

function visitorsOf({
  fields = [],
  set = {},
  shows = fields,
  ways = [],
  days = 90,
  answer,
  free,
  ...said
}: NonNullable<RegisterDefinition['register']['visitors']>): Visitors {
  return withoutUndefined({
    ...said,
    fields,
    set,
    shows,
    ways,
    days,
    answer: answer && { ...answer, fields: answer.fields ?? [] },
    free: free && { ...free, every: free.every ?? 30, fits: free.fits ?? {} },
  })
}

type StartingRows = RegisterWithoutViews['seed']

/** The checker has found that the fields take these values. */
const startingRows = (rows: RegisterSource['value']['register']['seed']): StartingRows => rows as StartingRows

function allProperties(source: RegisterSource, context: RegisterContext): Readonly<Record<string, Property>> {
  const shared = (source.value.allOf ?? []).map(({ $ref }) => context.shared(source, $ref))
  return Object.assign({}, ...shared, source.value.properties)
}

/** `search` of the register, else of the properties, else the label. */
function searchedFields(
  own: RegisterDefinition['register'],
  properties: Readonly<Record<string, Property>>,
): (name: string) => boolean {
  if (own.search) return name => own.search?.includes(name) ?? false
  const marked = Object.entries(properties).filter(([, property]) => property.search)
  const label = own.label ?? Object.keys(properties)[0]
  return marked.length > 0 ? name => marked.some(([each]) => each === name) : name => name === label
}

/** Written fields first; a system field that is written keeps its own words. */
function withSystem(fields: readonly Field[], system: readonly Field[]): Field[] {
  const id = fields.find(field => field.name === 'id')
  const key = id ? { ...id, required: true } : undefined
  const rest = system.filter(field => !fields.some(each => each.name === field.name))
  return key
    ? [key, ...fields.filter(field => field !== id), ...rest]
    : [...rest.filter(isId), ...fields, ...rest.filter(field => !isId(field))]
}

const isId = (field: Field): boolean => field.name === 'id'

/**
 * The base's fields that are wanted, with the words that the derived register repeats taken from there. Those that `where`
 * fixes are always there, kept by the server.
 */
function mergeFields(
  base: RegisterWithoutViews,
  from: NonNullable<RegisterDefinition['register']['from']>,
  written: readonly Field[],
): Field[] {
  const own = new Map(written.map(field => [field.name, field]))
  const fixed = new Set(Object.keys(from.where ?? {}))
  const wanted = (name: string): boolean =>
    from.fields === undefined || from.fields.includes(name) || own.has(name) || fixed.has(name)
  const merged = base.fields
    .filter(field => wanted(field.name))
    .map(field => own.get(field.name) ?? field)
    .map(field => (fixed.has(field.name) ? { ...field, readOnly: true, required: false } : field))
  return [...merged, ...written.filter(field => !base.fields.some(each => each.name === field.name))]
}

const firstText = (fields: readonly Field[]): string => {
  const texts = fields.filter(field => kindByName(field.kind).words && field.stored && !field.secret)
  return (texts.find(field => field.required) ?? texts[0])?.name ?? 'id'
}

function lists(
  source: RegisterSource,
  properties: Readonly<Record<string, Property>>,
  children: readonly RegisterWithoutViews[],
): ChildList[] {
  return Object.entries(properties).flatMap(([name, property]): ChildList[] => {
    const child = children.find(each => each.parent?.list === name)
    const register = property.list?.register ?? child?.name
    if (!isChildListProperty(property) || register === undefined) return []
    const by = property.list?.by ?? child?.parent?.by ?? `${source.name}Id`
    return [
      withoutUndefined({
        name,
        title: property.title ?? defaultTitleOf(name),
        help: property.description,
        register,
        by,
        order: property.order,
        min: property.minItems,
        max: property.maxItems,
        fixed: property.fixed,
        stored: property.stored === false ? (false as const) : undefined,
        fill: property.fill,
        readOnly: property.readOnly,
        readOnlyWhen: property.readOnlyWhen,
        visibleWhen: property.visibleWhen,
        clone: property.clone ?? true,
      }),
    ]
  })
}

function buildChildren(
  source: RegisterSource,
  properties: Readonly<Record<string, Property>>,
  context: RegisterContext,
): RegisterWithoutViews[] {
  return Object.entries(properties).flatMap(([name, property]) =>
    property.items ? [buildChild(source, name, property, property.items, context)] : [],
  )
}

/** The register of an inline child list: its own table, no calls, no menu. */
function buildChild(
  source: RegisterSource,
  name: string,
  property: Property,
  items: List,
  context: RegisterContext,
): RegisterWithoutViews {
  const by = `${source.name}Id`
  const textParent = source.value.register.key === 'text'
  const written = Object.entries(items.properties).map(([field, each]) =>
    buildField(field, each, items.required?.includes(field) ?? false, false, context),
  )
  const system = systemFields(source.value.register.scope, false, true)
  const order = property.order
  const fields = withSystem(written, [
    ...system,
    ...(written.some(field => field.name === by) ? [] : [parentField(by, source.value.title, source.name, textParent)]),
    ...(order === undefined || written.some(field => field.name === order) ? [] : [orderField(order)]),
  ])
  const title = property.title ?? defaultTitleOf(name)
  return {
    name: `${source.name}.${name}`,
    ...(property.stored === false ? { stored: false as const } : {}),
    area: source.area,
    title,
    singular: singularOf(title),
    gender: 'm',
    scope: source.value.register.scope === 'self' ? 'store' : source.value.register.scope,
    table: `${source.name}_${name}`,
    parent: { register: source.name, list: name, by },
    textKey: false,
    label: firstText(fields),
    fields,
    lists: [],
    unique: items.unique?.map(uniqueOf) ?? [],
    rules: items.rules?.map(buildRule) ?? [],
    order: [`${order ?? 'id'} ASC`],
    access: {},
    effects: [],
    texts: defaultTexts,
  }
}

/** Texts that the server numbers come once in a store. */
const numbersOnce = (fields: readonly Field[]): Unique[] =>
  fields.flatMap(({ name, numbering }) => (numbering === undefined ? [] : [{ fields: [name], message: 'unique' }]))

const uniqueOf = (unique: UniqueDefinition): Unique =>
  Array.isArray(unique)
    ? { fields: unique, message: 'unique' }
    : withoutUndefined({
        fields: unique.fields,
        message: unique.message ?? 'unique',
        where: unique.where as Unique['where'],
        emptyAlike: unique.emptyAlike,
      })

const buildRule = (rule: RuleDefinition): Rule => rule
