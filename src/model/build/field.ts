import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Property, Reference } from '../../generated/definitions.ts'
import { asValue } from '../../kinds/asValue.ts'
import type { Choice, ReferenceTarget, Refinement, ValueOptions } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Lookup } from '../model.ts'
import { likelyKindOfProperty } from './kind.ts'

/** The other definitions that a field needs to know. */
export interface FieldContext {
  readonly refinements: Readonly<Record<string, Refinement>>
  /** Tells whether a register's key is text. */
  textKey(register: string): boolean
  /** All that the definitions have of something, by name and title: of registers those that stand on their own. */
  ownChoices(which: NonNullable<Property['options']>): readonly Choice[]
  /** The title of a field, by `register.field`. */
  fieldTitle?(of: string): string | undefined
  /** The groups of permission flags, in their order, with the names of the flags. */
  readonly flagGroups?: ReadonlyMap<string, readonly string[]>
}

/** The count and the sum of nothing are 0; nothing is the last of nothing. */
const emptyFigure = ({ rollup }: Property): 0 | undefined => (rollup && rollup.last === undefined ? 0 : undefined)

/** A property of a JSON Schema as a field of the Model. */
export function buildField(name: string, property: Property, required: boolean, searched: boolean, context: FieldContext): Field {
  const { lookup, ways } = property
  // A choice with ways is at one of its options always: to be nowhere is no way that somebody wrote.
  const demanded = required || (ways !== undefined && ways.empty !== true)
  return withoutUndefined({
    ...valueOptions(name, property, demanded, context),
    name,
    title: property.title ?? defaultTitleOf(name),
    help: property.description,
    variant: property.variant,
    reads: property.reads,
    default: property.default === undefined ? emptyFigure(property) : asValue(property.default),
    defaultWhen: property.defaultWhen,
    stored: property.stored ?? true,
    compute: property.compute,
    writes: property.writes,
    ways:
      ways &&
      withoutUndefined({
        ...ways,
        list: ways.list.map(way => withoutUndefined({ ...way, approve: way.approve && withoutUndefined(way.approve) })),
      }),
    warn: property.warn,
    see: property.see,
    visibleWhen: property.visibleWhen,
    hidden: property.hidden,
    clearWhenHidden: property.clearWhenHidden,
    readOnlyWhen: property.readOnlyWhen,
    requiredWhen: property.requiredWhen,
    readOnly: property.readOnly ?? false,
    importable: property.importable,
    numbering: property.numbering,
    rollup: property.rollup && withoutUndefined(property.rollup),
    follows: property.follows,
    derived: property.derived ?? (property.rollup || property.follows !== undefined ? true : undefined),
    claims: property.claims && withoutUndefined(property.claims),
    personal: property.personal === false ? undefined : property.personal,
    keptByLaw: property.keptByLaw,
    secret: property.writeOnly ?? false,
    unset: property.unset,
    clone: property.clone ?? property.numbering === undefined,
    was: property.was,
    search: searched || property.numbering !== undefined,
    lookup: lookup && buildLookup(lookup),
    lookups: property.lookups?.map(buildLookup),
    fieldOf: property.fieldOf,
    valueFor: property.valueFor,
    setByStores: property.setByStores,
    optionsFrom: property.optionsFrom && { ...property.optionsFrom, call: withoutUndefined(property.optionsFrom.call) },
  })
}

/** Returns the options of one value, as its kind reads them. */
export function valueOptions(name: string, property: Property, required: boolean, context: FieldContext): ValueOptions {
  const { kind, refinement } = likelyKindOfProperty(property, context.refinements)
  const refine = refinement === undefined ? undefined : context.refinements[refinement]
  const given = kindByName(kind).chosenFrom === 'options' ? property.options : undefined
  return withoutUndefined({
    kind,
    refinement,
    refine,
    required,
    before: property.before,
    autocomplete: property.autocomplete,
    min: property.minimum,
    max: property.maximum,
    minLength: property.minLength ?? refine?.minLength,
    maxLength: property.maxLength ?? refine?.maxLength,
    pattern: property.pattern,
    decimals: property.decimals,
    minItems: property.minItems,
    maxItems: property.maxItems,
    accepts: property.accepts,
    maxBytes: property.maxBytes,
    unchanged: property.unchanged,
    choices: property.oneOf?.map(buildChoice) ?? (given ? context.ownChoices(given) : refine?.choices),
    others: property.others,
    [kindByName(kind).keepsKeys ? 'references' : 'reference']:
      property.reference && buildReference(name, property.reference, context),
    messages: property.messages,
  })
}

/** One option as a definition writes it. */
export const buildChoice = (option: { const: string | number; title: string; tone?: Choice['tone'] | undefined }): Choice =>
  withoutUndefined({ value: option.const, title: option.title, tone: option.tone })

function buildReference(name: string, reference: Reference, context: FieldContext): ReferenceTarget {
  return withoutUndefined({
    to: reference.to,
    as: reference.as ?? defaultRelationName(name),
    textKey: context.textKey(reference.to),
    from: reference.from ?? 0,
    where: reference.where,
    newRecord: reference.newRecord,
    onRemove: reference.onRemove ?? ('refuse' as const),
  })
}

/** `grupoId` is read as `grupo`, `gruposIds` as `grupos`; a name without the ending is read as `grupo_registro`, for it must differ from the field. */
const defaultRelationName = (field: string): string =>
  /.I[dD]s?$/.test(field) ? field.replace(/I[dD]s?$/, '') : `${field}_registro`

function buildLookup(lookup: NonNullable<Property['lookup']>): Lookup {
  const { method, path, query, wait, ...rest } = lookup
  return withoutUndefined({ ...rest, call: { method: method ?? ('GET' as const), path, query: query ?? {} }, wait: wait ?? 750 })
}

/** 'nome_fantasia' and 'dataNascimento' as titles, when the definition gives none. */
export function defaultTitleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
