import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import { isRecord } from '../../base/record.ts'
import { formatMessage } from '../formatMessage.ts'
import type { Field, Import, Model, Register } from '../model.ts'
import { readInitial } from './initialValue.ts'
import { rememberProduct } from './productModel.ts'
import { takesInitial, takesTitle } from './settable.ts'
import type { StoreField } from './storeField.ts'

type OfRegister = ReadonlyMap<string, StoreField>

/**
 * The Model as a store sees it: its own names of fields wherever they are read, its own initial values where the definition's would hold. Registers of
 * which it set nothing are the very same. What the definitions do not allow any more is passed over; an initial value that is invalid by now is said at
 * the field.
 */
export function withStoreFields(model: Model, own: readonly StoreField[]): Model {
  if (own.length === 0) return model
  const byRegister = new Map<string, Map<string, StoreField>>()
  for (const one of own) {
    const of = byRegister.get(one.registro) ?? new Map<string, StoreField>()
    byRegister.set(one.registro, of.set(one.campo, one))
  }
  const registers = Object.fromEntries(
    Object.entries(model.registers).map(([name, register]) => {
      const base = model.registers[register.from?.register ?? name] ?? register
      const settings = byRegister.get(base.name)
      return [name, settings ? withFields(model, register, base, settings) : register]
    }),
  )
  const imports = Object.fromEntries(
    Object.entries(model.imports).map(([name, load]) => {
      const [register, before] = [registers[load.register], model.registers[load.register]]
      return [name, register && before && register !== before ? withColumns(load, register, before) : load]
    }),
  )
  const titles = newTitles(model, registers, byRegister)
  const { queries, reports, screens } = model
  const figures =
    titles.size === 0
      ? {}
      : { queries: bearing(queries, titles), reports: bearing(reports, titles), screens: bearing(screens, titles) }
  return rememberProduct({ ...model, registers, imports, ...figures }, model)
}

/** The store's own titles, by `register.field`. */
const newTitles = (
  model: Model,
  registers: Model['registers'],
  byRegister: ReadonlyMap<string, OfRegister>,
): ReadonlyMap<string, string> =>
  new Map(
    [...byRegister.keys()].flatMap(name =>
      (registers[name]?.fields ?? []).flatMap(({ name: field, title }, i) =>
        title === model.registers[name]?.fields[i]?.title ? [] : [[`${name}.${field}`, title] as const],
      ),
    ),
  )

/** The fields whose titles a part of the Model bears, by `register.field`; the text tells. */
const borne = new WeakMap<object, ReadonlySet<string>>()

/** Parts of the Model with the new titles at all columns of figures that bear a field's title; those that have none are the very same. */
function bearing<T extends object>(parts: Readonly<Record<string, T>>, titles: ReadonlyMap<string, string>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]): [string, T] => {
      const fields = memoizeByKey(
        borne,
        part,
        () =>
          new Set(
            JSON.stringify(part)
              .matchAll(/"titleOf":"([^"]+)"/g)
              .map(([, of]) => of ?? ''),
          ),
      )
      if (titles.keys().every(of => !fields.has(of))) return [name, part]
      const own: T = JSON.parse(JSON.stringify(part), (_, each) => {
        const title = isRecord(each) ? titles.get(String(each.titleOf)) : undefined
        return title === undefined ? each : { ...each, title }
      })
      return [name, own]
    }),
  )
}

function withFields(model: Model, register: Register, base: Register, settings: OfRegister): Register {
  const fields = register.fields.map(field => {
    const setting = settings.get(field.name)
    return setting ? withSetting(model, base, field, setting) : field
  })
  const renamed = new Map(
    fields.flatMap((field, i) =>
      field.title === register.fields[i]?.title ? [] : shownUnder(model, field).map(name => [name, field.title] as const),
    ),
  )
  return { ...register, fields, views: renamed.size === 0 ? register.views : titled(register.views, renamed) }
}

function withSetting(model: Model, base: Register, field: Field, { titulo, inicial, invalido }: StoreField): Field {
  const named = titulo && takesTitle(base, field) ? { ...field, title: titulo } : field
  if (!inicial || !takesInitial(base, field)) return named
  const value = invalido ? undefined : readInitial(field, inicial)
  if (value?.ok) return withoutUndefined({ ...named, default: value.value, defaultWhen: undefined })
  const told = formatMessage(model, 'store-field.initial-invalid')
  return { ...named, help: field.help === undefined ? told : `${field.help} ${told}` }
}

/** The names under which columns show a field: its own, and of a reference the name of what it refers to. */
function shownUnder(model: Model, { name, reference }: Field): string[] {
  const label = reference && model.registers[reference.to]?.label
  return label === undefined ? [name] : [name, `${reference?.as}.${label}`]
}

type Titles = ReadonlyMap<string, string>

/** The views with a field's new name wherever one of them gives it a name. */
function titled(views: Register['views'], titles: Titles): Register['views'] {
  const named = <T extends { readonly field: string; readonly title: string }>(one: T): T => {
    const title = titles.get(one.field)
    return title === undefined ? one : { ...one, title }
  }
  const columns = views.list.columns.map(column =>
    column.chips
      ? { ...column, chips: column.chips.map(named) }
      : { ...named(column), ...(column.also ? { also: named(column.also) } : {}) },
  )
  return { ...views, list: { ...views.list, columns }, filter: { ...views.filter, fields: views.filter.fields.map(named) } }
}

/** Columns of files bear the new names and are known by the former ones; an empty cell says nothing of a field with a store's initial value. */
function withColumns(load: Import, register: Register, before: Register): Import {
  const fields = new Map(register.fields.map((field, i) => [field.name, { field, was: before.fields[i] }]))
  const columns = load.columns.map(column => {
    const { field, was } = (column.of === undefined ? fields.get(column.as) : undefined) ?? fields.get(column.of ?? '') ?? {}
    if (!field || !was || field === was) return column
    const isOwn = column.of === undefined
    const shown = field.title === was.title ? {} : { title: field.title, shownAs: [...column.shownAs, column.title] }
    if (!isOwn || field.default === was.default) return { ...column, ...shown }
    return withoutUndefined({ ...column, ...shown, default: undefined, required: false, byDefault: true })
  })
  // Of references too the store's own initial value is taken before the first record that there is.
  const references = load.references.map(reference => {
    const { field, was } = fields.get(reference.field) ?? {}
    return field?.default === was?.default || reference.otherwise !== 'first'
      ? reference
      : withoutUndefined({ ...reference, otherwise: undefined })
  })
  return { ...load, columns, references }
}
