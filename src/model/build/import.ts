import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { ImportDefinition } from '../../generated/definitions.ts'
import { hasSureDefault } from '../field.ts'
import type { Field, Import, ImportColumn, Register } from '../model.ts'
import type { Definition } from '../source/definitions.ts'
import { buildField, type FieldContext } from './field.ts'

type ColumnDefinition = Exclude<ImportDefinition['columns'][number], string>

type Registers = Readonly<Record<string, Register>>

/** A CSV import: columns that are fields of the register, or of what it refers to or holds, take everything from there. */
export function buildImport({ name, value }: Definition<ImportDefinition>, registers: Registers, context: FieldContext): Import {
  const register = registers[value.register]
  return withoutUndefined({
    name,
    title: value.title,
    path: value.path,
    gate: value.gate,
    register: value.register,
    help: value.description,
    columns: value.columns.map(column => {
      const written = typeof column === 'string' ? { field: column } : column
      return buildColumn(
        written,
        knownField(written, register, registers),
        namedReference(written, register, registers),
        register,
        value,
        context,
      )
    }),
    keys: keysOf(value.key ?? []).map(names => names.map(name => keyColumn(name, value, register, registers))),
    references: (value.references ?? []).map(({ field, otherwise, make }) =>
      withoutUndefined({ field, otherwise, make: make && Object.entries(make) }),
    ),
    list: value.list,
    after: value.after && withoutUndefined({ ...value.after, columns: Object.entries(value.after.columns) }),
    filter: value.filter ?? false,
    batch: value.batch ?? 250,
    warn: value.warn,
    sample: value.sample ?? [],
  })
}

const bounds = ({ minimum, maximum }: ColumnDefinition) => withoutUndefined({ minimum, maximum })

/** One set of fields, or several. */
const keysOf = (key: NonNullable<ImportDefinition['key']>): readonly (readonly string[])[] => {
  const several = key.filter(part => typeof part !== 'string')
  const one = key.filter(part => typeof part === 'string')
  return one.length > 0 ? [one, ...several] : several
}

/** The column that tells a part of the key: of a reference the one that names its record, where the file brings no key of that. */
function keyColumn(name: string, { columns }: ImportDefinition, register: Register | undefined, registers: Registers): string {
  const written = columns.flatMap(column => (typeof column === 'string' ? [] : [column]))
  if (columns.includes(name) || written.some(({ field, of }) => field === name && of === undefined)) return name
  return written.find(column => column.of === name && namedReference(column, register, registers))?.field ?? name
}

/** The field that a column fills: the register's, or with `of` that of the record referred to, or of the list's rows. */
function knownField(
  { field, of, as }: ColumnDefinition,
  register: Register | undefined,
  registers: Registers,
): Field | undefined {
  if (of === undefined) return register?.fields.find(each => each.name === field)
  const target =
    register?.lists.find(list => list.name === of)?.register ?? register?.fields.find(each => each.name === of)?.reference?.to
  return registers[target ?? '']?.fields.find(each => each.name === (as ?? field))
}

/** The reference whose record the column names: by what its register calls its records. */
function namedReference(
  { field, of, as }: ColumnDefinition,
  register: Register | undefined,
  registers: Registers,
): Field | undefined {
  const reference = of === undefined ? undefined : register?.fields.find(each => each.name === of)
  return registers[reference?.reference?.to ?? '']?.label === (as ?? field) ? reference : undefined
}

/** Tells whether a save refuses a new record that says nothing of the field. */
const isDemanded = (field: Field): boolean =>
  field.required && !hasSureDefault(field) && field.compute === undefined && !field.readOnly

const mayHaveDefault = (field: Field): boolean => field.default !== undefined || field.defaultWhen !== undefined

/** Every row must name the record where the register demands the reference, and neither its key nor another way finds one. */
const mustName = (reference: Field, { columns, references = [] }: ImportDefinition): boolean =>
  isDemanded(reference) &&
  !columns.some(column => (typeof column === 'string' ? column : column.field) === reference.name) &&
  !references.some(({ field, otherwise }) => field === reference.name && otherwise !== undefined)

/** The titles under which the register shows a field; words of the list's own are no value of it. */
function shownTitles(name: string, known: Field | undefined, register: Register | undefined): readonly string[] {
  const columns =
    register?.views.list.columns.flatMap(({ field, title, text, chips = [] }) => [
      { field, title, text },
      ...chips.map(chip => ({ ...chip, text: undefined })),
    ]) ?? []
  const titles = [
    ...columns.filter(({ field, text }) => field === name && text === undefined).map(({ title }) => title),
    known?.title,
  ]
  return [...new Set(titles.filter(title => title !== undefined))]
}

function buildColumn(
  column: ColumnDefinition,
  known: Field | undefined,
  named: Field | undefined,
  register: Register | undefined,
  load: ImportDefinition,
  context: FieldContext,
): ImportColumn {
  const own = column.format !== undefined || known === undefined
  const format = own ? { format: column.format ?? 'text' } : {}
  const decimals = column.decimals === undefined ? {} : { decimals: column.decimals }
  const base =
    own || known === undefined
      ? buildField(column.field, { ...format, ...decimals, ...bounds(column) }, false, false, context)
      : { ...known, ...decimals }
  const {
    kind: kindOfValue,
    refinement,
    refine,
    min,
    max,
    minLength,
    maxLength,
    pattern,
    choices,
    reference,
    references,
    messages,
  } = base
  // A cell names several records as people call them: the server finds who is meant.
  const kind = references ? 'text' : kindOfValue
  return withoutUndefined({
    kind,
    refinement,
    refine,
    min,
    max,
    minLength,
    maxLength,
    pattern,
    choices,
    reference,
    references,
    messages,
    decimals: base.decimals,
    // Of a record that is made only when it is lacking, nothing is required of each row but what names it.
    required:
      column.required ??
      (column.of === undefined ? known !== undefined && isDemanded(known) : named !== undefined && mustName(named, load)),
    byDefault:
      column.of === undefined && column.default === undefined && known?.required && mayHaveDefault(known) ? true : undefined,
    name: column.field,
    title: column.title ?? named?.title ?? known?.title ?? base.title,
    of: column.of,
    as: column.as ?? column.field,
    blanks: column.blanks,
    drop: column.drop ?? false,
    unknown: column.unknown,
    taken: column.taken,
    aliases: column.aliases ?? [],
    shownAs: column.of === undefined ? shownTitles(column.field, known, register) : [],
    default: column.default,
    stripPrefix: column.stripPrefix ?? false,
    pad: column.pad,
    compute: column.compute,
    fileName: column.fileName,
    skip: column.skip ?? false,
  })
}
