import { foldedWords } from '../../../base/text.ts'
import { identifyingFields } from '../../../model/register.ts'
import { searchColumn, searchedFields } from '../../tables/searchColumn.ts'
import type { QueryPlan, SearchedText } from '../queryPlan.ts'
import { askedRows, isExpression, type StatementValues, wordsQuery } from '../searchCondition.ts'
import { type RegisterColumn, referenceLabelColumns, type Table } from '../table.ts'
import { type SoughtWord, soughtWords } from './soughtWords.ts'

/** Where more rows are found, so little was typed that only what is called exactly so is told apart: looking at each takes long. */
const MOST_FITTED = 2_000
/** Words that are looked at one by one. */
const MOST_WORDS = 8

/** Worse than all that was looked at. */
const UNTOLD = 2_000_000_000

/** The name and the codes of a register's rows, by which a row may be what was typed. */
function namesOf(
  table: Table,
  brief: boolean,
): { readonly label: RegisterColumn | undefined; readonly codes: readonly RegisterColumn[] } {
  const { register, byName } = table
  const codes = [...identifyingFields(register).map(({ name }) => name), ...(register.textKey ? ['id'] : [])]
  const named = (name: string): readonly RegisterColumn[] => [byName.get(name)].filter(column => column !== undefined)
  const told = (column: RegisterColumn): boolean => !brief || referenceLabelColumns(table).includes(column)
  return {
    label: named(register.label)[0],
    codes: codes.flatMap(named).filter(column => column.name !== register.label && told(column)),
  }
}

/** The text by whose fit a plan's rows are ordered: none where it is too short, or an expression. */
export const fitOf = ({ fit, table }: QueryPlan): SearchedText | undefined =>
  fit && searchedFields(table.register).length > 0 && !isExpression(fit.search) && soughtWords(fit.search).length > 0
    ? fit
    : undefined

/** Columns of a row that its fit is told by. */
export function fitColumns(plan: QueryPlan): readonly string[] {
  const fit = fitOf(plan)
  if (!fit) return []
  const { label, codes } = namesOf(plan.table, fit.brief === true)
  return [
    ...(fit.brief ? [] : [`"${searchColumn}"`]),
    ...(label ? [label.sql] : []),
    ...codes.map(({ sql }) => sql),
    ...(plan.table.scoped ? ['"lojaId"'] : []),
  ]
}

const asText = (alias: string, { sql }: RegisterColumn): string => `coalesce(${alias}.${sql}::text, '')`

/**
 * How well rows fit a text, as a number in SQL, smallest first: what is called exactly so or has it as its code, what begins with it, what
 * holds it as it was typed, the rest; then those that have most of its words whole, and the shortest names.
 */
export function fitSql(
  plan: QueryPlan,
  alias: string,
  writing: { readonly params: unknown[]; readonly prepared?: true },
): string | undefined {
  const fit = fitOf(plan)
  if (!fit) return undefined
  const param = (value: unknown, type = 'text'): string => `$${writing.params.push(value)}::${type}`
  const values: StatementValues = { param, ...(writing.prepared ? { prepared: true } : {}) }
  const { label, codes } = namesOf(plan.table, fit.brief === true)
  const typed = foldedWords(fit.search).join(' ')
  const text = param(typed)
  const start = param(`${typed.replace(/[\\%_]/g, '\\$&')}%`)
  const inside = param(`% ${typed.replace(/[\\%_]/g, '\\$&')}%`)
  const name = label ? asText(alias, label) : "''"
  const folded = `btrim(regexp_replace(f_palavras(${name}), '\\s+', ' ', 'g'))`
  const own = [fit.search.trim(), ...numbersOf(soughtWords(fit.search))]
  const coded = codes.map(code => `${asText(alias, code)} = ANY(${param(own, 'text[]')})`)
  const exact = [...coded, `${folded} = ${text}`].join(' OR ')
  const tier = `CASE WHEN ${exact} THEN 0 WHEN ${folded} LIKE ${start} THEN 1 WHEN ${folded} LIKE ${inside} THEN 2 ELSE 3 END`
  const parts = [`(${tier}) * 1000000`, `least(length(${name}), 9999)`]
  if (!fit.brief) parts.unshift(wholeWordsSql(fit, plan, alias, values))
  if (fit.like) parts.unshift(presentSql(fit, plan, alias, values))
  const many = `count(*) OVER () > ${MOST_FITTED} AND length(${name}) <> ${param([...fit.search.trim()].length, 'int')}`
  return `CASE WHEN ${many} THEN ${UNTOLD} ELSE ${parts.join(' + ')} END`
}

const numbersOf = (sought: readonly SoughtWord[]): readonly string[] =>
  sought.flatMap(({ forms }) => forms.filter(form => /^[\da-z]+$/.test(form)).flatMap(form => [form, form.toUpperCase()]))

const missing = (asked: string): string => `CASE WHEN ${asked} THEN 0 ELSE 1 END`

/** How many of the words are none of the row's as they are. */
function wholeWordsSql({ search, stores }: SearchedText, { table }: QueryPlan, alias: string, values: StatementValues): string {
  const asked = askedRows(table.register, stores, alias, values)
  const counts = soughtWords(search)
    .slice(0, MOST_WORDS)
    .map(({ forms }) =>
      missing(asked(`(${forms.map(form => `plainto_tsquery('pg_catalog.simple', ${values.param(form)})`).join(' || ')})`)),
    )
  return `(${counts.join(' + ')}) * 10000`
}

/** How many of the words are not in the row at all, not even as the beginning of one of its own. */
function presentSql({ search, stores }: SearchedText, { table }: QueryPlan, alias: string, values: StatementValues): string {
  const asked = askedRows(table.register, stores, alias, values)
  const counts = soughtWords(search)
    .slice(0, MOST_WORDS)
    .map(word => missing(asked(`(${wordsQuery([word], values)})`)))
  return `(${counts.join(' + ')}) * 10000000`
}
