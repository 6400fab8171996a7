import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { FilterDefinition, Parameter as ParameterDefinition, Property } from '../../../generated/definitions.ts'
import type { Parameter } from '../../report.ts'
import type { Definition } from '../../source/definitions.ts'
import { nearestWord } from '../../source/nearest.ts'
import { defaultTitleOf, type FieldContext, valueOptions } from '../field.ts'

/** Shared filters by name. */
export type SharedFilters = ReadonlyMap<string, Definition<FilterDefinition>>

/** Names that a range fills when it does not say. */
const ends: readonly string[] = ['startDate', 'endDate']

/** A parameter as a definition writes it: what stands beside a shared filter takes the place of the filter's words. */
export function buildParameter(
  name: string,
  { filter, const: constant, ...own }: ParameterDefinition,
  required: boolean,
  filters: SharedFilters,
  context: FieldContext,
): Parameter {
  const { $schema: _schema, ...shared } = filter === undefined ? {} : (likelyFilter(filter, filters)?.value ?? {})
  const words = { ...shared, ...own, ...(constant === undefined ? {} : { default: constant }) }
  const { control, title, description, many, fills, presets, visibleWhen, eachDay } = words
  const kind = control === undefined ? {} : { format: words.format ?? 'dateTime' }
  return withoutUndefined({
    ...valueOptions(name, { ...words, ...kind } as Property, required, context),
    name,
    title: title ?? defaultTitleOf(name),
    help: description,
    many: many ?? false,
    control,
    fills: fills ?? (control === undefined ? [name] : ends),
    default: words.default as Parameter['default'],
    presets,
    eachDay,
    visibleWhen,
  })
}

/** For a name that is told as unknown the one that is most likely meant stands in, or its lack would be told as well. */
const likelyFilter = (name: string, filters: SharedFilters) =>
  filters.get(name) ?? filters.get(nearestWord(name, filters.keys()) ?? '')
