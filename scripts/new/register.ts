import type { Csv } from '../../src/base/csv.ts'
import { foldText } from '../../src/base/text.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { Value } from '../../src/kinds/kind.ts'
import type { Expression, Model } from '../../src/model/model.ts'
import { type ColumnSample, guess, readAs } from './guess.ts'
import { fieldNameOf, fieldNamesOfHeader, fieldTitlesOf } from './names.ts'

/** A register made of a sample file, ready to be written. */
export interface NewRegister {
  readonly definition: Readonly<Record<string, unknown>>
  /** Sample rows as they are stored. */
  readonly rows: readonly Readonly<Record<string, Value>>[]
  /** Columns that were left out, and why. */
  readonly notices: readonly string[]
  /** The fields in order, each with why it is what it is. */
  readonly fields: readonly NewField[]
  /** Fields by which rows of a file are known again; empty when no column tells them apart. */
  readonly key: readonly string[]
}

export interface NewField {
  readonly name: string
  /** The column's header in the file. */
  readonly header: string
  /** Its place in the file. */
  readonly at: number
  readonly why: string
  /** Its other roles: 'name of the record', 'required'. */
  readonly roles: readonly string[]
}

interface Column {
  readonly name: string
  readonly title: string
  readonly property: Property
  readonly why: string
  readonly sample: ColumnSample
  readonly at: number
}

/** Rows kept for the stories: enough to see, few enough to read. */
const kept = 20
/** Fewer rows than this say nothing about what is required. */
const telling = 5

/** Letters that a name has room for, however short those of the samples are. */
const roomForName = 60

const system = new Set(['id', 'lojaid', 'loja_id', 'version', 'createdat', 'updatedat', 'created_at', 'updated_at'])

/** Makes the definition of a register from a table of samples; `words` is the file below `meta` from which editors complete it. */
export function registerFrom(
  csv: Csv,
  { title, area, words = 'register' }: { readonly title: string; readonly area: string; readonly words?: string },
  model: Model,
): NewRegister {
  const names = fieldNamesOfHeader(csv.header)
  const titles = fieldTitlesOf(csv.header, names)
  const notices: string[] = []
  if (csv.rows.length === 0) notices.push('The file has no rows: kinds are guessed from the headers alone.')
  if (csv.header.every(text => /^[\d.,\s/:-]*$/.test(text)))
    notices.push(`The first line is taken for the headers, and it has no words: "${csv.header.join('", "')}".`)
  const columns = names.flatMap((name, at): Column[] => {
    const header = csv.header[at] ?? ''
    if (system.has(foldText(header).replace(/\s+/g, '_'))) {
      notices.push(`Column "${header}" is left out: every register has it already.`)
      return []
    }
    const values = csv.rows.map(row => (row[at] ?? '').trim())
    const filled = values.filter(value => value !== '')
    const sample = { header, values: filled, full: filled.length === values.length }
    const notes = notesOf(header, name)
    if (notes) notices.push(notes)
    return [{ name, title: titles[at] ?? name, ...guess(sample, model.refinements), sample, at }]
  })
  const label = labelOf(columns)
  const differs = differing(model, csv.rows.length)
  const code = columns.find(column => isCode(column) && differs(column))
  // The name and the code of a record; the rest is a person's word.
  const required = columns.filter(column => column === label || column === code).map(column => column.name)
  const full = new Set(columns.filter(column => isFull(column, csv.rows.length)).map(column => column.name))
  const key = keyOf(columns, code, label, differs)
  return {
    key,
    fields: columns.map(({ name, sample, why, at }) => ({
      name,
      at,
      header: sample.header,
      why,
      roles: [
        ...(name === label.name ? ['names the record'] : []),
        ...(name === code?.name ? ['code, not twice'] : []),
        ...(required.includes(name) ? ['required'] : full.has(name) ? ['always filled: required, if you say so'] : []),
      ],
    })),
    definition: {
      $schema: `../../meta/${words}.json`,
      title,
      type: 'object',
      register: {
        scope: 'store',
        label: label.name,
        ...(code && code !== label ? { code: code.name } : {}),
        ...(code ? { unique: [[code.name]] } : {}),
        order: [`${label.name} ASC`],
        ...(model.menu.some(group => group.id === area) ? { menu: area } : {}),
        icon: 'table',
        access: accessIn(model, area),
      },
      properties: Object.fromEntries(
        columns.map(column => [column.name, propertyOf(column, column === label || column === code, column === label)]),
      ),
      ...(required.length > 0 ? { required } : {}),
    },
    rows: csv.rows
      .slice(0, kept)
      .map(row =>
        Object.fromEntries(
          columns.map(({ name, property, at }) => [name, readAs(property, model.refinements, (row[at] ?? '').trim()) ?? null]),
        ),
      ),
    notices,
  }
}

