import { foldedWords, foldText } from '../../base/text.ts'
import type { Register } from '../../model/model.ts'
import { searchColumn, searchedFields, searchesByStore } from '../tables/searchColumn.ts'

/** Shorter words are not searched. */
const SHORTEST_WORD = 3

/** Characters that make an expression of a search: who writes them means whole words. */
const operators = /[+~*"()<>|&!@]|(^|\s)-\S/

/** The words of a search that count. */
const searchableWords = (text: string): string[] => foldedWords(text).filter(word => [...word].length >= SHORTEST_WORD)

/** Words that are not to be there. */
const leavesOut = /[-!]["\p{L}\p{N}]/u

/** How a statement takes values; where it is prepared, a query of words stands in it to be worked out once a run. */
interface StatementValues {
  param(value: unknown): string
  readonly prepared?: true
}

/** A free-text search as SQL: every word must begin one of the record's words, or, with operators, be one of them. */
export function searchCondition(
  register: Register,
  { search, stores }: { readonly search: string; readonly stores?: readonly number[] },
  alias: string,
  values: StatementValues,
): string {
  const param = (value: unknown): string => values.param(value)
  const once = (query: string): string => (values.prepared ? `(SELECT ${query})` : query)
  const counted = searchableWords(search)
  if (counted.length === 0) return 'TRUE'
  if (searchedFields(register).length === 0) return 'FALSE'
  const whole = operators.test(search)
  const query = whole
    ? `websearch_to_tsquery('pg_catalog.portuguese', ${param(wholeWords(search))})`
    : `f_procura(${param(counted.join(' '))})`
  const column = `${alias}."${searchColumn}"`
  if (!searchesByStore(register)) return `${column} @@ ${once(query)}`
  // That a word is missing holds for the words of every other store: each row is asked for those of its own.
  if (!stores || (stores.length > 1 && whole && leavesOut.test(search)))
    return `${column} @@ f_da_loja(${alias}."lojaId", ${query}::text)::tsquery`
  return `${column} @@ ${once(`f_nas_lojas(${param(stores)}::bigint[], ${query})`)}`
}

/** Phrases, words and words to leave out, in the form that websearch_to_tsquery reads. */
function wholeWords(search: string): string {
  const parts: string[] = []
  for (const [, sign, phrase, word] of foldText(search).matchAll(/(-|!)?(?:"([^"]*)"|([\p{L}\p{N}]+))/gu)) {
    // Inside a phrase short words keep their place.
    const text = phrase === undefined ? searchableWords(word ?? '').join(' ') : `"${foldedWords(phrase).join(' ')}"`
    if (text !== '' && text !== '""') parts.push(`${sign ? '-' : ''}${text}`)
  }
  return parts.join(' ')
}
