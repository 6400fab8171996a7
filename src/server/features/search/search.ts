import { recordId } from '../../../api/record.ts'
import type { FoundRecord } from '../../../api/search.ts'
import { foldedWords, tidyBlanks } from '../../../base/text.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Model, Register, Rights } from '../../../model/model.ts'
import { fieldOf, identifyingFields, opensPages } from '../../../model/register.ts'
import { inputOfStore } from '../../operations/objectOf.ts'
import { type Operation, operation } from '../../operations/operation.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import type { RawFilter } from '../../query/filter.ts'
import { planList } from '../../query/planList.ts'
import type { QueryContext, QueryPlan } from '../../query/queryPlan.ts'
import { readScope, restrictPlan } from '../../query/restrictPlan.ts'
import { likePlanOf } from '../../query/search/likePlan.ts'
import { demandShortSearch, searchLimits } from '../../query/search/searchLimits.ts'
import { soughtWords } from '../../query/search/soughtWords.ts'
import { tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { matchesNumber, noteFields, numberConditions, recordNote, typedDigits } from './numbers.ts'

type RawWhere = NonNullable<RawFilter['where']>

/** Records of one register, and of all of them. */
const EACH = 4
const MOST = 24

/** Records by number, code, name or tax id in every register that the caller may see, and that has an address of its own. */
const search = operation({
  method: 'GET',
  path: 'buscar',
  title: 'Registros por número, código, nome ou CPF/CNPJ, em todos os cadastros que o usuário vê',
  gate: 'logged',
  input: inputOfStore({ q: { type: 'string', minLength: 1, maxLength: searchLimits.everywhere } }),
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        register: { type: 'string' },
        title: { type: 'string' },
        path: { type: 'string' },
        id: { type: ['integer', 'string'] },
        code: { type: ['string', 'null'] },
        label: { type: 'string' },
        note: { type: ['string', 'null'] },
        like: { type: 'boolean', description: 'Nothing holds all that was typed: this is like it.' },
      },
    },
  },
  messages: [],
  async run({ database, model, caller, input }) {
    const q = tidyBlanks(input.q).trim()
    demandShortSearch(q)
    const plans = searched(model, caller.rights).flatMap(register => {
      const context = { model, table: tableOf(model, register.name), zone: caller.zone }
      const plan = planOf(register, q, context)
      return plan ? [restrictPlan(plan, caller, model)] : []
    })
    const find = async (sought: readonly QueryPlan[], like: boolean): Promise<readonly Fitting[]> => {
      const rows = sought.map(async plan => {
        const { register } = plan.table
        const scope = readScope(caller, { model, table: plan.table })
        const found = await database.read(scope, queries => fetchPlanRows(plan, queries))
        return found.map(row => ({ record: { ...tell(register, row, caller.zone), like }, fits: fitsOf(register, row, q) }))
      })
      return (await Promise.all(rows)).flat()
    }
    const found = await find(plans, false)
    if (found.length > 0) return best(found)
    return best(
      await find(
        plans.flatMap(plan => likePlanOf(plan) ?? []),
        true,
      ),
    )
  },
})

interface Fitting {
  readonly record: FoundRecord
  /** Smallest first, the first number that differs decides. */
  readonly fits: readonly number[]
}

/** Registers with a page of their own whose records have a name; a view shows again what its register has. */
const searched = (model: Model, rights: Rights): readonly Register[] =>
  Object.values(model.registers).filter(
    register =>
      register.parent === undefined &&
      register.from === undefined &&
      register.views.palette !== false &&
      isActAllowed(register, 'see', rights) &&
      opensPages(register, gate => gate !== undefined && rights[gate] === true) &&
      (register.numbers !== undefined || isWorded(register)),
  )

/** Records that words find, too: those without are looked up by their numbers alone, for there are many. */
const isWorded = (register: Register): boolean => register.code !== undefined || register.fields.some(field => field.search)

/** How a register is searched for what was typed; undefined where nothing of it can be meant. */
function planOf(register: Register, q: string, context: QueryContext): QueryPlan | undefined {
  const where = whereOf(register, q)
  if (!where) return undefined
  const plan = planList({ ...where, ...shown(register), limit: EACH }, context)
  if (soughtWords(q).length === 0 || !isWorded(register)) return plan
  const order = orderOf(register)
  const fit = { search: q }
  const ordered = { ...plan, fit, order: planList({ order }, context).order }
  // Digits are numbers and parts of them, or words with them in it.
  return where.q === undefined ? { ...ordered, where: [{ any: [...plan.where, fit] }] } : ordered
}

const orderOf = (register: Register): RawFilter['order'] =>
  register.numbers || !isNamed(register) ? register.order : [`${register.label} ASC`]