const propertyOf = ({ title, property }: Column, search: boolean, names: boolean): Property => {
  const { type, ...rest } = property
  const { maxLength } = rest
  return {
    ...(type === undefined ? {} : { type }),
    title,
    ...rest,
    // The name of a record is a person's word: a few samples say little of how long it may be.
    ...(names && maxLength !== undefined && maxLength < roomForName ? { maxLength: roomForName } : {}),
    ...(search ? { search: true } : {}),
  }
}

const isPlainText = ({ property }: Column): boolean =>
  property.type === 'string' && property.oneOf === undefined && (property.format === undefined || property.format === 'lines')

/** The column that names a record: one called so, else the first text, else the first column. */
function labelOf(columns: readonly Column[]): Column {
  const texts = columns.filter(isPlainText)
  const named = texts.find(column => /nome|descri|\bdesc\b|razao|titulo|produto/.test(foldText(column.name)))
  const found = named ?? texts[0] ?? columns[0]
  if (!found) throw new Error('The file has no columns that a register could have.')
  return found
}

/** Why a field is not called as its column. */
function notesOf(header: string, name: string): string | undefined {
  if (header === '') return `A column without a header is called "${name}".`
  return name === fieldNameOf(header) && fieldNameOf(header, '') === name
    ? undefined
    : `Column "${header}" is the field "${name}".`
}

/** Tells whether a column is filled in every row, and differently as it is stored: a CNPJ with and without points is one. */
const differing =
  ({ refinements }: Model, rows: number) =>
  ({ property, sample }: Column): boolean => {
    const stored = new Set(sample.values.map(value => String(readAs(property, refinements, value))))
    return sample.full && rows > 0 && stored.size === sample.values.length
  }

/** Returns the key by which a row is known again: its code, else a number that is one's own, else its name. */
function keyOf(
  columns: readonly Column[],
  code: Column | undefined,
  label: Column,
  differs: (column: Column) => boolean,
): readonly string[] {
  const own = columns.filter(({ property }) => /^(cpf|cnpj|taxId|ean|email)$/.test(property.format ?? ''))
  const found = code ?? [...own, label].find(differs)
  return found ? [found.name] : []
}

/** A code: called so, and in more rows than one. */
function isCode({ name, sample, property }: Column): boolean {
  const isText = property.type === 'string' && property.oneOf === undefined
  return /^(cod|codigo|sku|referencia)(_|$)/.test(name) && isText && sample.values.length >= 2
}

/** Filled in every row: it may have to be, which only a person knows. */
const isFull = ({ property, sample }: Column, rows: number): boolean =>
  property.type !== 'boolean' && sample.full && rows >= telling

/** The gates that most registers of the area have; the owner's where there are none. */
function accessIn(model: Model, area: string): Readonly<Record<string, Expression>> {
  const all = Object.values(model.registers).filter(
    register => register.area === area && register.parent === undefined && register.access.change !== undefined,
  )
  const counts = new Map<string, number>()
  for (const { access } of all) counts.set(JSON.stringify(access), (counts.get(JSON.stringify(access)) ?? 0) + 1)
  const most = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
  if (most === undefined) return { all: 'owner' }
  const access = JSON.parse(most) as Record<string, Expression>
  const [first] = Object.values(access)
  return Object.values(access).every(gate => gate === first) && first !== undefined ? { all: first } : access
}
