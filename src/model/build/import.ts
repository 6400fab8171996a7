import type { ImportDefinition } from '../../generated/definitions.ts'
import type { Field, Import, ImportColumn } from '../model.ts'
import type { Definition } from '../source/definitions.ts'
import { defined } from './defined.ts'
import { buildField, type FieldContext } from './field.ts'

type ColumnDefinition = Exclude<ImportDefinition['columns'][number], string>

/** A CSV import: columns that are fields of the register take everything from there. */
export function buildImport(
  { name, value }: Definition<ImportDefinition>,
  fieldOf: (name: string) => Field | undefined,
  context: FieldContext,
): Import {
  return defined({
    name,
    title: value.title,
    path: value.path,
    gate: value.gate,
    register: value.register,
    help: value.description,
    columns: value.columns.map(column => {
      const written = typeof column === 'string' ? { field: column } : column
      return buildColumn(written, fieldOf(written.field), context)
    }),
    key: value.key ?? [],
    filter: value.filter ?? false,
    batch: value.batch ?? 250,
    warn: value.warn,
    sample: value.sample ?? [],
  })
}

function buildColumn(column: ColumnDefinition, known: Field | undefined, context: FieldContext): ImportColumn {
  const own = column.format !== undefined || known === undefined
  const format = own ? { format: column.format ?? 'text' } : {}
  const decimals = column.decimals === undefined ? {} : { decimals: column.decimals }
  const base =
    own || known === undefined
      ? buildField(column.field, { ...format, ...decimals }, false, false, context)
      : { ...known, ...decimals }
  const { kind, refinement, refine, min, max, minLength, maxLength, pattern, choices, reference, messages } = base
  return defined({
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
    messages,
    decimals: base.decimals,
    required: column.required ?? known?.required ?? false,
    name: column.field,
    title: column.title ?? known?.title ?? base.title,
    aliases: column.aliases ?? [],
    default: column.default,
    stripPrefix: column.stripPrefix ?? false,
    pad: column.pad,
    compute: column.compute,
    skip: column.skip ?? false,
  })
}
