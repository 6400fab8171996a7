import { foldedWords, foldText } from '../../base/text.ts'
import type { Register } from '../../model/model.ts'
import { searchColumn, searchedFields, searchesByStore } from '../tables/searchColumn.ts'
import type { SearchedText } from './queryPlan.ts'
import { likeWordsQuery } from './search/likeWords.ts'
import { isPrintedNumber, type SoughtWord, soughtWords } from './search/soughtWords.ts'

/** Characters that make an expression of a search: who writes them means whole words. */
const operators = /[+~*"()<>|&!@]|(^|\s)-\S/

/** Tells whether a text is an expression, and no plain words or a number as it is printed. */
export const isExpression = (search: string): boolean => operators.test(search) && !isPrintedNumber(search)

/** Words that are not to be there. */
const leavesOut = /[-!]["\p{L}\p{N}]/u

/** How a statement takes values; where it is prepared, a query of words stands in it to be worked out once a run. */
export interface StatementValues {
  param(value: unknown): string
  readonly prepared?: true
}

/**
 * A free-text search as SQL: every word must begin one of the record's words, or, with operators, be one of them. Of a search that found
 * nothing (\`like\`), a word may have one letter wrong, and common ones may be missing.
 */
export function searchCondition(register: Register, searched: SearchedText, alias: string, values: StatementValues): string {
  const { search, stores, like } = searched
  const sought = soughtWords(search)
  if (sought.length === 0) return 'TRUE'
  if (searchedFields(register).length === 0) return 'FALSE'
  const asked = askedRows(register, stores, alias, values)
  if (isExpression(search)) {
    const query = `websearch_to_tsquery('pg_catalog.portuguese', ${values.param(wholeWords(search))})`
    return asked(query, leavesOut.test(search))
  }
  const finding = sought.filter(({ common }) => !common)
  const telling = sought.filter(({ common }) => common)
  if (finding.length === 0) return like ? 'FALSE' : asked(wordsQuery(telling, values))
  if (like) return asked(finding.map(word => likeQuery(word, values)).join(' && '))
  const found = asked(wordsQuery(finding, values))
  // So many rows have these that reading them from the index would take longer than looking at what the others find.
  return telling.length === 0 ? found : `${found} AND CASE WHEN ${asked(wordsQuery(telling, values))} THEN TRUE ELSE FALSE END`
}

/** How rows are asked whether they answer a query of words (SQL of a tsquery), in their own stores. */
export function askedRows(register: Register, stores: readonly number[] | undefined, alias: string, values: StatementValues) {
  const once = (query: string): string => (values.prepared ? `(SELECT ${query})` : `(${query})`)
  const column = `${alias}."${searchColumn}"`
  return (query: string, leavesOut = false): string => {
    if (!searchesByStore(register)) return `${column} @@ ${once(query)}`
    // That a word is missing holds for the words of every other store: each row is asked for those of its own.
    if (!stores || (stores.length > 1 && leavesOut)) return `${column} @@ f_da_loja(${alias}."lojaId", (${query})::text)::tsquery`
    return `${column} @@ ${once(`f_nas_lojas(${values.param(stores)}::bigint[], ${query})`)}`
  }
}

/** All of these words, as SQL of a query. */
export function wordsQuery(sought: readonly SoughtWord[], { param }: StatementValues): string {
  const single = sought.filter(({ forms }) => forms.length === 1)
  const several = sought.filter(({ forms }) => forms.length > 1)
  return [
    ...(single.length === 0 ? [] : [`f_procura(${param(single.map(({ forms }) => forms[0]).join(' '))})`]),
    ...several.map(({ forms }) => `(${forms.map(form => `f_procura(${param(form)})`).join(' || ')})`),
  ].join(' && ')
}

/** A word, or one that is like it. */
function likeQuery(word: SoughtWord, values: StatementValues): string {
  const like = likeWordsQuery(word)
  const query = wordsQuery([word], values)
  return like === undefined ? `(${query})` : `(${query} || ${values.param(like)}::tsquery)`
}

/** Phrases, words and words to leave out, in the form that websearch_to_tsquery reads. */
function wholeWords(search: string): string {
  const parts: string[] = []
  for (const [, sign, phrase, word] of foldText(search).matchAll(/(-|!)?(?:"([^"]*)"|([\p{L}\p{N}]+))/gu)) {
    const text = phrase === undefined ? (word ?? '') : `"${foldedWords(phrase).join(' ')}"`
    if (text !== '' && text !== '""') parts.push(`${sign ? '-' : ''}${text}`)
  }
  return parts.join(' ')
}
