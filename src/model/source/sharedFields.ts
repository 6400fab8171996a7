import { isRecord, membersOf } from '../../base/record.ts'
import { nearestWord } from './nearest.ts'
import type { ProblemCollector } from './problemCollector.ts'
import type { JsonPath, Source } from './source.ts'

/** A field that others take over by `like`, and where it stands. */
interface SharedField {
  readonly source: Source
  readonly path: JsonPath
  readonly value: Readonly<Record<string, unknown>>
}

/** Every shared field by its name, from the files of schemas/shared. */
export type SharedFields = ReadonlyMap<string, SharedField>

/** Gathers the shared fields of these files; of two with one name the first is taken. */
export function gatherSharedFields(sources: readonly Source[]): SharedFields {
  const fields = new Map<string, SharedField>()
  for (const source of sources) {
    const properties = isRecord(source.value) && isRecord(source.value.properties) ? source.value.properties : {}
    for (const [name, value] of Object.entries(properties))
      if (isRecord(value) && !fields.has(name)) fields.set(name, { source, path: ['properties', name], value })
  }
  return fields
}

const expanded = new WeakMap<Source, { readonly used: readonly SharedField[]; readonly source: Source }>()

/**
 * The file with what its fields take over from shared ones. A problem found in what was taken over is told where it is
 * written, in the shared file. A file that names nothing shared is given back as it is. `isWhole`: whether all shared fields could be read; else a
 * file that names one that is not there falls without a word.
 */
export function withSharedFields(source: Source, shared: SharedFields, isWhole: boolean, report: ProblemCollector): Source {
  const known = expanded.get(source)
  if (known?.used.every(field => shared.get(nameOf(field))?.source === field.source)) return known.source
  let unknown = false
  const taken: { readonly at: JsonPath; readonly field: SharedField; readonly own: ReadonlySet<string> }[] = []
  const value = expand(source.value, [], false, (at, name, own) => {
    // The one that is most likely meant stands in, or its lack would be told as well.
    const field = shared.get(name) ?? shared.get(nearestWord(name, shared.keys()) ?? '')
    if (field) taken.push({ at, field, own })
    if (!shared.has(name) && !taken.some(each => inside(at, each))) {
      unknown = true
      if (!isWhole) {
        report.leave(source)
        return field?.value
      }
      const message = `There is no shared field "${name}" in schemas/shared.`
      report.add(source, [...at, 'like'], 'shared-unknown', message, { word: name, candidates: shared.keys() })
    }
    return field?.value
  })
  if (taken.length === 0) {
    if (!unknown) expanded.set(source, { used: [], source })
    return source
  }
  // Either file may have been put together itself, by layers.
  const origin: Source['origin'] = (path, offset) => {
    const from = taken.find(each => inside(path, each))
    const word = from && path[from.at.length]
    const own = !from || from.own.has(String(word))
    const at = own ? { source, path } : { source: from.field.source, path: [...from.field.path, ...path.slice(from.at.length)] }
    return at.source.origin?.(at.path, offset) ?? at
  }
  const uses = new Set([
    ...(source.uses ?? []),
    ...taken.flatMap(
      ({
        field: {
          source: { path, uses = [] },
        },
      }) => [path, ...uses],
    ),
  ])
  const made: Source = { ...source, value, origin, uses }
  if (!unknown) expanded.set(source, { used: taken.map(({ field }) => field), source: made })
  return made
}

const inside = (path: JsonPath, { at }: { readonly at: JsonPath }): boolean =>
  at.length < path.length && at.every((step, i) => step === path[i])

const nameOf = (field: SharedField): string => String(field.path.at(-1))

type Take = (at: JsonPath, name: string, own: ReadonlySet<string>) => Readonly<Record<string, unknown>> | undefined

/** Copies a value; objects that stand directly below `properties` are fields, which may say `like`. */
function expand(value: unknown, at: JsonPath, isField: boolean, take: Take): unknown {
  if (Array.isArray(value)) return value.map((part, i) => expand(part, [...at, i], false, take))
  if (!isRecord(value)) return value
  const parts = Object.entries(value).map(([key, part]): [string, unknown] => [
    key,
    expand(part, [...at, key], at.at(-1) === 'properties', take),
  ])
  const own = Object.fromEntries(parts)
  if (!isField || typeof own.like !== 'string') return own
  const { like, ...words } = own
  const base = take(at, like, new Set(Object.keys(words)))
  // A shared field may hold others in its own list.
  return base ? { ...membersOf(expand(base, at, false, take)), ...words } : own
}