const shown = (register: Register): RawFilter => ({
  fields: [
    ...new Set([
      'id',
      register.label,
      ...identifyingFields(register).map(({ name }) => name),
      ...(register.numbers ?? []).map(({ field }) => field),
      ...noteFields(register).map(({ name }) => name),
    ]),
  ],
  order: orderOf(register),
})

/** Tells whether what names a record is a column, which can be looked in. */
const isNamed = (register: Register): boolean => fieldOf(register, register.label)?.stored === true

/** A text in which nothing stands for other letters. */
const plain = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Tells whether that column holds words: a choice or a reference takes no beginning of one. */
function isWordNamed(register: Register): boolean {
  const label = fieldOf(register, register.label)
  return label?.stored === true && !label.secret && kindByName(label.kind).words === true
}

/** Digits are looked for where codes and tax ids stand; anything else in the words. */
function whereOf(register: Register, q: string): RawFilter | undefined {
  const digits = typedDigits(q)
  const worded = isWorded(register)
  if (digits === '' && !worded) return undefined
  if (digits === '' && soughtWords(q).length > 0) return { q }
  if (digits === '') return isWordNamed(register) ? { where: { [register.label]: { ilike: `${plain(q)}%` } } } : undefined
  const stored = register.fields.filter(field => worded && field.stored && !field.secret)
  const starts = stored
    .filter(
      field => kindByName(field.kind).identifies || field.name === register.code || (register.textKey && field.name === 'id'),
    )
    .flatMap((field): RawWhere[] => {
      if (!isNumberKind(field)) return [{ [field.name]: { like: `${digits}%` } }]
      return /^\d+$/.test(digits) ? [{ [field.name]: Number(digits) }] : []
    })
  // Whole, as its index knows it.
  const coded = identifyingFields(register)
    .filter(({ kind, name }) => worded && kindByName(kind).words && name !== register.code)
    .map(({ name }) => ({ [name]: digits }))
  const any = [
    ...starts,
    ...coded,
    ...numberConditions(register, digits),
    ...(worded && isWordNamed(register) ? [{ [register.label]: { ilike: `%${plain(q)}%` } }] : []),
  ]
  return any.length === 0 ? undefined : { where: { or: any } }
}

function tell(register: Register, row: DataRow, zone: string): Omit<FoundRecord, 'like'> {
  const label = fieldOf(register, register.label)
  const named = !(label && isNumberKind(label)) && row[register.label] !== null && row[register.label] !== undefined
  const code = register.code ? row[register.code] : register.textKey ? row.id : undefined
  return {
    register: register.name,
    title: register.title,
    path: `${register.views.path}/${encodeURIComponent(String(row.id))}`,
    id: recordId(row.id),
    code: code === undefined || code === null ? null : String(code),
    label: named ? String(row[register.label]) : `${capital(register.singular)} ${row[register.label] ?? row.id}`,
    note: recordNote(register, row, zone),
  }
}

const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase('pt-BR')}${text.slice(1)}`

/**
 * How well a record fits: by a whole code, by a whole number, by its whole name, by a name that begins so, by the beginning of a code,
 * else; then by how many of the words are none of its name's, and by how long that is.
 */
function fitsOf(register: Register, row: DataRow, q: string): readonly number[] {
  const text = (name: string | undefined): string => String((name && row[name]) ?? '')
  const words = foldedWords(text(register.label))
  const missing = foldedWords(q).filter(word => !words.includes(word)).length
  return [placeOf(register, row, q), missing, text(register.label).length]
}

function placeOf(register: Register, row: DataRow, q: string): number {
  const text = (name: string | undefined): string => String((name && row[name]) ?? '')
  const typed = foldedWords(q).join(' ')
  const label = foldedWords(text(register.label)).join(' ')
  const own = [q, q.replace(/[^0-9A-Za-z]/g, '').toUpperCase()]
  if (identifyingFields(register).some(({ name }) => own.includes(text(name))) || (register.textKey && own.includes(text('id'))))
    return 0
  if (matchesNumber(register, row, typedDigits(q))) return 1
  if (label === typed) return 2
  if (label.startsWith(typed)) return 3
  return text(register.code ?? (register.textKey ? 'id' : undefined)).startsWith(q) ? 4 : 5
}

const best = (found: readonly Fitting[]): readonly FoundRecord[] =>
  found
    .toSorted((a, b) => a.fits.map((fit, at) => fit - (b.fits[at] ?? 0)).find(difference => difference !== 0) ?? 0)
    .slice(0, MOST)
    .map(({ record }) => record)

/** The calls of the search over all registers. */
export const searchOperations: readonly Operation[] = [search]
